"""Usage: an application's calls, notes that came with connectors' results, and the audit, as owners see them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from commonplace.domain.clock import SECOND
from tests.browser.conftest import Visiting
from tests.browser.test_pages import kept
from tests.support.agents import Agent
from tests.support.browser import NARROW, Visit, accessibility_faults
from tests.support.browser_payloads import EVALUATED, MARK, PAYLOADS
from tests.support.browser_site import Site

DAY = 86_400 * SECOND


def write(site: Site, *actions: Any) -> None:
    site.runtime.tables.commit(list(actions))


def called_before(site: Site, account: str, key_id: str, days: int, calls: int) -> None:
    """Count reads of an application as they were counted some days ago."""
    from commonplace.operations.usage import day_of
    from commonplace.storage.activity import count
    from commonplace.storage.usage import STORES, entry_of

    at = site.runtime.clock() - days * DAY
    table, entry = site.runtime.tables.names.activity_table, entry_of(day_of(at), key_id, STORES, "letters")
    for _ in range(calls):
        write(site, count(table, site.account(account), entry, at, at // SECOND + 10**8, "reads"))


def noted_before(site: Site, account: str, notes: int) -> None:
    """Keep of notes what is kept when they are sent, a second apart."""
    from commonplace.domain.ids import time_ordered_id
    from commonplace.storage.activity import entry, notes_feed

    now, feed = site.runtime.clock(), notes_feed(site.account(account))
    table = site.runtime.tables.names.activity_table
    for number in range(notes):
        at = now - DAY + number * SECOND
        values = {"reason": "heartbeat", "tokens": 100 + number, "session_id": "earlier", "at": at}
        write(site, entry(table, feed, time_ordered_id(at), now // SECOND + 10**6, values))


def note(agent: Agent) -> dict[str, Any]:
    """The note that comes with a connector's result after the conversation was shortened."""
    assert agent.call("/v1/sessions/anchor").status == 200
    answer = agent.call("/v1/tool-calls", connector="files", tool="read", arguments={}, result={})
    assert answer.status == 200, answer.body
    told: dict[str, Any] = answer.body["note"]
    return told


def rows(page: Page, name: str) -> list[str]:
    return [
        " ".join(one.split()) for one in page.get_by_role("table", name=name).locator("tbody tr").all_inner_texts()
    ]


def numbers(page: Page) -> dict[str, str]:
    """The numbers above, by their names."""
    return dict(one.split("\n")[:2] for one in page.locator(".stat").all_inner_texts())


def see_all(page: Page, table: str, first: int, all_of_them: int) -> list[str]:
    """Ask for more until there is none, and return what stands in the rows."""
    expect(page.locator(f"#{table} tr")).to_have_count(first)
    page.get_by_role("link", name="Show more").click()
    expect(page.locator(f"#{table} tr")).to_have_count(all_of_them)
    expect(page.get_by_role("link", name="Show more")).to_have_count(0)
    return page.locator(f"#{table} tr").all_inner_texts()


@pytest.mark.xdist_group("browser-2")
@pytest.mark.requirement("A14", "A18")
def test_calls_of_an_application_by_day_key_and_way(visit: Visiting, empty_site: Site) -> None:
    from commonplace.owner.keys import CREATE_KEY

    made = CREATE_KEY.call(empty_site.owner("caller"), {"name": "Letters"})
    app = empty_site.app(made.key, "letters")
    for _ in range(3):
        app.good("list_memories")
    called_before(empty_site, "caller", made.id, days=10, calls=4)
    called_before(empty_site, "caller", made.id, days=40, calls=2)
    visitor = visit(empty_site, "caller")
    page = visitor.page("/usage")
    assert {name: numbers(page)[name] for name in ("Calls today", "Calls in 30 days", "Reads", "Writes")} == {
        "Calls today": "4", "Calls in 30 days": "8", "Reads": "7", "Writes": "1",
    }  # fmt: skip
    (by_key,) = rows(page, "By key")
    assert re.fullmatch(r"Letters 7 1 \w{3} \d+, 20\d\d", by_key)
    (by_way,) = rows(page, "By way")
    assert by_way.startswith("Applications")
    assert by_way.endswith("7 1")
    page.get_by_text("As a table").click()
    days = rows(page, "Calls a day")
    assert len(days) == 30
    assert [one.rsplit(" ", 2)[1:] for one in days if not one.endswith(" 0 0")] == [["4", "0"], ["3", "1"]]
    for period, total, drawn in (("7 days", "4", 2), ("90 days", "10", 4)):
        page.get_by_role("link", name=period).click()
        expect(page.get_by_role("link", name=period)).to_have_attribute("aria-current", "true")
        assert numbers(page)[f"Calls in {period}"] == total
        expect(page.locator(".chart rect")).to_have_count(drawn)
    kept(page, "usage-calls", "light")
    page.emulate_media(color_scheme="dark")
    assert accessibility_faults(page) == []
    page.go_back()
    expect(page.get_by_role("link", name="7 days")).to_have_attribute("aria-current", "true")


@pytest.mark.xdist_group("browser-2")
@pytest.mark.requirement("A14", "C9")
def test_notes_and_the_audit_are_read_in_pages(visit: Visiting, empty_site: Site) -> None:
    from commonplace.operations.audit import audit_owner

    visitor = visit(empty_site, "noted", color_scheme="dark")
    page = visitor.page("/usage/notes")
    expect(page.get_by_role("heading", name="No notes yet")).to_be_visible()
    assert accessibility_faults(page) == []
    page.get_by_role("link", name="Audit").click()
    expect(page.get_by_role("heading", name="Nothing yet")).to_be_visible()
    assert accessibility_faults(page) == []

    page.get_by_role("link", name="Keys", exact=True).click()
    page.get_by_label("Name", exact=True).fill("Laptop")
    page.get_by_role("button", name="Make key").click()
    key = page.locator("#key").text_content() or ""
    agent = empty_site.agent(key, session="release-42")
    agent.remember("The gate is locked at eight.", importance=0.95)
    noted_before(empty_site, "noted", 60)
    sent = note(agent)
    visitor.go(page, "/usage/notes")
    assert (numbers(page)["Notes"], numbers(page)["Tokens of notes"]) == (
        "61",
        f"{6_000 + 1_770 + sent['tokens']:,}",
    )
    assert "older ones are below" not in page.locator("main").inner_text()  # these are all
    kept(page, "usage-notes", "dark")
    shown = see_all(page, "notes", 50, 61)
    assert re.fullmatch(rf"\w{{3}} \d+, 20\d\d, .*\tContext was shortened\t{sent['tokens']}\trelease-42", shown[0])
    assert [int(one.split("\t")[2]) for one in shown[1:]] == [*range(159, 99, -1)]
    assert accessibility_faults(page) == []

    for number in range(60):
        audit_owner(empty_site.owner("noted"), "memory_pinned", about=f"memory-{number}")
    page.get_by_role("link", name="Audit").click()
    lines = see_all(page, "lines", 50, 61)
    assert [one.split("\t")[1] for one in lines] == ["Memory pinned"] * 60 + ["Key made"]
    assert {one.split("\t")[2] for one in lines} == {"You"}
    page.get_by_label("Action").select_option("Key made")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator("#lines tr")).to_have_count(1)
    assert page.url == f"{empty_site.origin}/usage/audit?action=key_created"
    assert key not in page.content()
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    kept(page, "usage-audit", "narrow")
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    page.get_by_label("Action").select_option("Data erased")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_role("heading", name="Nothing of this kind")).to_be_visible()


@pytest.mark.xdist_group("browser")
@pytest.mark.requirement("A18", "D9")
def test_names_of_sessions_are_shown_and_never_run(owner: Visit, full_site: Site) -> None:
    names = [one for one in PAYLOADS if len(one) <= 128]
    for name in names:
        assert note(full_site.agent(session=name))["reason"] == "compaction_anchor"
    page = owner.page()
    for part in ("notes", "audit", "audit?action=save", ""):
        owner.go(page, f"/usage/{part}" if part else "/usage")
        owner.settle(page)
        if part == "notes":
            assert {name for name in names if name in page.locator("#notes").inner_text()} == set(names)
        assert page.locator(f"[{MARK}]").count() == 0
        assert EVALUATED not in page.content()
        assert page.locator("h1").inner_text() == "Usage"

"""Settings: everything downloaded and taken into another account, and what is erased with its receipt."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from playwright.sync_api import Locator, Page, Route, expect

from commonplace.domain.clock import SECOND
from tests.browser.conftest import Attack, Visiting
from tests.browser.test_pages import kept, look_through
from tests.browser.test_sign_in import SIGN_IN, expire
from tests.support.agents import Agent
from tests.support.browser import accessibility_faults
from tests.support.browser_site import Site
from tests.support.erasures import held
from tests.support.exports import memory
from tests.support.server import ROOT

pytestmark = [pytest.mark.xdist_group("browser-2"), pytest.mark.requirement("A18", "A19")]

SESSION, DURABLE, TEAM, STORE = (
    "The kettle is on the second shelf.",
    "The plane tree by the canal was planted in 1987.",
    "The gate is locked at eight.",
    "Lea waters the letters' garden on Mondays.",
)
PART = 200  # records that the page sends at once
GONE: Any = {"state": "forgotten", "forgotten_at": "2026-10-02T10:00:00.000000Z"}  # which nothing is made of


def key_of(site: Site, account: str, **arguments: Any) -> str:
    from commonplace.owner.keys import CREATE_KEY

    key: str = CREATE_KEY.call(site.owner(account), {"name": "Laptop", **arguments}).key
    return key


def with_one_of_each_scope(site: Site, account: str) -> Agent:
    """Let an agent and an application store one memory of each scope."""
    from commonplace.owner.teams.joined_teams import CREATE_TEAM

    team = CREATE_TEAM.call(site.owner(account), {"name": "Gardeners", "my_name": "Mina"}).id
    agent = site.agent(key_of(site, account, team=team))
    agent.remember(SESSION)
    agent.remember(DURABLE, durable=True)
    agent.remember(TEAM, share_with_team=True)
    site.app(agent.key, "letters").good("store_memory", content=STORE)
    return agent


def downloaded(page: Page) -> bytes:
    with page.expect_download() as begun:
        page.get_by_role("button", name="Download everything").click()
    assert begun.value.suggested_filename == "commonplace.json"
    return Path(begun.value.path()).read_bytes()


def memories_of(data: bytes) -> list[dict[str, Any]]:
    return [one for one in json.loads(data)["records"] if one["type"] == "memory"]


def document(records: Sequence[Any], head: str = '"format":"commonplace-export","version":1') -> bytes:
    """A file of records, as the download writes it."""
    lines = ",\n".join(one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in records)
    return f'{{{head},"records":[\n{lines}\n]}}\n'.encode()


def take(page: Page, data: bytes) -> None:
    """Choose a file and begin to import it."""
    file = {"name": "commonplace.json", "mimeType": "application/json", "buffer": data}
    page.get_by_label("File").set_input_files(file)  # type: ignore[arg-type]
    page.get_by_role("button", name="Import file").click()


def ended(page: Page, said: str) -> dict[str, int]:
    """Wait until an import is over and says so, and return the numbers that are shown."""
    end = page.locator("#import [data-end]")
    expect(end).to_contain_text(said)
    expect(end).to_be_focused()
    return stats(page.locator("#import .stat:visible"))


def stats(shown: Locator) -> dict[str, int]:
    """The number under each name."""
    return {name: int(number) for name, number in (one.split("\n") for one in shown.all_inner_texts())}


def open_erasing(page: Page, button: str, words: str, **fields: str) -> None:
    """Open a dialog that erases, and type what it asks for."""
    page.get_by_role("button", name=button, exact=True).click()
    dialog = page.get_by_role("dialog")
    for name, value in fields.items():
        dialog.get_by_label(name.capitalize(), exact=True).fill(value)
    dialog.get_by_label(re.compile("to confirm")).fill(words)


def erase_now(page: Page) -> None:
    page.get_by_role("dialog").get_by_role("button", name="Erase for good").click()


def hasten(site: Site, account: str, *ids: str) -> None:
    """Begin erasures' rounds as if 36 s had gone by, until they are complete; the server sweeps in each."""
    from commonplace.erasure import rounds
    from commonplace.storage import erasures

    here, end = site.runtime, time.monotonic() + 20
    ahead = replace(here, clock=lambda: here.clock() + 36 * SECOND)
    while any(one.completed_at is None for one in erasures_of(site, account) if one.id in ids):
        assert time.monotonic() < end
        for id_ in ids:
            order = erasures.ledger_of(here.tables).order(erasures.order_ledger(id_))
            if order is not None:
                rounds.advance(ahead, order, scheduled=False)
        time.sleep(0.02)


def erasures_of(site: Site, account: str) -> list[Any]:
    from commonplace.owner.erasures import LIST_ERASURES

    return list(LIST_ERASURES.call(site.owner(account), {}).erasures)


def test_everything_is_downloaded_and_taken_into_another_account(visit: Visiting, empty_site: Site) -> None:
    with_one_of_each_scope(empty_site, "giver")
    page = visit(empty_site, "giver").page("/settings")
    data = downloaded(page)
    whole = json.loads(data)
    Draft202012Validator(json.loads((ROOT / "docs/export.schema.json").read_text())).validate(whole)
    expect(page.locator("#export")).to_contain_text(f"Done: {len(whole['records'])} entries in the file.")
    scopes = {(one["text"], one["scope"]) for one in memories_of(data)}
    assert scopes == {(SESSION, "session"), (DURABLE, "account"), (TEAM, "team"), (STORE, "account")}
    taker = Agent(key_of(empty_site, "taker"), transport=empty_site.agent().transport)
    page = visit(empty_site, "taker").page("/settings")
    take(page, data)
    told = ended(page, "The whole file is imported.")
    assert (told["Stored"], told["There already"], told["Refused"], told["Stores made"]) == (4, 0, 0, 1)
    assert sorted(taker.recall()) == sorted([SESSION, DURABLE, TEAM])
    found = empty_site.app(taker.key, "letters").good("list_memories")
    assert [one["content"] for one in found["memories"]] == [STORE]
    take(page, data)
    told = ended(page, "The whole file is imported.")
    assert (told["Stored"], told["There already"]) == (0, 4)


def test_a_file_that_is_none_is_refused_and_of_a_damaged_one_each_line(visit: Visiting, empty_site: Site) -> None:
    visitor = visit(empty_site, "damaged")
    page = visitor.page("/settings")
    others = [b'{"memories": []}', b"", document([memory(1)], '"version":1'), b"x" * 20_000, b"\x89PNG" * 9]
    for data in others:
        take(page, data)
        ended(page, "The file holds bytes that are no text" if b"PNG" in data else "so nothing was sent")
    take(page, document([memory(1)], '"format":"commonplace-export","version":2'))
    ended(page, "an export of another version, so nothing was sent")
    assert visitor.sent("POST") == []
    whole = document([memory(1), "{broken", memory(2), memory(3, level="TOP")])
    take(page, whole[: whole.index(b"number 3") + 3])
    told = ended(page, "it was cut off")
    assert (told["Stored"], told["Refused"]) == (2, 2)
    rows = page.locator("[data-refused] tr").all_inner_texts()
    assert rows == ["3\tis no JSON", "5\tis no JSON"]
    take(page, document([memory(4), memory(5)]).replace(b"number 5", b"number \xff"))
    told = ended(page, "bytes that are no text")
    assert told["Stored"] == 0
    texts = sorted(one["text"] for one in memories_of(downloaded(page)))
    assert texts == [memory(number)["text"] for number in (1, 2)]


def test_a_stopped_and_cut_off_import_completes_without_doubles(visit: Visiting, empty_site: Site) -> None:
    visitor, held_back = visit(empty_site, "mover"), list[Route]()
    page = visitor.page("/settings")
    data = document([memory(number, **GONE) for number in range(2 * PART + 3)])

    def hold_from(part: int) -> None:
        """Let the parts before this one through, and hold what comes then."""
        sent = iter(range(1, 10))
        held_back.clear()

        def handle(route: Route) -> None:
            if next(sent) < part:
                route.continue_()
            else:
                held_back.append(route)

        page.unroute("**/settings/import")
        page.route("**/settings/import", handle)

    hold_from(2)
    take(page, data)
    expect(page.locator("[data-count=stored]")).to_have_text("200")
    expect(page.locator("#import [data-said]")).to_have_text("Line 202 of the file")
    assert 0.4 < float(page.locator("#import progress").evaluate("(bar) => bar.value")) < 0.5
    kept(page, "settings-importing", "light")
    page.locator("#import").get_by_role("button", name="Cancel").click()
    assert ended(page, "Stopped. What was stored until then stays")["Stored"] == PART
    held_back.pop().abort()
    hold_from(3)
    take(page, data)
    expect(page.locator("[data-count=stored]")).to_have_text("200")
    expect(page.locator("[data-count=unchanged]")).to_have_text("200")
    other = visitor.page("/connect")
    other.get_by_role("button", name="Sign out").click()
    expect(other).to_have_url(SIGN_IN)
    held_back.pop().continue_()
    told = ended(page, "You were signed out meanwhile")
    assert (told["Stored"], told["There already"]) == (PART, PART)
    page.unroute("**/settings/import")
    visitor.context.add_cookies([empty_site.cookie("mover")])  # type: ignore[list-item]
    with visitor.expecting("status of 403"):  # this page is still of the sign-in before
        take(page, data)
        ended(page, "You were signed out meanwhile")
    visitor.go(page, "/settings")
    take(page, data)
    told = ended(page, "The whole file is imported.")
    assert (told["Stored"], told["There already"]) == (3, 2 * PART)
    found = [one["id"] for one in memories_of(downloaded(page))]
    assert (len(found), len(set(found))) == (2 * PART + 3, 2 * PART + 3)


def test_the_whole_memory_is_erased_and_the_receipt_comes_alive(visit: Visiting, empty_site: Site) -> None:
    agent = with_one_of_each_scope(empty_site, "eraser")
    neighbour = Agent(key_of(empty_site, "neighbour"), transport=agent.transport)
    neighbour.remember(DURABLE, durable=True)
    visitor = visit(empty_site, "eraser")
    page = visitor.page("/settings")
    held_back: list[Route] = []
    page.route("**/settings/import", lambda route: held_back.append(route))
    take(page, document([memory(1)]))
    open_erasing(page, "Erase the whole memory", "erase")
    with visitor.expecting("400"):
        erase_now(page)
        words = page.get_by_role("dialog").get_by_label(re.compile("to confirm"))
        expect(words).to_be_focused()
    expect(words).to_have_attribute("aria-invalid", "true")
    expect(words).to_have_value("erase")
    expect(page.get_by_role("alert")).to_contain_text("nothing was erased")
    expect(page.locator("#import [data-end]")).to_contain_text("Stopped.")  # it would have gone on unseen
    held_back.pop().abort()
    assert accessibility_faults(page) == []
    assert sorted(agent.recall()) == sorted([SESSION, DURABLE, TEAM])
    before = held(empty_site.runtime.tables.client, empty_site.account("eraser"))
    begun = datetime.now(UTC).replace(microsecond=0)
    words.fill("Erase  everything")
    erase_now(page)
    expect(page.get_by_role("heading", name="Deleting from all tables")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/settings/erasures/[0-9a-f-]{36}$"))
    assert (agent.recall(), agent.recall(topic="plane tree")) == ([], [])
    assert [one["event"] for one in agent.call("get_pending").body["events"]] == ["erased"]
    assert neighbour.recall() == [DURABLE]
    look_through(page, "settings-erasing")
    id_ = page.url.rsplit("/", 1)[1]
    hasten(empty_site, "eraser", id_)
    # By itself, and said to who does not see it.
    expect(page.get_by_role("heading", name="Deleted from all tables")).to_be_focused()
    look_through(page, "settings-receipt")
    shown = stats(page.locator("#receipt .stat"))
    names = {"Memories": "memories", "Sessions": "sessions", "Large results": "tool_results",
             "Events, notes, counts and audit": "activity", "Stores and speakers": "directory"}  # fmt: skip
    deleted = {names[name]: number for name, number in shown.items()}
    assert deleted == {name: before[name] for name in deleted}  # with counts of calls, which went on meanwhile
    expect(page.locator("#receipt")).to_have_count(1)
    moments = [one.get_attribute("datetime") or "" for one in page.locator("#receipt time").all()]
    asked, completed = (datetime.fromisoformat(one) for one in moments)
    assert begun <= asked < completed
    for text in (SESSION, DURABLE, TEAM, STORE, "letters", "Gardeners", "Mina"):
        assert text not in page.content()
    page.get_by_role("link", name="To the settings").click()
    receipts = page.locator("#receipts").get_by_role("row")
    expect(receipts.nth(1)).to_contain_text("Complete")
    expect(receipts.nth(1)).to_contain_text(f"Complete{sum(deleted.values())}Open")
    expect(page.locator("#retention")).to_contain_text("Audit lines, which hold no content")
    assert held(empty_site.runtime.tables.client, empty_site.account("eraser"))["memories"] == 0
    assert neighbour.recall() == [DURABLE]
    agent.remember("A new beginning.")
    assert agent.recall() == ["A new beginning."]


def test_a_session_is_erased_twice_at_once_and_another_without_scripts(visit: Visiting, empty_site: Site) -> None:
    agent = Agent(key_of(empty_site, "impatient"), transport=empty_site.agent().transport)
    agent.remember(SESSION)
    agent.in_session("work").remember(TEAM)
    visitor = visit(empty_site, "impatient")
    tabs = [visitor.page("/settings"), visitor.page("/settings")]
    for tab in tabs:
        open_erasing(tab, "Erase a session", "ERASE", session="work")
    for tab in tabs:
        erase_now(tab)
    for tab in tabs:
        expect(tab.get_by_role("heading", name="Out of everybody's reach")).to_be_visible()
    asked = [one.id for one in erasures_of(empty_site, "impatient")]
    assert {tab.url.rsplit("/", 1)[1] for tab in tabs} == set(asked)
    hasten(empty_site, "impatient", *asked)
    for tab in tabs:
        expect(tab.get_by_role("heading", name="Deleted from all tables")).to_be_visible()
    assert (agent.in_session("work").recall(), agent.recall()) == ([], [SESSION])

    plain = visit(empty_site, "impatient", java_script_enabled=False).page("/settings")
    open_erasing(plain, "Erase a session", "erase", session="default")
    erase_now(plain)
    look_again = plain.get_by_role("link", name="Look again")
    expect(look_again).to_be_visible()
    assert agent.recall() == []
    hasten(empty_site, "impatient", plain.url.rsplit("/", 1)[1])
    look_again.click()
    expect(plain.get_by_role("heading", name="Deleted from all tables")).to_be_visible()
    assert len(erasures_of(empty_site, "impatient")) == len(asked) + 1


@pytest.mark.requirement("B1", "B2", "D9")
def test_nothing_is_erased_by_another_site_or_after_the_sign_in(
    visit: Visiting, empty_site: Site, attack: Attack
) -> None:
    agent = Agent(key_of(empty_site, "safe"), transport=empty_site.agent().transport)
    agent.remember(DURABLE, durable=True)
    cookie = empty_site.cookie("safe")
    said = "sent from a page of another site; nothing was done"
    attack(empty_site, cookie, "/settings/erase", said, what="account", words="erase everything")
    here = visit(empty_site)
    here.context.add_cookies([cookie])  # type: ignore[list-item]
    page = here.page("/settings")
    open_erasing(page, "Erase the whole memory", "erase everything")
    expire(empty_site, cookie)
    with here.expecting("401"):
        erase_now(page)
        expect(page.get_by_text("What you typed is still here")).to_be_in_viewport()
        page.get_by_role("link", name="Sign in in another tab").hover(timeout=3_000)  # no dialog is above it
    page.get_by_role("button", name="Erase the whole memory", exact=True).click()
    expect(page.get_by_role("dialog").get_by_label(re.compile("to confirm"))).to_have_value("erase everything")
    assert (erasures_of(empty_site, "safe"), agent.recall()) == ([], [DURABLE])


def test_settings_in_german(visit: Visiting, empty_site: Site) -> None:
    agent = Agent(key_of(empty_site, "deutsch"), transport=empty_site.agent().transport)
    agent.remember(SESSION)
    visitor = visit(empty_site, "deutsch", locale="de-AT", color_scheme="dark")
    page = visitor.page("/settings")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    read = page.locator("body").inner_text()
    assert re.findall(r"\b(?:settings|shell|errors|download)\.\w+", read) == []
    assert accessibility_faults(page) == []
    page.get_by_role("button", name="Sitzung löschen").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Sitzung", exact=True).fill("default")
    dialog.get_by_label(re.compile("zur Bestätigung")).fill("löschen")
    kept(page, "settings-german", "dark")
    assert accessibility_faults(page) == []
    dialog.get_by_role("button", name="Endgültig löschen").click()
    expect(page.get_by_role("heading", name="Für niemanden mehr erreichbar")).to_be_visible()
    assert agent.recall() == []

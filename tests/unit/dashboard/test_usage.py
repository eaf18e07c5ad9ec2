"""Usage in the dashboard: calls by day, key and way, notes with what they cost, and the audit."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

import pytest

from commonplace.dashboard.languages import language
from commonplace.dashboard.pages.usage import ACTIONS, REASONS
from commonplace.domain.ids import time_ordered_id
from commonplace.operations import http
from commonplace.operations.audit import Action, OwnerAction, audit_owner
from commonplace.operations.usage import day_of
from commonplace.owner.keys import CREATE_KEY
from commonplace.refusals.catalogue import LANGUAGES
from commonplace.storage.activity import count as counted
from commonplace.storage.activity import entry, notes_feed
from commonplace.storage.usage import Dialect, entry_of
from local.dynamodb import Meter
from tests.support.apps import App
from tests.support.clock import DAY, SECOND, HandClock
from tests.support.signed_in import SignedIn, agent_of
from tests.unit.dashboard.conftest import ACCOUNT, Browser, SignIn

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

HOSTILE = "\"'><img src=x onerror=alert(1)>"


def note(clock: HandClock, reason: str = "heartbeat", tokens: int = 100, session: str = "run-1") -> None:
    """Write what is kept of a note that was sent."""
    clock.advance(SECOND)
    tables, now = http.process().tables, clock()
    values = {"reason": reason, "tokens": tokens, "session_id": session, "at": now}
    feed = notes_feed(ACCOUNT)
    tables.commit([entry(tables.names.activity_table, feed, time_ordered_id(now), now // SECOND + 10**7, values)])


def count(clock: HandClock, dialect: Dialect, key_id: str) -> None:
    """Count one write."""
    tables, now = http.process().tables, clock()
    entry_id = entry_of(day_of(now), key_id, dialect, "")
    tables.commit([counted(tables.names.activity_table, ACCOUNT, entry_id, now, now // SECOND + 10**7, "writes")])


def stats(words: str, *names: str) -> list[str]:
    """The number behind each name."""
    return [re.findall(rf"{name} ([\d,]+)", words)[0] for name in names]


@pytest.mark.requirement("A14", "A18")
def test_calls_are_counted_by_day_key_and_way(sign_in: SignIn, clock: HandClock) -> None:
    browser = sign_in()
    empty = browser.get("/usage").words
    assert "No calls in 30 days" in empty
    assert 'href="/connect"' in browser.get("/usage").text
    owner = SignedIn(ACCOUNT)
    named, gone = owner.run(CREATE_KEY, name=HOSTILE), owner.run(CREATE_KEY, name="Letters")
    App(gone.key).good("create_store", user_id="letters")
    clock.advance(8 * DAY)
    for _ in range(3):
        App(named.key).good("list_stores")
    count(clock, "mcp", "oidc_0123456789ab")
    browser = sign_in()

    seen = browser.get("/usage")

    assert stats(seen.words, "Calls today", "Calls in 30 days", "Reads", "Writes") == ["4", "5", "3", "2"]
    rows = [
        " ".join(unescape(re.sub(r"<[^>]*>", " ", one)).split())
        for one in re.findall(r"<tr.*?</tr>", seen.text, re.S)
    ]
    assert "Oct 28, 2026 3 1" in rows
    assert "Oct 20, 2026 0 1" in rows
    assert "Letters 0 1 Oct 20, 2026" in rows
    assert "Client that signed in oidc_0123456789ab 0 1 Oct 28, 2026" in rows
    assert "Agents over MCP Calls of the memory's own tools on /mcp . 0 1" in rows
    assert "Calls that were understood count, whatever came of them. Those refused unread do not" in seen.words
    assert "Applications Calls to /api/v1 . 3 1" in rows
    drawn = seen.text.split('viewBox="0 0 600 160"')[1].split("</svg>")[0]
    bars = re.findall(r'<rect( class="second")? x="[\d.]+" y="([\d.]+)" width="16.0" height="([\d.]+)"', drawn)
    second = ' class="second"'
    assert bars == [(second, "120.0", "40.0"), ("", "40.0", "120.0"), (second, "0.0", "40.0")]
    assert (HOSTILE in seen.words, "<img" in seen.text) == (True, False)
    assert stats(browser.get("/usage?days=7").words, "Calls in 7 days") == ["4"]
    assert stats(browser.get("/usage?days=x").words, "Calls in 30 days") == ["5"]


@pytest.mark.requirement("A14")
def test_notes_are_listed_with_reason_tokens_session_time_and_cost(browser: Browser, clock: HandClock) -> None:
    assert "No notes yet" in browser.get("/usage/notes").words
    for number in range(210):
        note(clock, REASONS[number % 4], tokens=number, session=HOSTILE if number % 2 else "run-1")

    first = browser.get("/usage/notes")

    tokens = sum(range(10, 210))
    assert stats(first.words, "Notes", "Tokens of notes") == ["200", f"{tokens:,}"]
    assert stats(first.words, "Tokens a note") == [f"{round(tokens / 200)}"]
    assert (
        f"Context was shortened {209 - 2} run-1" in first.words or f"Memory changed {209} {HOSTILE}" in first.words
    )
    assert (HOSTILE in first.words, "<img" in first.text) == (True, False)
    assert "The latest; older ones are below." in first.words
    listed, address = [], "/usage/notes"
    while address:
        text = browser.get(address, hx_request="true").text
        rows = text.split('id="notes">')[1].split("</tbody>")[0]
        listed += [int(one) for one in re.findall(r'data-label="Tokens" class="number">(\d+)<', rows)]
        more = re.search(r'id="notes-more"><a class="button" href="([^"]+)"', text)
        address = more[1] if more else ""
    assert listed == [*reversed(range(210))]
    older = re.search(r'id="notes-more"><a class="button" href="([^"]+)"', first.text)
    assert older is not None
    assert "What notes cost" not in browser.get(unescape(older[1])).words  # that is of the latest


@pytest.mark.requirement("A14", "A18")
def test_a_page_reads_nothing_twice(sign_in: SignIn, clock: HandClock, engine_client: DynamoDBClient) -> None:
    for _ in range(60):
        note(clock)
    count(clock, "mcp", "key_1")
    browser = sign_in()

    def read(address: str) -> list[str]:
        with Meter(engine_client) as meter:
            assert browser.get(address).status == 200
        return sorted(f"{one.operation} {one.tables[0].removeprefix('commonplace-')}" for one in meter.calls)

    signed_in, erasures, activity = "GetItem directory", "Query erasures", "Query activity"
    assert read("/usage") == [signed_in, activity, activity, "Query directory", erasures]
    assert read("/usage/notes") == [signed_in, activity, erasures]


@pytest.mark.requirement("C9")
def test_the_audit_is_read_in_pages_and_by_action(browser: Browser, clock: HandClock, sign_in: SignIn) -> None:
    owner = SignedIn(ACCOUNT)
    agent = agent_of(owner.run(CREATE_KEY, name=HOSTILE), session="run-1")
    agent.call("memory_save", key="salary", content="ninety thousand")
    for number in range(60):
        audit_owner(owner.call(), "memory_pinned", about=f"memory-{number}")

    first = browser.get("/usage/audit")

    assert "Memory pinned You" in first.words
    assert ('<td role="cell"></td>' in first.text, 'data-label="Session"' in first.text) == (True, False)
    more = re.findall(r'id="lines-more"><a class="button" href="([^"]+)"', first.text)
    rest = browser.get(more[0])
    assert f"Memory saved {HOSTILE} run-1 Public" in rest.words
    assert "<img" not in rest.text
    assert "salary" not in first.text + rest.text
    only = browser.get("/usage/audit?action=key_created")
    assert only.text.count('<tr role="row"') == 2
    assert 'value="key_created" selected' in only.text
    assert "Nothing of this kind" in browser.get("/usage/audit?action=erase").words
    assert browser.get("/usage/audit?action=%3Cimg%3E").status == 400
    assert browser.get("/usage/audit?cursor=x").status == 400
    assert "Memory" not in sign_in("acc_2").get("/usage/audit").text.split('id="lines"')[-1].split("</form>")[-1]


def test_every_action_and_reason_has_its_words() -> None:
    from typing import get_args

    assert set(ACTIONS) == {*get_args(Action), *get_args(OwnerAction)}
    for code in LANGUAGES:
        texts = language(code).texts
        assert {one for one in ACTIONS if f"usage.actions.{one}" not in texts} == set()
        assert {one for one in REASONS if f"usage.reason_text.{one}" not in texts} == set()


def test_days_are_written_as_the_language_does() -> None:
    assert [language(code).day("2026-03-07") for code in ("en", "de")] == ["Mar 7, 2026", "07.03.2026"]

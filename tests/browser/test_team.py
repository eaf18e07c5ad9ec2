"""Team: one owner invites another; and case 44: a key revoked and a member removed while both are at work."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visiting
from tests.browser.test_keys import make
from tests.support.agents import Agent
from tests.support.browser_site import Site

pytestmark = [pytest.mark.xdist_group("browser-2"), pytest.mark.requirement("A18", "B3", "B1", "D9")]

LIMIT = 30.0  # seconds until changed rights count
WATERED, PAINTED = "The plane tree is watered on Mondays.", "The bench was painted green."


@dataclass
class Load:
    """Calls without a pause, each with whether it went well and when it began, in seconds."""

    work: Callable[[], bool]
    calls: list[tuple[float, bool]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._stop.wait(0.05):
            begun = time.monotonic()
            self.calls.append((begun, self.work()))

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(10)

    def last_success(self) -> float:
        return max(begun for begun, good in self.calls if good)

    def is_over(self) -> bool:
        """Whether it is refused now, for a second without an exception."""
        now = time.monotonic()
        return bool(self.calls) and now - self.last_success() > 1 and self.calls[-1][0] > self.last_success()


def told(agent: Agent) -> str:
    """What was missed."""
    answer = agent.call("get_pending")
    assert answer.status == 200
    return json.dumps(answer.body)


def note(agent: Agent) -> str:
    """The note that goes along with a connector's result after a compaction; empty: none."""
    assert agent.call("/v1/sessions/anchor").status == 200
    answer = agent.call("/v1/tool-calls", connector="files", tool="read", arguments={}, result={})
    assert answer.status == 200
    return "" if answer.body["note"] is None else str(answer.body["note"]["text"])


def key_for_team(page: Page, name: str, team: str) -> str:
    page.goto(page.url.split("/team")[0] + "/keys")
    page.get_by_label("Team", exact=True).select_option(label=team)
    return make(page, name)


def invite_and_accept(host: Page, guest: Page, team: str) -> None:
    host.get_by_label("Team's name").fill(team)
    host.get_by_label("Your name in the team").fill("Mina")
    host.get_by_role("button", name="Create team").click()
    expect(host.get_by_role("status")).to_contain_text("The team is there")
    host.get_by_role("button", name="Make invitation").click()
    expect(host.get_by_role("heading", name="Your invitation")).to_be_focused()
    link = host.locator("#invitation-link").text_content() or ""
    guest.goto(link)
    expect(guest.get_by_role("heading", name=f"You are invited to “{team}”")).to_be_visible()
    guest.locator("#accept-my_name").fill("Bo")
    guest.get_by_role("button", name="Join").click()
    expect(guest.get_by_role("status")).to_contain_text("you are a member now")
    host.reload()
    expect(host.get_by_role("row", name="Bo")).to_be_visible()
    assert link not in host.content()


def test_rights_that_end_while_agents_are_at_work(visit: Visiting, empty_site: Site) -> None:
    """Case 44, through the pages, by the real clock."""
    host, guest = visit(empty_site, "mina"), visit(empty_site, "bo")
    page, other = host.page("/team"), guest.page("/team")
    invite_and_accept(page, other, "Gardeners")
    mine = empty_site.agent(key_for_team(page, "With the team", "Gardeners"))
    plain = empty_site.agent(make(page, "To be revoked"))
    theirs = empty_site.agent(key_for_team(other, "Of the member", "Gardeners"))
    mine.remember(WATERED, share_with_team=True, importance=0.95)
    assert theirs.recall() == [WATERED]
    assert [WATERED in said for said in (told(theirs), note(theirs))] == [True, True]
    loads = [Load(lambda: plain.call("recall").status == 200), Load(lambda: bool(theirs.recall()))]
    try:
        page.goto(f"{empty_site.origin}/keys")
        page.get_by_role("link", name="Revoke To be revoked").click()
        page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
        expect(page.get_by_role("status")).to_contain_text("The key is revoked")
        ends = [time.monotonic()]
        page.goto(f"{empty_site.origin}/team")
        page.get_by_role("link", name="Remove Bo").click()
        page.get_by_role("dialog").get_by_role("button", name="Remove").click()
        expect(page.get_by_role("status")).to_contain_text("The member is removed")
        ends.append(time.monotonic())
        while time.monotonic() < ends[1] + LIMIT and not all(load.is_over() for load in loads):
            time.sleep(0.1)
        time.sleep(1)
    finally:
        for load in loads:
            load.stop()
    for load, ended in zip(loads, ends, strict=True):
        assert load.last_success() - ended < LIMIT
        assert load.calls[-1][0] > load.last_success()
        assert sum(begun > load.last_success() for begun, _ in load.calls) > 10
    assert plain.call("recall").status == 401
    mine.remember(PAINTED, share_with_team=True, importance=0.95)
    assert (theirs.recall(), theirs.recall(topic="plane tree")) == ([], [])
    for said in (told(theirs), note(theirs)):
        assert WATERED not in said
        assert PAINTED not in said
    assert theirs.call("remember", text="Not for them.", share_with_team=True).status == 403
    assert sorted(mine.recall()) == sorted([WATERED, PAINTED])
    expect(page.get_by_role("row", name="Bo")).to_have_count(0)
    other.goto(f"{empty_site.origin}/team")
    expect(other.get_by_role("heading", name="No team yet")).to_be_visible()

"""Who said what is shared with a team: names stay with the memory, and one's own words are nobody else's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import new_key
from tests.support.agents import Agent
from tests.support.apps import App
from tests.support.clock import HandClock

pytestmark = pytest.mark.usefixtures("tables")


def member(account: str, clock: HandClock) -> Agent:
    return Agent(new_key(account, team="crew", may_read=True, may_write=True, clock=clock))


def shared(agent: Agent) -> dict[str, Any]:
    return {item["text"]: item["speaker"] for item in agent.call("recall").body["items"]}


@pytest.mark.requirement("S3", "S5", "A2")
@pytest.mark.both_engines
def test_a_registered_speaker_goes_with_what_is_shared(clock: HandClock) -> None:
    ana, ben = member("ana", clock), member("ben", clock)
    App(ana.key).good("add_speaker", speaker="Ines / #1")

    ana.remember("The van is Ines's", share_with_team=True, speaker="Ines / #1")
    refused = ana.call("remember", text="The bus is Otto's", share_with_team=True, speaker="Otto")

    assert (refused.status, refused.error["speaker"]) == (400, "Otto")
    assert shared(ana) == shared(ben) == {"The van is Ines's": "Ines / #1"}


@pytest.mark.requirement("S5")
def test_another_members_own_words_are_not_the_readers(clock: HandClock) -> None:
    ana, ben = member("ana", clock), member("ben", clock)
    ana.remember("I promised the caterer a deposit", share_with_team=True, speaker="me")
    ben.remember("I promised the summary", durable=True, speaker="me")

    assert shared(ana) == {"I promised the caterer a deposit": "me"}
    assert shared(ben) == {"I promised the caterer a deposit": None, "I promised the summary": "me"}
    found = App(ben.key).good("search", query="what did I promise?", speaker="me")["memories"]
    assert [row["content"] for row in found] == ["I promised the summary"]
    everything = App(ben.key).good("search", query="what did I promise?")["memories"]
    assert {row["content"]: row["speaker"] for row in everything} == shared(ben)

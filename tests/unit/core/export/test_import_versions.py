"""Which versions an imported memory may name, and what it is called where its own id is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from commonplace.domain.levels import Level
from tests.conftest import new_key
from tests.support.agents import Agent
from tests.support.apps import App
from tests.support.clock import HandClock
from tests.support.erasures import Owner, holding
from tests.support.exports import Carrier, memory
from tests.support.stored import team_of

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

NEW, OLD = (
    memory(2, text="The bench is blue", revision=1),
    memory(1, text="The bench is green", state="superseded"),
)


def versions() -> list[dict[str, Any]]:
    """A memory and the version that it replaced."""
    return [OLD | {"superseded_by": NEW["id"]}, NEW | {"replaces": OLD["id"]}]


def named(carrier: Carrier) -> dict[str, tuple[str | None, str | None]]:
    """By text: the versions that a memory names."""
    found = carrier.export("memory")
    return {one["text"]: (one.get("replaces"), one.get("superseded_by")) for one in found}


@pytest.mark.requirement("A19", "B4")
def test_a_file_reaches_no_other_members_memory(bound: DynamoDBClient, clock: HandClock) -> None:
    mine, theirs = (
        new_key(name, team="crew", may_read=True, may_write=True, clock=clock) for name in ("acme", "zenith")
    )
    shared = Agent(theirs).remember("the colleague's own", share_with_team=True)["id"]
    carrier, owner = Carrier(mine), Owner(mine)
    of_team: dict[str, Any] = {"scope": "team", "team": team_of(mine)}
    done = carrier.take(
        [
            memory(1, **of_team, replaces=shared),
            memory(2, **of_team, state="superseded", superseded_by=shared),
        ]
    )
    taken = carrier.take([memory(3, **of_team) | {"id": shared}])

    assert (done["stored"], done["refused"], done["renamed"]) == (2, [], [])
    assert (taken["stored"], taken["refused"]) == (1, [])
    assert [one["line"] for one in taken["renamed"]] == [1]  # it gets an id of its own, and no one's place
    assert set(named(carrier).values()) == {(None, None)}
    assert holding(bound, "the colleague's own") != []
    for one in carrier.export("memory"):
        assert owner.erase("memory", id=one["id"])["deleted"] == {"memories": 1}
    assert Agent(theirs).recall() == ["the colleague's own"]
    orders = [item for table, item in holding(bound, shared) if table == "erasures"]
    assert orders == []


@pytest.mark.requirement("A19", "C6")
def test_a_file_names_no_version_above_its_own_level(bound: DynamoDBClient, clock: HandClock) -> None:
    high = App(new_key("acme", level=Level.RESTRICTED, clock=clock))
    secret = high.good("store_memory", content="The vault is in the cellar")["id"]
    low = Carrier(new_key("acme", clock=clock))

    low.take([memory(1, replaces=secret), memory(2, state="superseded", superseded_by=secret)])

    assert set(named(low).values()) == {(None, None)}
    App(low.key).good("forget", memory_id=memory(1)["id"])
    assert high.good("get_memory", memory_id=secret)["memory"]["content"] == "The vault is in the cellar"


@pytest.mark.requirement("A19")
@pytest.mark.parametrize("parts", [[[0, 1]], [[1, 0]], [[0], [1]]], ids=str)
def test_a_version_whose_id_is_taken_is_named_by_the_one_that_it_gets(
    parts: list[list[int]], carrier: Carrier
) -> None:
    taken = memory(1, text="another memory of this id")
    carrier.take([taken])
    renamed = []
    for part in parts:
        renamed += [one["id"] for one in carrier.take([versions()[place] for place in part])["renamed"]]

    (aside,) = renamed
    assert aside[:13] == OLD["id"][:13]  # of the same moment
    found = named(carrier)
    assert found == {
        taken["text"]: (None, None),
        OLD["text"]: (None, NEW["id"]),
        NEW["text"]: (aside, None),
    }
    assert App(carrier.key).good("lineage", memory_id=aside)["count"] == 2
    again = carrier.take([versions()[place] for part in parts for place in part])
    assert (again["stored"], again["unchanged"], again["renamed"]) == (0, 2, [])
    assert named(carrier) == found
    assert Owner(carrier.key).erase("memory", id=NEW["id"])["deleted"] == {"memories": 2}
    assert carrier.texts() == [taken["text"]]


@pytest.mark.requirement("A19", "A1")
def test_an_id_of_a_files_own_never_takes_a_keys_or_goals_place(carrier: Carrier) -> None:
    agent = Agent(carrier.key, "s")
    kept = agent.remember("kept under a key", key="k", durable=True)["id"]
    assert Owner(carrier.key).erase("memory", id=kept)["deleted"] == {"memories": 1}

    carrier.take([memory(1, text="no key at all") | {"id": kept}])
    agent.remember("kept anew", key="k", durable=True)

    assert sorted(agent.recall()) == ["kept anew", "no key at all"]
    assert [one["id"] == kept for one in carrier.export("memory") if one["text"] == "no key at all"] == [False]

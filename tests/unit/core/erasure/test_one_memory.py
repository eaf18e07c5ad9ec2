"""Erasing one memory: what of its versions goes with it, and what never does."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from commonplace.domain.levels import Level
from commonplace.domain.memory import State
from commonplace.domain.spaces import Scope, account_space, team_space
from commonplace.erasure import Memory, ask
from commonplace.operations.http import process
from commonplace.refusals.errors import NotFound
from tests.conftest import new_key
from tests.support.agents import Agent
from tests.support.apps import App
from tests.support.clock import HandClock
from tests.support.erasures import Owner, holding
from tests.support.stored import account_of, fact, put, team_of

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


@pytest.fixture
def keys(tables: DynamoDBClient, clock: HandClock) -> tuple[str, str]:
    """Keys of two members of a team."""
    mine, theirs = (
        new_key(name, team="crew", may_read=True, may_write=True, clock=clock) for name in ("acme", "zenith")
    )
    return mine, theirs


@pytest.mark.requirement("A19", "B4")
def test_a_chain_is_followed_only_through_the_authors_own_versions(
    keys: tuple[str, str], tables: DynamoDBClient
) -> None:
    mine, theirs = (account_of(key) for key in keys)
    space = team_space(team_of(keys[0]))
    foreign = fact(theirs, "a colleague's version", space=space, state=State.SUPERSEDED)
    naming_foreign = fact(mine, "names a colleague's", space=space, replaces=foreign.memory_id)
    in_force = fact(mine, "in force by itself", space=space)
    naming_in_force = fact(mine, "names what is in force", space=space, replaces=in_force.memory_id)
    put(tables, foreign, naming_foreign, in_force, naming_in_force)

    for one in (naming_foreign, naming_in_force):
        assert Owner(keys[0]).erase("memory", id=one.memory_id)["deleted"] == {"memories": 1}

    assert holding(tables, "a colleague's version") != []
    assert sorted(Agent(keys[1]).recall()) == ["in force by itself"]
    # The order for backups names what went, and nothing else.
    named = [item for _, item in holding(tables, foreign.memory_id)]
    assert [item["memory_id"]["S"] for item in named] == [foreign.memory_id]


@pytest.mark.requirement("A19", "C6", "S11")
def test_forgetting_takes_no_version_of_another_author_or_above_its_level(
    tables: DynamoDBClient, clock: HandClock
) -> None:
    app = App(new_key("acme", clock=clock))
    account = account_of(app.key)
    above = fact(account, "an earlier one, above", level=Level.RESTRICTED, state=State.SUPERSEDED)
    in_force = fact(account, "in force by itself")
    for named in (above, in_force):
        naming = fact(account, f"names {named.level.name}", replaces=named.memory_id)
        put(tables, named, naming)
        app.good("forget", memory_id=naming.memory_id)

        assert holding(tables, naming.text) == []
        assert holding(tables, named.text) != []


@pytest.mark.requirement("A19", "B4")
def test_what_is_anothers_or_in_a_place_of_anothers_is_no_memory_to_erase(
    keys: tuple[str, str], tables: DynamoDBClient, clock: HandClock
) -> None:
    mine, theirs = (account_of(key) for key in keys)
    stranger = account_of(new_key("stranger", clock=clock))
    others_team = replace(team_space(team_of(keys[0])), key="team/of_others/store/default")
    cases = [
        fact(theirs, "a colleague's", space=team_space(team_of(keys[0]))),
        fact(mine, "in a team that it never was in", space=others_team),
        fact(mine, "in another's account", space=account_space(stranger)),
    ]
    put(tables, *cases)

    for one in cases:
        with pytest.raises(NotFound):
            ask(process(), mine, Memory(one.space, one.memory_id))
    assert [len(holding(tables, one.text)) for one in cases] == [1, 1, 1]
    assert {one.space.scope for one in cases} == {Scope.TEAM, Scope.ACCOUNT}


@pytest.mark.requirement("A19")
def test_more_versions_than_a_transaction_holds_go_with_their_memory(
    tables: DynamoDBClient, clock: HandClock
) -> None:
    key = new_key("acme", clock=clock)
    account = account_of(key)
    versions = [fact(account, "hibiscus 0", state=State.SUPERSEDED)]
    for number in range(1, 191):
        earlier = versions[-1].memory_id
        state = State.ACTIVE if number == 190 else State.SUPERSEDED
        versions.append(fact(account, f"hibiscus {number}", number, replaces=earlier, state=state))
    put(tables, *versions)

    receipt = Owner(key).erase("memory", id=versions[-1].memory_id)

    assert (receipt["status"], receipt["deleted"]) == ("complete", {"memories": 191})
    assert holding(tables, "hibiscus") == []


@pytest.mark.requirement("A19", "B4")
def test_a_colleagues_write_in_the_place_of_an_erased_memory_stays(
    keys: tuple[str, str], tables: DynamoDBClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, theirs = (Agent(key) for key in keys)
    kept = mine.remember("mine under the key", key="k", share_with_team=True)["id"]
    commit = type(process().tables).commit
    raced: list[bool] = []

    def after_a_write(tables: object, actions: object) -> None:
        if not raced:
            raced.append(True)
            theirs.remember("the colleague's under the key", key="k", share_with_team=True)
        commit(tables, actions)  # type: ignore[arg-type]

    owner = Owner(keys[0])
    monkeypatch.setattr(type(process().tables), "commit", after_a_write)
    answer = owner.ask(what="memory", id=kept)

    assert raced == [True]
    assert answer.status == 404
    assert theirs.recall() == ["the colleague's under the key"]


@pytest.mark.requirement("A19")
def test_a_memory_is_found_in_every_generation_and_the_unnamed_session(
    tables: DynamoDBClient, clock: HandClock
) -> None:
    agent = Agent(new_key("acme", clock=clock))
    owner, session = Owner(agent.key), agent.in_session("s")
    kept = []
    for number in range(3):
        kept.append(session.remember(f"of generation {number}")["id"])
        session.call("/v1/sessions/reset")
    unnamed = agent.remember("in the session that has no name")["id"]

    assert owner.ask(what="memory", id=unnamed).status == 404
    assert owner.erase("memory", id=unnamed, session="default")["deleted"] == {"memories": 1}
    for number, one in enumerate(kept):
        assert owner.ask(what="memory", id=one, session="other").status == 404
        assert owner.erase("memory", id=one, session="s")["deleted"] == {"memories": 1}
        assert holding(tables, f"of generation {number}") == []


@pytest.mark.requirement("A19", "S11", "D8")
def test_no_answer_tells_of_an_erased_memory_again(tables: DynamoDBClient, clock: HandClock) -> None:
    app = App(new_key("acme", clock=clock))
    turn = {"user_msg": "When does the train leave?", "assistant_msg": "At seven."}
    app.good("add_speaker", speaker="Ann")
    sent: dict[str, dict[str, Any]] = {
        "store_memory": {"content": "Herons nest late"},
        "store_turn": turn,
        "bulk_store": {"content": "Otters swim at night. Swans sleep on the water."},
    }
    first = {name: app.good(name, idempotency_key=name, **arguments) for name, arguments in sent.items()}
    said: dict[str, Any] = {"content": "Ann likes rye bread", "metadata": {"speaker": "Ann"}}
    ann = app.good("store_memory", idempotency_key="ann", **said)
    kept = app.good("store_memory", idempotency_key="kept", content="Larks rise early")
    for one in app.good("list_memories", limit=50)["memories"]:
        if one["id"] not in (ann["id"], kept["id"]):
            Owner(app.key).erase("memory", id=one["id"])
    Owner(app.key).erase("speaker", store="default", speaker="Ann")  # not swept yet

    again = {name: app.call(name, idempotency_key=name, **arguments) for name, arguments in sent.items()}
    again["ann"] = app.call("store_memory", idempotency_key="ann", **said)

    old = set(re.findall("[0-9a-f-]{36}", json.dumps([first, ann])))
    for answer in again.values():
        assert (answer.status, "idempotent-replayed" in answer.headers) == (200, False)
        assert old & set(re.findall("[0-9a-f-]{36}", json.dumps(answer.body))) == set()
    found = [one["content"] for one in app.good("list_memories", limit=50)["memories"]]
    assert sorted(found)[:2] == ["Ann likes rye bread", "Herons nest late"]
    replayed = app.call("store_memory", idempotency_key="kept", content="Larks rise early")
    assert (replayed.body["id"], replayed.headers["idempotent-replayed"]) == (kept["id"], "true")
    other = app.call("store_memory", idempotency_key="store_memory", content="Something else")
    assert other.status == 422  # what was done anew is kept under its key

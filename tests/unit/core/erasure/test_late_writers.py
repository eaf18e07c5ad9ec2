"""Writes that an erasure overtakes: never visible, swept in the end, and no later write is lost to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from commonplace.domain.spaces import session_space
from commonplace.operations.http import process
from commonplace.storage.actions import Action
from tests.conftest import new_key
from tests.support.agents import Agent, stack
from tests.support.apps import App
from tests.support.erasures import Owner, Service, everything, holding
from tests.support.stored import account_of, fact, put

OLD = "heliotrope"


@dataclass
class Between:
    """Does something once, when a call has read the heads and is about to write."""

    happens: Callable[[], object]
    done: list[object] = field(default_factory=list)

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        tables = type(process().tables)
        commit = tables.commit

        def writing(this: Any, actions: Any, *arguments: Any, **options: Any) -> Any:
            if not self.done and not _counts(actions):
                self.done.append(None)
                self.happens()
            return commit(this, actions, *arguments, **options)

        monkeypatch.setattr(tables, "commit", writing)


def _counts(actions: list[Action]) -> bool:
    """Whether it is only the count of a call, which is done beside it."""
    return {action.table for action in actions} == {stack().environment["ACTIVITY_TABLE"]}


@pytest.fixture
def key(service: Service) -> str:
    return new_key("acme", team="crew", may_read=True, may_write=True, clock=service.clock)


WRITES: dict[str, Callable[[Agent], Any]] = {
    "a fact": lambda agent: agent.call("remember", text=OLD),
    "a fact under a key": lambda agent: agent.call("remember", text=OLD, key="k"),
    "a fact for good": lambda agent: agent.call("remember", text=OLD, key="k", durable=True),
    "a fact of the team": lambda agent: agent.call("remember", text=OLD, key="k", share_with_team=True),
    "a goal": lambda agent: agent.call("set_goal", goal=OLD),
    "a plan": lambda agent: agent.call("checkpoint", goal=OLD, plan_steps=[OLD], open_questions=[OLD]),
    "a classified memory": lambda agent: agent.call("memory_save", key="k", content=OLD),
    "a memory of a store": lambda agent: App(agent.key).call("store_memory", content=OLD),
    "a turn": lambda agent: App(agent.key).call("store_turn", user_msg=OLD, assistant_msg=OLD),
}


@pytest.mark.requirement("A19")
@pytest.mark.parametrize("started", [False, True], ids=["in a new session", "in a running session"])
@pytest.mark.parametrize("what", WRITES)
def test_a_write_under_way_is_never_visible_and_is_swept(
    what: str, started: bool, key: str, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent, owner = Agent(key), Owner(key)
    if started:
        agent.remember("something")
    receipts: list[dict[str, Any]] = []
    between = Between(lambda: receipts.append(owner.erase()))
    between.install(monkeypatch)

    answer = WRITES[what](agent)

    assert between.done
    assert answer.status in (200, 503), answer.body
    assert agent.recall(limit=25) == []
    assert agent.call("memory_get", key="k").body["found"] is False
    assert App(key).good("list_memories")["memories"] == []
    service.complete(owner, receipts[0]["id"])
    assert holding(service.client, OLD) == []


@pytest.mark.requirement("A19")
@pytest.mark.parametrize("scope", [{}, {"durable": True}, {"share_with_team": True}], ids=str)
def test_a_later_write_under_the_same_key_is_not_lost_to_it(
    scope: dict[str, bool], key: str, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent, other, owner = Agent(key), Agent(key), Owner(key)
    agent.remember("before", key="k", **scope)
    receipts: list[dict[str, Any]] = []

    def happens() -> None:
        receipts.append(owner.erase())
        other.remember("after", key="k", **scope)

    Between(happens).install(monkeypatch)
    late = agent.call("remember", text=OLD, key="k", **scope)

    assert (late.status, late.error["type"]) == (503, "overloaded_error")  # and nothing of it was kept
    assert agent.recall() == ["after"]
    service.complete(owner, receipts[0]["id"])
    assert agent.recall() == ["after"]
    assert holding(service.client, OLD) == []


@pytest.mark.requirement("A19")
def test_a_write_after_the_erasure_keeps_a_head_that_is_being_swept(key: str, service: Service) -> None:
    agent, owner = Agent(key), Owner(key)
    agent.remember("before")
    agent.call("set_goal", goal="Before")
    for session in ("default", "once-reset"):
        agent.in_session(session).call("/v1/sessions/reset")

    receipt = owner.erase()
    agent.remember("after")
    agent.call("set_goal", goal="After")
    agent.in_session("once-reset").remember("after the reset")
    service.background.run(3)
    assert agent.recall() == ["After", "after"]
    assert agent.in_session("once-reset").recall() == ["after the reset"]
    service.complete(owner, receipt["id"])

    assert agent.recall() == ["After", "after"]
    assert agent.in_session("once-reset").recall() == ["after the reset"]


@pytest.mark.requirement("A19")
@pytest.mark.parametrize("calls", range(1, 9))
def test_a_head_swept_during_a_later_write_is_created_again_with_it(
    calls: int, key: str, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent, owner = Agent(key), Owner(key)
    for _ in range(3):
        agent.call("/v1/sessions/reset")
    agent.remember("before")
    receipt = owner.erase()
    Between(lambda: service.background.run(0.5 * calls)).install(monkeypatch)  # between its heads and its write

    agent.remember("after")

    assert agent.recall() == ["after"]
    service.complete(owner, receipt["id"])
    assert agent.recall() == ["after"]


@pytest.mark.requirement("A19")
def test_a_write_into_an_erased_session_does_not_land_in_the_next_one(
    key: str, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent, owner = Agent(key), Owner(key)
    agent.call("set_goal", goal="Before")
    receipts: list[dict[str, Any]] = []
    between = Between(lambda: receipts.append(owner.erase("session", session="default")))
    between.install(monkeypatch)

    late = agent.call("set_goal", goal=OLD)

    assert late.status in (200, 503)  # kept before the erasure, or not at all
    assert agent.recall() == []
    service.complete(owner, receipts[0]["id"])
    assert holding(service.client, OLD) == []


@pytest.mark.requirement("A19")
def test_a_write_with_the_new_epoch_and_the_old_session_is_swept(key: str, service: Service) -> None:
    agent, account_id = Agent(key), account_of(key)
    agent.remember("before")
    receipt = Owner(key).erase("session", session="default")
    put(service.client, fact(account_id, OLD, space=session_space(account_id, "default", 0), epoch=1))
    agent.remember("after")

    service.complete(Owner(key), receipt["id"])

    assert holding(service.client, OLD) == []
    assert agent.recall() == ["after"]


@pytest.mark.requirement("A19")
@pytest.mark.parametrize("written", ["a fact", "a goal", "a call"])
def test_a_head_written_before_its_sweep_keeps_only_its_level(written: str, key: str, service: Service) -> None:
    agent, call = Agent(key), {"connector": "c", "tool": "t", "arguments": {}, "result": {"id": "cus_9x8Y7w6V5u"}}
    agent.call("/v1/sessions/taint", level="INTERNAL")
    agent.call("set_goal", goal=OLD)
    agent.call("checkpoint", goal=OLD, plan_steps=[OLD], open_questions=[OLD])
    agent.call("/v1/tool-calls", **call)

    def head() -> dict[str, Any]:
        (found,) = [item for table, item in everything(service.client) if "taint" in item]
        return found

    before = head()
    assert {"goal_id", "checkpoint", "calls"} <= set(before)
    Owner(key).erase()

    if written == "a call":
        agent.call("/v1/tool-calls", **call | {"tool": "other"})
    else:
        assert WRITES[written](agent).status == 200

    after, told = head(), {"a fact": set(), "a goal": {"goal_id"}, "a call": {"calls"}}[written]
    assert {"goal_id", "checkpoint", "calls"} & set(after) == told
    assert before.get("calls") != after.get("calls")
    assert (after["taint"], after["epoch"]) == ({"N": "1"}, {"N": "1"})


@pytest.mark.requirement("A19", "C8")
@pytest.mark.parametrize("what", ["account", "session"])
def test_a_session_that_rises_while_it_is_erased_has_its_new_level(
    what: str, key: str, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent, owner = Agent(key), Owner(key)
    agent.remember("before")
    receipts: list[dict[str, Any]] = []
    arguments = {"session": "default"} if what == "session" else {}
    Between(lambda: receipts.append(owner.erase(what, **arguments))).install(monkeypatch)

    assert agent.call("/v1/sessions/taint", level="RESTRICTED").body["classification"] == "RESTRICTED"

    service.complete(owner, receipts[0]["id"])
    assert agent.remember("after")["classification"] == "RESTRICTED"


@pytest.mark.requirement("A19")
def test_what_lands_in_a_swept_space_is_deleted_in_a_later_round(
    key: str, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent, owner = Agent(key), Owner(key)
    agent.remember("before")
    receipts: list[dict[str, Any]] = []

    def happens() -> None:
        receipts.append(owner.erase())
        service.background.run(5)  # the first round is over

    Between(happens).install(monkeypatch)
    agent.call("remember", text=OLD, durable=True)

    assert agent.recall() == []
    assert len(holding(service.client, OLD)) == 1
    took = service.background.run_until(lambda: not holding(service.client, OLD))
    assert took <= 25
    done = service.complete(owner, receipts[0]["id"])
    assert done["deleted"]["memories"] == 2


@pytest.mark.requirement("A11", "A13", "A19")
@pytest.mark.parametrize("earlier", [0, 1], ids=["of a first call", "of a call that was made before"])
def test_ids_and_results_of_a_running_call_are_hidden_and_swept(
    earlier: int, key: str, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent, owner, customer = Agent(key), Owner(key), "cus_9x8Y7w6V5u4T3s"
    done = {"connector": "c", "tool": "t", "arguments": {}, "result": {"customer": customer, "rows": ["x" * 3000]}}
    for _ in range(earlier):
        agent.call("/v1/tool-calls", **done)
    receipts: list[dict[str, Any]] = []
    Between(lambda: receipts.append(owner.erase())).install(monkeypatch)

    late = agent.call("/v1/tool-calls", **done)

    assert late.status in (200, 503)
    assert agent.recall(limit=25) == []
    pointer = late.body.get("pointer")
    if pointer:
        assert agent.call("recall_result", cache_key=pointer["cache_key"]).status == 404
    service.complete(owner, receipts[0]["id"])
    assert holding(service.client, customer) == []
    assert not any(table == "tool_results" for table, _ in everything(service.client))

"""What ends by itself: its end is written in whole seconds, and no reader waits for TTL."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from commonplace.domain.lifetime import is_expired
from tests.support.agents import Agent
from tests.support.clock import DAY, SECOND, START, HandClock
from tests.support.erasures import everything

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

FORTNIGHT = 1_209_600  # seconds
CALL = {"connector": "db", "tool": "dump", "arguments": {}, "result": {"rows": ["x" * 3000]}}


@pytest.fixture
def in_berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine whose clock shows summer time, which ends before the fortnight is over."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def write(agent: Agent) -> str:
    """A memory, a large result twice, so that it is kept, and an event; return the result's key."""
    agent.remember("session")
    agent.call("/v1/tool-calls", **CALL)
    key: str = agent.call("/v1/tool-calls", **CALL).body["pointer"]["cache_key"]
    assert agent.call("/v1/sessions/taint", level="INTERNAL").status == 200
    return key


@pytest.mark.requirement("A9")
def test_sessions_expire_after_exactly_14_days_in_any_time_zone(
    in_berlin: None, agent: Agent, tables: DynamoDBClient, clock: HandClock
) -> None:
    clock.now, clock.step = START, 0  # 2026-10-20T12:00+02:00
    write(agent)

    ends: dict[str, set[Any]] = {"memories": set(), "tool_results": set(), "activity": set()}
    for table, item in everything(tables):
        if table in ends and not item.get("feed", {"S": ""})["S"].startswith("usage/"):
            ends[table].add(item["expires_at"]["N"])
    end = str(START // SECOND + FORTNIGHT)
    assert ends == {"memories": {end}, "tool_results": {end}, "activity": {end}}


@pytest.mark.requirement("A7", "A9")
@pytest.mark.both_engines
def test_results_and_events_expire_to_the_second_without_a_deletion(
    agent: Agent, tables: DynamoDBClient, clock: HandClock
) -> None:
    clock.step = 0
    key = write(agent)
    clock.advance(14 * DAY - SECOND)
    assert agent.call("recall_result", cache_key=key).status == 200
    told = [one["event"] for one in agent.call("get_pending").body["events"]]
    assert sorted(told) == ["memory_changed", "taint_raised"]

    clock.advance(SECOND)

    assert agent.call("recall_result", cache_key=key).status == 404
    assert agent.call("get_pending").body["events"] == []
    held = [table for table, _ in everything(tables)]
    assert {"memories", "tool_results", "activity"} <= set(held)


@pytest.mark.requirement("A9", "A13")
def test_a_result_that_ended_is_met_anew_and_not_replaced_by_a_pointer(agent: Agent, clock: HandClock) -> None:
    key = write(agent)
    clock.advance(15 * DAY)

    assert agent.call("/v1/tool-calls", **CALL).body["pointer"] is None
    assert agent.call("recall_result", cache_key=key).status == 404
    assert agent.call("/v1/tool-calls", **CALL).body["pointer"]["cache_key"] == key
    assert agent.call("recall_result", cache_key=key).status == 200


@pytest.mark.requirement("A9")
def test_a_moment_has_come_at_its_own_second_and_not_before() -> None:
    end = 1_792_490_400

    assert not is_expired(end, end * SECOND - 1)
    assert is_expired(end, end * SECOND)
    assert not is_expired(None, end * SECOND)

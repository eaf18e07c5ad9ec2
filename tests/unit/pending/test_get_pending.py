"""get_pending: what was missed, in an order that only grows; nothing missed and nothing twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import new_key
from tests.support.agents import Agent
from tests.support.clock import HandClock

SECOND = 1_000_000


def pending(agent: Agent, since: str | None = None) -> list[dict[str, Any]]:
    answer = agent.call("get_pending", **({} if since is None else {"since": since}))
    assert answer.status == 200, answer.body
    events: list[dict[str, Any]] = answer.body["events"]
    return events


def names_and_texts(events: list[dict[str, Any]]) -> list[tuple[str, str | None]]:
    return [(event["event"], event["text"]) for event in events]


@pytest.mark.requirement("A6")
@pytest.mark.both_engines
def test_each_kind_of_event_is_delivered_in_order(agent: Agent, clock: HandClock) -> None:
    member = Agent(new_key("acme", team="crew", may_read=True, may_write=True, clock=clock))
    other = Agent(new_key("else", team="crew", may_read=True, may_write=True, clock=clock), session="far")
    steps: list[Callable[[], object]] = [
        lambda: member.call("set_goal", goal="Goal one"),
        lambda: member.call("checkpoint", goal="Goal one", plan_steps=["a"]),
        lambda: other.call("remember", text="Shared by another", share_with_team=True),
        lambda: member.in_session("elsewhere").remember("Kept elsewhere", key="k", durable=True),
        lambda: member.in_session("elsewhere").call("forget", key="k"),
        lambda: member.send("/v1/sessions/taint", b'{"level": "INTERNAL"}'),
        lambda: member.in_session("elsewhere").remember("of another session"),
    ]
    for step in steps:
        clock.advance(60 * SECOND)
        step()

    assert names_and_texts(pending(member)) == [
        ("goal_changed", "Goal one"),
        ("plan_changed", "Goal one\n1. a"),
        ("team_item_added", "Shared by another"),
        ("memory_forgotten", None),
        ("taint_raised", None),
    ]


@pytest.mark.requirement("A6")
@pytest.mark.both_engines
def test_since_continues_after_the_last_event_seen(agent: Agent, clock: HandClock) -> None:
    second = agent  # two clients of one key share the session
    agent.remember("one", key="a")
    first = pending(second)
    assert names_and_texts(first) == [("memory_changed", "one")]
    assert pending(second, first[-1]["cursor"]) == []

    clock.advance(SECOND)
    agent.call("set_goal", goal="The goal")
    agent.remember("two", key="b")
    after = pending(second, first[-1]["cursor"])

    assert sorted(names_and_texts(after)) == [("goal_changed", "The goal"), ("memory_changed", "two")]
    assert pending(second, after[0]["cursor"]) == after[1:]
    assert pending(second, after[-1]["cursor"]) == []
    clock.advance(60 * SECOND)
    assert pending(second, after[-1]["cursor"]) == []


@pytest.mark.requirement("A6")
def test_cursors_grow_and_pages_give_each_event_once(engine_agent: Agent, clock: HandClock) -> None:
    agent = engine_agent
    for number in range(130):
        if number % 7 == 0:
            clock.advance(SECOND)  # seven events a moment
        agent.remember(f"fact {number}", importance=0.1)
    last = pending(agent)
    assert names_and_texts(last) == [("memory_changed", f"fact {n}") for n in range(80, 130)] or len(last) == 50

    seen: list[dict[str, Any]] = []
    cursor = pending(agent.in_session("new"))  # another session has none of them
    assert cursor == []
    since = None
    begin = agent.call("get_pending").body
    assert begin["more"] is False
    clock.advance(3600 * SECOND)
    agent.remember("marker", key="marker")
    everything = agent.call("get_pending", since=last[0]["cursor"]).body
    while True:
        seen += everything["events"]
        since = everything["events"][-1]["cursor"]
        if not everything["more"]:
            break
        everything = agent.call("get_pending", since=since).body

    texts = [event["text"] for event in seen]
    assert len(texts) == len(set(texts)) == 50
    assert texts[-1] == "marker"
    cursors = [event["cursor"] for event in last]
    assert cursors == sorted(cursors)


@pytest.mark.requirement("A6", "C6")
def test_no_event_above_the_sessions_level_is_delivered(agent: Agent) -> None:
    raised = agent.in_session("raised")
    raised.send("/v1/sessions/taint", b'{"level": "RESTRICTED"}')
    raised.remember("secret", key="s", durable=True)
    raised.call("forget", key="s")

    assert pending(agent) == []
    assert [event["event"] for event in pending(raised)] == ["taint_raised", "memory_forgotten"]


@pytest.mark.requirement("A6", "D10")
@pytest.mark.parametrize(
    "mangle", [lambda c: c[:-1] + ("A" if c[-1] != "A" else "B"), lambda c: "x", lambda c: c + "A"]
)
def test_a_mangled_or_foreign_cursor_is_refused(agent: Agent, clock: HandClock, mangle: Any) -> None:
    agent.remember("one")
    cursor = pending(agent)[-1]["cursor"]
    stranger = Agent(new_key("stranger", clock=clock))

    for who, since in ((agent, mangle(cursor)), (stranger, cursor), (agent.in_session("b"), cursor)):
        answer = who.call("get_pending", since=since)
        assert (answer.status, answer.error["field"]) == (400, "since")


@pytest.mark.requirement("A6")
def test_a_late_write_is_delivered_once(agent: Agent, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record stamped before the last event, and written after it was read, comes with the next call."""
    clock.advance(10 * SECOND)
    agent.remember("early", key="early")
    clock.advance(3 * SECOND)
    seen = pending(agent)
    clock.now -= 5 * SECOND
    agent.remember("late", key="late")
    clock.now += 6 * SECOND

    after = pending(agent, seen[-1]["cursor"])

    assert names_and_texts(after) == [("memory_changed", "late")]
    assert pending(agent, after[-1]["cursor"]) == []


@pytest.mark.requirement("A6")
def test_events_before_the_last_fifty_are_not_delivered_as_new(engine_agent: Agent, clock: HandClock) -> None:
    for number in range(60):
        engine_agent.remember(f"fact {number}", importance=0.1)  # all within a moment
    last = pending(engine_agent)
    assert [event["text"] for event in last] == [f"fact {n}" for n in range(10, 60)]

    assert pending(engine_agent, last[-1]["cursor"]) == []
    engine_agent.remember("one more")
    assert [event["text"] for event in pending(engine_agent, last[-1]["cursor"])] == ["one more"]

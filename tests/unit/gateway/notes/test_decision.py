"""When a note is sent, and why: single rules, then 200 calls of one session."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commonplace.domain.clock import SECOND
from commonplace.gateway.notes.decision import HEARTBEAT_CALLS, decide
from commonplace.gateway.notes.history import CallHistory, FinishedCall, MemoryState
from commonplace.gateway.notes.reasons import BUDGETS, Reason
from commonplace.gateway.notes.rendering import Note, render
from tests.unit.gateway.notes.o200k import count

pytestmark = pytest.mark.requirement("A12")

START = 1_790_000_000 * SECOND


class Session:
    """Plays calls as the gateway does: the call, the decision, the note."""

    def __init__(self, *, memory: MemoryState | None = None, has_content: bool = True) -> None:
        self.history = CallHistory()
        self.memory = memory or MemoryState()
        self.has_content = has_content
        self.at = START
        self.number = 0
        self.notes: list[tuple[int, str]] = []
        self.texts: list[tuple[Reason, Note]] = []

    def call(
        self,
        name: str | None = None,
        *,
        failed: bool = False,
        used_ids: tuple[str, ...] = (),
        met_ids: tuple[str, ...] = (),
        reconnected: bool = False,
        wait: int = 1,
    ) -> Reason | None:
        self.number += 1
        self.at += wait * SECOND
        made = FinishedCall(
            name or f"call {self.number}",
            failed,
            self.at,
            used_ids=used_ids,
            met_ids=met_ids,
            reconnected=reconnected,
        )
        self.history = CallHistory.from_stored(self.history.stored()).after_call(made, self.memory)
        reason = decide(self.history, self.memory)
        if reason is None:
            return None
        goal = f"Move the billing, part {self.memory.goal}" if self.memory.goal else None
        note = render(reason, goal, None, ["Acme is on the gold plan"] if self.has_content else [], [])
        self.history = self.history.after_note(self.memory, sent=note is not None)
        if note is None:
            return None
        self.notes.append((self.number, reason.value))
        self.texts.append((reason, note))
        return reason

    def calls(self, number: int) -> list[Reason | None]:
        return [self.call() for _ in range(number)]

    def change(self, *, goal: str | None = None, plan: str | None = None) -> None:
        """Let another client write, or replace goal or plan."""
        self.at += SECOND
        if goal is None and plan is None:
            self.memory = replace(self.memory, changed_at=self.at)
        self.memory = replace(self.memory, goal=goal or self.memory.goal, plan=plan or self.memory.plan)


# Heartbeat.


def test_the_twelfth_call_since_any_note_is_a_heartbeat() -> None:
    session = Session()
    assert session.calls(26) == [
        *[None] * 11,
        Reason.HEARTBEAT,
        *[None] * 11,
        Reason.HEARTBEAT,
        None,
        None,
    ]


def test_any_note_resets_the_count_of_twelve() -> None:
    session = Session()
    session.calls(5)
    session.change()
    assert session.call() is Reason.MEMORY_CHANGED
    assert session.calls(12) == [*[None] * 11, Reason.HEARTBEAT]


def test_an_empty_note_is_not_sent_and_resets_the_count() -> None:
    session = Session(has_content=False)
    assert session.calls(13) == [None] * 13
    session.has_content = True
    assert session.calls(11) == [*[None] * 10, Reason.HEARTBEAT]  # the 24th call


# Memory changed.


def test_a_write_of_others_causes_one_note() -> None:
    session = Session()
    session.call()
    session.change()
    assert session.calls(3) == [Reason.MEMORY_CHANGED, None, None]
    session.change()
    session.change()
    assert session.calls(2) == [Reason.MEMORY_CHANGED, None]


def test_what_others_wrote_before_the_first_call_is_no_change() -> None:
    session = Session(memory=MemoryState(changed_at=START - 5, goal="a", plan="p"))
    assert session.calls(2) == [None, None]


def test_a_first_goal_and_plan_are_no_change_and_replaced_ones_are() -> None:
    session = Session()
    session.call()
    session.change(goal="a")
    assert session.call() is None
    session.change(plan="p")
    assert session.call() is None
    session.change(goal="b")
    assert session.calls(2) == [Reason.MEMORY_CHANGED, None]
    session.change(plan="q")
    assert session.calls(2) == [Reason.MEMORY_CHANGED, None]


def test_a_new_goal_after_a_removed_one_is_a_change() -> None:
    session = Session(memory=MemoryState(goal="a"))
    session.call()
    session.memory = MemoryState()
    assert session.call() is None
    session.change(goal="b")
    assert session.call() is Reason.MEMORY_CHANGED


def test_a_write_of_the_session_itself_is_no_change() -> None:
    """Its own remembers and captured ids do not move ``changed``."""
    session = Session(memory=MemoryState(changed_at=7))
    assert session.calls(11) == [None] * 11


# Disorientation.


def test_a_lost_agent_gets_one_note_for_the_same_cause() -> None:
    session = Session()
    assert [session.call("a") for _ in range(5)] == [None, None, Reason.DISORIENTATION, None, None]
    assert [session.call("b") for _ in range(3)] == [None, None, Reason.DISORIENTATION]


def test_an_endless_repeated_call_gets_heartbeats_after_its_first_note() -> None:
    session = Session()
    for _ in range(40):
        session.call("a")
    assert session.notes == [(3, "disorientation"), (15, "heartbeat"), (27, "heartbeat"), (39, "heartbeat")]


# Anchor.


def test_an_anchor_is_sent_once_with_the_next_call() -> None:
    session = Session()
    session.call()
    session.history = session.history.with_anchor_requested()
    assert session.calls(3) == [Reason.COMPACTION_ANCHOR, None, None]


def test_an_anchor_with_nothing_to_say_stays_due() -> None:
    session = Session(has_content=False)
    session.history = session.history.with_anchor_requested()
    assert session.calls(3) == [None] * 3
    session.has_content = True
    assert session.calls(3) == [Reason.COMPACTION_ANCHOR, None, None]


def test_of_several_reasons_the_one_with_the_largest_budget_is_used() -> None:
    session = Session(memory=MemoryState(goal="a"))
    session.calls(9)
    session.call("x")
    session.call("x")
    session.change()
    session.history = session.history.with_anchor_requested()
    assert session.call("x") is Reason.COMPACTION_ANCHOR
    assert session.calls(11) == [None] * 11
    session = Session()
    session.call("x")
    session.call("x")
    session.change()
    assert session.call("x") is Reason.DISORIENTATION
    assert session.call() is None


# A whole session.


def test_two_hundred_calls() -> None:
    session = Session(memory=MemoryState(changed_at=START - 1))
    session.calls(24)  # 12 and 24: heartbeats
    session.change()
    session.calls(6)  # 25: another session wrote
    session.change(goal="a")  # a first goal
    session.change(plan="p")  # a first plan
    session.call("list", met_ids=("cus_1", "cus_2"))  # 31: opens the plan
    session.calls(5)
    session.change(plan="q")
    session.calls(4)  # 37: the plan was replaced
    for _ in range(4):
        session.call("poll")  # 43: the third of the same
    session.calls(6)
    for _ in range(5):
        session.call(failed=True)  # 53: the third failing one
    session.call(used_ids=("cus_1",))
    session.call(used_ids=("cus_9",))  # 57: an id from nowhere
    session.calls(3)
    session.call(reconnected=True)  # 61: a fresh start
    session.calls(14)  # 73: heartbeat
    session.call(wait=3_600)  # 76: after an hour
    session.history = session.history.with_anchor_requested()
    session.calls(2)  # 77: the model's context was shortened
    session.change(goal="b")
    session.change()
    session.calls(2)  # 79: one note for both
    session.calls(120)  # 91, 103, … 199: heartbeats
    assert session.number == 200
    assert session.notes == [
        (12, "heartbeat"),
        (24, "heartbeat"),
        (25, "memory_changed"),
        (37, "memory_changed"),
        (43, "disorientation"),
        (53, "disorientation"),
        (57, "disorientation"),
        (61, "disorientation"),
        (73, "heartbeat"),
        (76, "disorientation"),
        (77, "compaction_anchor"),
        (79, "memory_changed"),
        *((number, "heartbeat") for number in range(91, 200, 12)),
    ]
    for reason, note in session.texts:
        assert count(note.text) <= note.tokens <= BUDGETS[reason]
    heartbeats = [reason for _, reason in session.notes].count("heartbeat")
    assert heartbeats == 13
    assert heartbeats <= 200 / HEARTBEAT_CALLS


steps = st.sampled_from(
    ["call", "call", "call", "same", "fail", "unknown", "reconnect", "pause", "change", "goal", "plan", "anchor"]
)


def play(moves: list[str]) -> Iterator[tuple[str, Reason | None, int]]:
    """Yield each move that is a call, the reason for its note, and the number of calls since the last one."""
    session, since = Session(), 0
    for number, move in enumerate(moves):
        if move == "change":
            session.change()
        elif move == "goal":
            session.change(goal=str(number))
        elif move == "plan":
            session.change(plan=str(number))
        elif move == "anchor":
            session.history = session.history.with_anchor_requested()
        else:
            since += 1
            reason = session.call(
                "same" if move == "same" else None,
                failed=move == "fail",
                used_ids=(f"cus_{number}",) if move == "unknown" else (),
                met_ids=(f"ord_{number}",),
                reconnected=move == "reconnect",
                wait=3_600 if move == "pause" else 1,
            )
            yield move, reason, since
            since = 0 if reason else since


@given(st.lists(steps, max_size=150))
@settings(max_examples=150, derandomize=True, deadline=None)
def test_whatever_happens_at_most_one_call_in_twelve_carries_a_heartbeat(moves: list[str]) -> None:
    for _, reason, since in play(moves):
        assert since <= HEARTBEAT_CALLS
        assert (reason is Reason.HEARTBEAT) <= (since == HEARTBEAT_CALLS)


@given(st.lists(steps, max_size=80))
@settings(max_examples=100, derandomize=True, deadline=None)
def test_calls_without_a_new_cause_carry_nothing_after_a_note(moves: list[str]) -> None:
    quiet = [*moves, *["call"] * 12]
    played = list(play(quiet))[-12:]
    reasons = [reason for _, reason, _ in played]
    first = next((place for place, reason in enumerate(reasons) if reason), len(reasons))
    assert all(reason is None for reason in reasons[first + 1 :])

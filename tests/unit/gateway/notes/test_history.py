"""The record of a session's calls: its size and content, and the rules by which an agent seems lost."""

from __future__ import annotations

import json
import uuid
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commonplace.domain.clock import SECOND
from commonplace.gateway.notes.finished_call import finished_call
from commonplace.gateway.notes.history import (
    LONG_PAUSE,
    UNKNOWN_ID_CALLS,
    CallHistory,
    FinishedCall,
    MemoryState,
    call_digest,
)
from commonplace.gateway.notes.reasons import LostReason
from commonplace.gateway.notes.seen_ids import SeenIds

pytestmark = pytest.mark.requirement("A12")

START = 1_790_000_000 * SECOND
NOTHING = MemoryState()
PLAN = MemoryState(plan="checkpoint-1")


def call(
    name: str, second: int = 0, *, failed: bool = False, reconnected: bool = False, **ids: Any
) -> FinishedCall:
    return FinishedCall(name, failed=failed, at=START + second * SECOND, reconnected=reconnected, **ids)


def lost(*calls: FinishedCall, state: MemoryState = NOTHING) -> list[LostReason | None]:
    """Return what each of some calls says of the agent."""
    history, found = CallHistory(), []
    for one in calls:
        history = history.after_call(one, state)
        found.append(history.lost)
    return found


# The same call three times running.


def test_the_third_of_the_same_call_running_seems_lost_and_no_further_one() -> None:
    assert lost(*[call("a")] * 6) == [None, None, LostReason.SAME_CALL, None, None, None]


def test_another_call_in_between_resets_the_count() -> None:
    calls = [call(name) for name in "aabaaabbb"]
    assert lost(*calls) == [*[None] * 5, LostReason.SAME_CALL, None, None, LostReason.SAME_CALL]


def test_the_order_of_arguments_does_not_change_a_calls_digest() -> None:
    same = call_digest("crm", "find", {"a": 1, "b": {"c": [1, 2], "d": None}})
    assert same == call_digest("crm", "find", {"b": {"d": None, "c": [1, 2]}, "a": 1})
    others = [
        call_digest("crm", "find", {"a": 1, "b": {"c": [2, 1], "d": None}}),
        call_digest("crm", "find", {"a": "1", "b": {"c": [1, 2], "d": None}}),
        call_digest("crm", "get", {"a": 1, "b": {"c": [1, 2], "d": None}}),
        call_digest("crm2", "find", {"a": 1, "b": {"c": [1, 2], "d": None}}),
        call_digest("crm", "find", None),
    ]
    assert same not in others
    assert len(set(others)) == len(others)


def test_arguments_too_deep_to_be_written_have_a_digest() -> None:
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    assert call_digest("crm", "find", deep) == call_digest("crm", "find", deep)
    assert call_digest("crm", "find", deep) != call_digest("crm", "get", deep)


# A run of failing calls.


def test_the_third_failing_call_running_seems_lost_and_no_further_one() -> None:
    calls = [call(str(n), failed=n != 2) for n in range(8)]
    assert lost(*calls) == [*[None] * 5, LostReason.FAILING_CALLS, None, None]


def test_two_failing_calls_between_good_ones_do_not_count() -> None:
    assert lost(*[call(str(n), failed=n % 3 != 0) for n in range(12)]) == [None] * 12


# An id used that the session never saw.


def test_an_id_that_no_call_met_seems_lost_once() -> None:
    calls = [
        call("a", met_ids=("cus_1", "cus_2")),
        call("b", used_ids=("cus_1",)),
        call("c", used_ids=("cus_3",)),
        call("d", used_ids=("cus_3",)),
        call("e", used_ids=("cus_2", "cus_3")),
    ]
    assert lost(*calls) == [None, None, LostReason.UNKNOWN_ID, None, None]


def test_the_first_ids_of_a_session_come_from_its_user() -> None:
    assert lost(call("a", used_ids=("cus_1",)), call("b"), call("c", used_ids=("cus_1",))) == [None] * 3


def test_of_many_unknown_ids_one_in_twelve_calls_counts() -> None:
    calls = [call("a", met_ids=("cus_0",)), *(call(str(n), used_ids=(f"cus_{n}",)) for n in range(1, 27))]
    found = lost(*calls)
    assert [n for n, one in enumerate(found) if one] == [1, 1 + UNKNOWN_ID_CALLS, 1 + 2 * UNKNOWN_ID_CALLS]


def test_an_id_in_memory_is_known() -> None:
    history = CallHistory().after_call(call("a", met_ids=("cus_0",)), NOTHING)
    asked: list[str] = []

    def known(value: str) -> bool:
        asked.append(value)
        return value == "cus_7"

    assert history.after_call(call("b", used_ids=("cus_0", "cus_7")), NOTHING, known).lost is None
    assert asked == ["cus_7"]  # what a call met is not looked up
    assert history.after_call(call("b", used_ids=("cus_8",)), NOTHING, known).lost is LostReason.UNKNOWN_ID


def test_after_a_result_too_large_to_look_through_every_id_may_be_known() -> None:
    calls = [call("a", met_ids=("cus_0",)), call("b", met_ids=None), call("c", used_ids=("cus_9",))]
    assert lost(*calls) == [None] * 3


def test_ids_are_met_in_structured_results_and_in_free_text() -> None:
    def crm(tool: str, arguments: Any, result: Any) -> FinishedCall:
        return finished_call("crm", tool, arguments, result, failed=False, at=START)

    shown = {"content": [{"type": "text", "text": "Created cus_9x8Y7w6V5u4T3s, its order is ord_7Kd02mQz81Xy."}]}
    calls = [
        crm("create", {"name": "Anna"}, shown),
        crm("get", {"id": "cus_9x8Y7w6V5u4T3s"}, {"parent": "cus_Na6dX7aXxi11N4"}),
        crm("get", {"id": "ord_7Kd02mQz81Xy"}, {}),
        crm("get", {"id": "cus_Na6dX7aXxi11N4"}, {}),
        crm("get", {"id": "cus_NeZwdNtLE0XuvB"}, {}),
    ]
    assert lost(*calls) == [None, None, None, None, LostReason.UNKNOWN_ID]


# A fresh start in the middle of a plan.


def test_a_new_connection_under_a_plan_is_a_fresh_start() -> None:
    calls = [call("a"), call("b"), call("c", reconnected=True), call("d")]
    assert lost(*calls, state=PLAN) == [None, None, LostReason.FRESH_START, None]
    assert lost(*calls) == [None] * 4


def test_a_pause_under_a_plan_is_a_fresh_start() -> None:
    minutes = LONG_PAUSE // SECOND
    calls = [call("a"), call("b", minutes - 1), call("c", 2 * minutes - 1), call("d", 2 * minutes)]
    assert lost(*calls, state=PLAN) == [None, None, LostReason.FRESH_START, None]
    assert lost(*calls) == [None] * 4


def test_the_plans_first_call_again_after_three_others_is_a_fresh_start() -> None:
    assert lost(*[call(name) for name in "abcda"], state=PLAN) == [*[None] * 4, LostReason.FRESH_START]
    assert lost(*[call(name) for name in "abca"], state=PLAN) == [None] * 4
    assert lost(*[call(name) for name in "ababab"], state=PLAN) == [None] * 6
    assert lost(*[call(name) for name in "abcda"]) == [None] * 5


def test_a_new_plan_is_no_fresh_start() -> None:
    history = CallHistory()
    for name in "abcd":
        history = history.after_call(call(name), PLAN)
    other = MemoryState(plan="checkpoint-2")
    history = history.after_call(call("a", 10_000, reconnected=True), other)
    assert history.lost is None
    for name in "bcd":
        history = history.after_call(call(name, 10_000), other)
    assert history.after_call(call("a", 10_000), other).lost is LostReason.FRESH_START


# What is stored.


def full() -> CallHistory:
    """Return a history with as much in it as there can be."""
    history, state = CallHistory(), MemoryState(START, "goal " * 50, "plan " * 50)
    for n in range(300):
        ids = tuple(str(uuid.UUID(int=n * 1_000 + m)) for m in range(20))
        digest = call_digest("c" * 20, "t" * 60, {"q": "x" * 500, "n": n})
        history = history.after_call(
            FinishedCall(digest, failed=True, at=START + n * SECOND, used_ids=ids, met_ids=ids), state
        )
    return history.with_anchor_requested()


def test_it_comes_back_as_it_was_stored() -> None:
    for history in (
        CallHistory(),
        CallHistory().after_call(call("a", used_ids=("x",)), PLAN),
        full(),
        full().after_note(PLAN),
    ):
        stored = json.loads(json.dumps(history.stored()))
        assert CallHistory.from_stored(stored) == history
        as_decimals = {name: Decimal(value) if type(value) is int else value for name, value in stored.items()}
        assert CallHistory.from_stored(as_decimals) == history
    assert CallHistory().stored() == {}


def test_it_is_a_few_hundred_bytes_whatever_a_session_does() -> None:
    assert len(json.dumps(full().stored(), separators=(",", ":"))) < 700


def test_nothing_that_was_sent_can_be_read_in_it() -> None:
    history = CallHistory().after_call(
        finished_call(
            "crm",
            "find",
            {"email": "anna@example.com", "id": "cus_9x8Y7w6V5u4T3s"},
            {"note": "a canary"},
            failed=False,
            at=START,
        ),
        MemoryState(1, "goal-of-anna", "plan-of-anna"),
    )
    written = json.dumps(history.stored())
    for word in ("anna", "example", "cus_", "9x8Y", "canary", "crm", "find", "goal-of", "plan-of"):
        assert word not in written


@given(st.lists(st.text(max_size=20)), st.lists(st.text(max_size=20)))
@settings(max_examples=200, derandomize=True, deadline=None)
def test_what_was_met_is_always_known(first: list[str], second: list[str]) -> None:
    seen = SeenIds().with_ids(first).with_ids(second)
    assert all(value in seen for value in [*first, *second])
    assert SeenIds.from_text(seen.text()) == seen


@pytest.mark.parametrize(("number", "at_most"), [(100, 0.01), (300, 0.08), (600, 0.28)])
def test_what_was_not_met_is_seldom_known(number: int, at_most: float) -> None:
    seen = SeenIds().with_ids(f"cus_{n}" for n in range(number))
    assert sum(f"ord_{n}" in seen for n in range(2_000)) / 2_000 <= at_most
    assert "CUS_5" in seen  # the case of letters makes no other id

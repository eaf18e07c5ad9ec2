"""What a process remembers of sessions and speakers is bounded: dropped when full, and only a guess."""

from __future__ import annotations

from typing import cast

from commonplace.operations.runtime import Position, Runtime
from commonplace.storage.store import Tables

MOST = 4096


def new_runtime() -> Runtime:
    return Runtime(cast(Tables, None))  # no table is asked here


def test_positions_of_sessions_are_dropped_when_there_are_many() -> None:
    seen, total = new_runtime().last_seen, 3 * MOST
    for number in range(total):
        seen.put(("acc_a", f"session {number}"), Position(generation=number, taint=1))

    known = [n for n in range(total) if seen.get(("acc_a", f"session {n}")) is not None]
    assert known == list(range(total - MOST, total))
    assert seen.get(("acc_a", f"session {total - 1}")) == Position(total - 1, 1)
    assert seen.get(("acc_b", f"session {total - 1}")) is None


def test_positions_are_kept_until_there_are_many() -> None:
    seen = new_runtime().last_seen
    for number in range(MOST):
        seen.put(("acc_a", f"session {number}"), Position(generation=1))

    assert all(seen.get(("acc_a", f"session {n}")) == Position(generation=1) for n in range(MOST))


def test_registrations_of_speakers_are_dropped_when_there_are_many() -> None:
    registered, total = new_runtime().last_registered, 3 * MOST
    for number in range(total):
        registered.put(("acc_a", "garden", f"Mina {number}"), f"reg_{number}")

    known = [n for n in range(total) if registered.get(("acc_a", "garden", f"Mina {n}")) is not None]
    assert known == list(range(total - MOST, total))
    assert registered.get(("acc_a", "garden", f"Mina {total - 1}")) == f"reg_{total - 1}"
    assert registered.get(("acc_a", "letters", f"Mina {total - 1}")) is None

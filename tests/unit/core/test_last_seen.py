"""What a process remembers of sessions and speakers is bounded: let go when full, and only a guess."""

from __future__ import annotations

from commonplace.operations.runtime import LastRegistered, LastSeen, Position

MOST = 4096


def test_positions_of_sessions_are_let_go_when_there_are_many() -> None:
    seen, total = LastSeen(), 3 * MOST
    for number in range(total):
        seen.put("acc_a", f"session {number}", Position(generation=number, taint=1))

    known = [n for n in range(total) if seen.get("acc_a", f"session {n}") != Position()]
    assert 0 < len(known) <= MOST
    assert seen.get("acc_a", f"session {total - 1}") == Position(total - 1, 1)  # the last one is always there
    assert seen.get("acc_b", f"session {total - 1}") == Position()


def test_positions_are_kept_until_there_are_many() -> None:
    seen = LastSeen()
    for number in range(MOST):
        seen.put("acc_a", f"session {number}", Position(generation=1))

    assert all(seen.get("acc_a", f"session {n}") == Position(generation=1) for n in range(MOST))


def test_registrations_of_speakers_are_let_go_when_there_are_many() -> None:
    registered, total = LastRegistered(), 3 * MOST
    for number in range(total):
        registered.put("acc_a", "garden", f"Mina {number}", f"reg_{number}")

    known = [n for n in range(total) if registered.get("acc_a", "garden", f"Mina {n}") is not None]
    assert 0 < len(known) <= MOST
    assert registered.get("acc_a", "garden", f"Mina {total - 1}") == f"reg_{total - 1}"
    assert registered.get("acc_a", "letters", f"Mina {total - 1}") is None


def test_registrations_are_kept_until_there_are_many() -> None:
    registered = LastRegistered()
    for number in range(MOST):
        registered.put("acc_a", "garden", f"Mina {number}", "reg_1")

    assert all(registered.get("acc_a", "garden", f"Mina {n}") == "reg_1" for n in range(MOST))

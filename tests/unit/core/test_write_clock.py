"""The clock of writes: it never goes back, is shared through the tables, and meets the wall clock again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.domain.clock import SECOND, Steady, system_clock
from commonplace.domain.write_clock import KnownTimes, WriteClock
from tests.support.clock import START

HOUR = 3_600 * SECOND


class Machine:
    """A machine's two clocks; only one of them steps."""

    def __init__(self) -> None:
        self.wall, self.monotonic = START, 0
        self.known = KnownTimes(is_told=True)
        self.clock = WriteClock(lambda: self.wall, self.known, lambda: self.monotonic)

    def passes(self, micros: int) -> None:
        self.wall += micros
        self.monotonic += micros

    def steps(self, micros: int) -> None:
        self.wall += micros


@pytest.mark.requirement("E1")
@given(steps=st.lists(st.tuples(st.sampled_from(["passes", "steps"]), st.integers(-3 * HOUR, 3 * HOUR))))
def test_times_of_writes_only_grow_and_are_not_behind_the_wall(steps: list[tuple[str, int]]) -> None:
    machine, last, steady = Machine(), 0, 0
    for kind, micros in steps:
        getattr(machine, kind)(abs(micros) if kind == "passes" else micros)
        now, then = machine.clock(), machine.clock.steady()
        assert now > last
        assert now >= machine.wall == machine.clock.wall()
        assert then >= steady
        last, steady = now, then


@pytest.mark.requirement("E1")
def test_a_clock_ahead_runs_at_half_speed_until_the_wall_clock_is_there() -> None:
    machine = Machine()
    assert machine.clock() == START
    machine.steps(-2 * HOUR)
    machine.passes(HOUR)
    assert machine.clock() == START + HOUR // 2
    machine.passes(2 * HOUR)
    assert machine.clock() == START + HOUR + HOUR // 2
    machine.passes(2 * HOUR)
    assert machine.clock() == START + 3 * HOUR == machine.wall


@pytest.mark.requirement("E1")
def test_what_the_tables_tell_is_a_floor() -> None:
    machine = Machine()
    machine.known.hear(START + HOUR)
    assert machine.clock() == START + HOUR + 1
    assert machine.clock.settled() == START + HOUR
    machine.known.hear(START)  # an answer that was overtaken
    assert machine.clock.settled() == START + HOUR


@pytest.mark.requirement("E1")
def test_before_the_first_answer_nothing_has_settled() -> None:
    known = KnownTimes()
    clock = WriteClock(lambda: START, known)
    assert clock.settled() == 0
    known.hear(None)
    assert clock.settled() == START
    assert clock() == START + 1


@pytest.mark.requirement("E1")
def test_the_service_corrects_a_machine_whose_clock_stepped(monkeypatch: pytest.MonkeyPatch) -> None:
    known = KnownTimes(is_told=False)
    now = system_clock()
    second = now // SECOND * SECOND
    clock = WriteClock(system_clock, known)
    monkeypatch.setattr(clock, "machine", lambda: now)
    known.hear_service(second, now)
    assert clock.wall() == now
    known.hear_service(second - HOUR, now)  # the machine is an hour ahead: it is the last moment of that second
    assert clock.wall() == second - HOUR + SECOND
    known.hear_service(second + HOUR, now)
    assert clock.wall() == second + HOUR
    known.hear_service(second, now)
    assert clock.wall() == now


@pytest.mark.requirement("E1")
def test_a_steady_clock_is_as_fast_as_the_faster_of_two() -> None:
    walls, monotonics = iter([100, 110, 50, 60]), iter([0, 1, 31, 32])
    steady = Steady(lambda: next(walls), lambda: next(monotonics))

    assert [steady() for _ in range(4)] == [100, 110, 140, 150]

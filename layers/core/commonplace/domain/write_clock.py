"""The clock that writes take their times from: it never goes back, though the machine's clock does.

Order, cursors and warm records go by the times of writes. A machine's clock may step back by hours; what is then
written would sort among the old, where no warm reader looks. So the engine of the tables keeps the greatest time
that a committed write was sent with, and tells it with each answer; no process gives out a smaller one.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from .clock import SECOND, Clock, Micros, Steady, monotonic_clock, system_clock


@dataclass(slots=True)
class KnownTimes:
    """What a process knows of the times of writes, its own and those of other processes on the same tables.

    Attributes
    ----------
    given
        The greatest time that this process has given out or heard of.
    committed
        The greatest time that a write was sent with which the engine had committed when it last answered; None: it
        has not told any.
    is_told
        Whether the engine tells such times; None: it has not answered yet.
    ahead
        How far the machine's clock was ahead of the service's at its last answer, in microseconds.
    """

    given: Micros = 0
    committed: Micros | None = None
    is_told: bool | None = None
    ahead: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def hear(self, committed: Micros | None) -> None:
        """Take the time that an answer tells; None: it tells none."""
        with self.lock:
            if committed is None:
                self.is_told = self.is_told is True
                return
            self.is_told = True
            self.committed = max(committed, self.committed or 0)
            self.given = max(committed, self.given)

    def hear_service(self, second: Micros, machine: Micros) -> None:
        """Compare the service's clock, which tells whole seconds, with the machine's as the answer arrives."""
        self.ahead = machine - min(max(machine, second), second + SECOND)


class WriteClock:
    """A process's clock.

    Calling it gives a time for a write. While such times are ahead of the wall clock they run at half its speed,
    so that it catches up.

    >>> stepping = iter([500, 100, 100])
    >>> clock = WriteClock(lambda: next(stepping))
    >>> clock(), clock(), clock.wall()
    (500, 501, 100)

    Parameters
    ----------
    machine
        The machine's clock.
    known
        Shared by all clocks of this process on the same tables.
    monotonic
        Microseconds since some moment. By default the machine's; none beside a clock that tests set.
    """

    def __init__(
        self, machine: Clock = system_clock, known: KnownTimes | None = None, monotonic: Clock | None = None
    ) -> None:
        is_system = machine is system_clock
        self.machine = machine
        self.known = KnownTimes(is_told=False) if known is None else known
        self._is_corrected = is_system
        if monotonic is None and is_system:
            monotonic = monotonic_clock
        self._monotonic = monotonic or (lambda: 0)
        self._given_at = self._monotonic()
        self._steady = Steady(machine, monotonic)

    def __call__(self) -> Micros:
        """Return a time for a write: greater than all that this process has given out or heard of."""
        return self._give(self.wall())

    def wall(self) -> Micros:
        """Return the time by the wall clock, which may step: what expires goes by it."""
        return self.machine() - (self.known.ahead if self._is_corrected else 0)

    def settled(self) -> Micros:
        """Return the time up to which a reader that reads now will know all writes.

        Taken before the read. No write that is acknowledged after it has a time more than
        :data:`.times.MAX_WRITE_TIME` before this one: one that was so slow is stored again with a new time. Where
        the engine tells no times, this relies on the wall clocks of all processes.
        """
        if self.known.is_told is not False:
            return self.known.committed or 0
        wall = self.wall()
        self._give(wall)  # what this process writes from now on is not before it
        return wall

    def steady(self) -> Micros:
        """Return a time that measures how long ago something was in this process.

        It never goes back, and is no slower than the wall clock and the monotonic clock, which some machines stop
        while they sleep.
        """
        return int(self._steady())

    def _give(self, wall: Micros) -> Micros:
        with self.known.lock:
            monotonic = self._monotonic()
            passed, self._given_at = monotonic - self._given_at, monotonic
            self.known.given = max(wall, self.known.given + max(passed // 2, 1))
            return self.known.given

"""Time as microseconds since 1970 in UTC. The clock is injected, so that tests set it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

Clock = Callable[[], int]
Micros = int  # since 1970
Seconds = int  # since 1970

SECOND = 1_000_000
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def system_clock() -> int:
    """Microseconds since 1970 in UTC, by the machine's clock, which may step."""
    return time.time_ns() // 1000


def monotonic_clock() -> int:
    """Microseconds since some moment; they never go back."""
    return time.monotonic_ns() // 1000


class Steady:
    """Tells how long ago something was: it begins as a wall clock and goes on as that does, but never back.

    Beside a monotonic clock it is slower than neither, since some machines stop theirs while they sleep.

    >>> wall = iter([500, 510, 100, 103])
    >>> steady = Steady(lambda: next(wall))
    >>> steady(), steady(), steady(), steady()
    (500, 510, 510, 513)
    """

    def __init__(self, wall: Callable[[], float], monotonic: Callable[[], float] | None = None) -> None:
        self._wall, self._monotonic = wall, monotonic
        self._seen: tuple[float, float, float] | None = None  # its time, the wall clock's and the monotonic one's
        self._lock = threading.Lock()

    def __call__(self) -> float:
        """Return its time."""
        with self._lock:
            wall = self._wall()
            monotonic = wall if self._monotonic is None else self._monotonic()
            steady, last_wall, last_monotonic = self._seen or (wall, wall, monotonic)
            steady += max(wall - last_wall, monotonic - last_monotonic, 0)
            self._seen = steady, wall, monotonic
            return steady


def iso(moment: int) -> str:
    """Return a moment as RFC 3339 in UTC with microseconds.

    >>> iso(1_792_490_400_000_000)
    '2026-10-20T10:00:00.000000Z'
    """
    # Integer arithmetic: a float of seconds would lose the last digit.
    return (EPOCH + timedelta(microseconds=moment)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")

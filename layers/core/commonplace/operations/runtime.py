"""Tables, clock and caches of a process. Made once, and replaced by tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar

from ..domain.bounded_cache import BoundedCache
from ..domain.clock import Clock, Micros, system_clock
from ..domain.write_clock import WriteClock
from ..storage.actions import Action
from ..storage.connection import client, on_change, wipe
from ..storage.store import Tables
from ..storage.write_times import known_times
from .settings import settings

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Position:
    """A session's generation and taint as last read: enough to query its data together with its head."""

    generation: int = 0
    taint: int = 0


_MOST_SEEN = 4096

# So that a warm read is one round trip: positions by account and session, and ids of registrations by account,
# store and speaker's name. They may be stale: the heads are read with the data each time, and decide.
LastSeen = BoundedCache[tuple[str, str], Position]
LastRegistered = BoundedCache[tuple[str, str, str], str]


@dataclass(frozen=True)
class Runtime:
    """Tables, clock, and caches that last as long as the process.

    Attributes
    ----------
    clock
        The machine's clock when it is made, then one that gives times to writes (:class:`.domain.WriteClock`):
        microseconds that never go back.
    """

    tables: Tables
    clock: Clock = system_clock
    last_seen: LastSeen = field(default_factory=lambda: LastSeen(_MOST_SEEN))
    last_registered: LastRegistered = field(default_factory=lambda: LastRegistered(_MOST_SEEN))

    _caches: dict[Callable[[], Any], Any] = field(default_factory=dict)

    _write_clock: WriteClock = field(init=False)

    def __post_init__(self) -> None:
        """Let the clock never go back behind what was written to these tables."""
        machine = self.clock.machine if isinstance(self.clock, WriteClock) else self.clock
        clock = WriteClock(machine, known_times(self.tables.client if self.tables else None))
        object.__setattr__(self, "_write_clock", clock)
        object.__setattr__(self, "clock", clock)

    def wall(self) -> Micros:
        """Return the time by which things expire; it steps where the machine's clock does."""
        return self._write_clock.wall()

    def settled(self) -> Micros:
        """Return up to when readers of news know all writes; see :meth:`.WriteClock.settled`."""
        return self._write_clock.settled()

    def steady(self) -> Micros:
        """Return a time that measures how long this process has kept something; it never goes back."""
        return self._write_clock.steady()

    def try_to_write(self, action: Action, function: str) -> None:
        """Write without failing or delaying the call; a fault is logged under a function's name."""
        try:
            self.tables.commit([action], attempts=2)
        except Exception as error:
            from .logs import log_fault

            log_fault(error, function=function, request_id="")

    def cache(self, make: Callable[[], T]) -> T:
        """Return the process's one cache of a kind, made on first use: ``runtime.cache(WarmPartitions)``."""
        found: T = self._caches[make] if make in self._caches else self._caches.setdefault(make, make())
        return found


@cache
def runtime() -> Runtime:
    """Return this process's runtime on the tables that the environment names."""
    return Runtime(Tables(client(), settings(), wipe=wipe()))


on_change(runtime.cache_clear)

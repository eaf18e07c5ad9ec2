"""What a function works with: the tables and the clock. Made once a process, replaced by tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar

from ..domain.clock import Clock, system_clock
from ..storage.store import Tables

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Position:
    """Where a session was when last seen: enough to ask for its data before its head is read.

    Attributes
    ----------
    generation, taint
        As in the session's head.
    """

    generation: int = 0
    taint: int = 0


class LastSeen:
    """Positions of sessions this process has served, so that a warm read is one round trip.

    Only a guess: the head is read beside the data each time, and decides.
    """

    _MOST = 4096

    def __init__(self) -> None:
        self._positions: dict[tuple[str, str], Position] = {}

    def get(self, account_id: str, session_id: str) -> Position:
        """Return the position last seen, or that of a new session."""
        return self._positions.get((account_id, session_id), Position())

    def put(self, account_id: str, session_id: str, position: Position) -> None:
        """Keep a position; when many are kept, all are let go, which costs one round trip each."""
        if len(self._positions) >= self._MOST:
            self._positions.clear()
        self._positions[account_id, session_id] = position


class LastRegistered:
    """Registrations of speakers that this process has read, so that a warm read of one's words is one round trip.

    Only a guess: the store's head is read beside the data each time, and decides.
    """

    _MOST = 4096

    def __init__(self) -> None:
        self._registrations: dict[tuple[str, str, str], str] = {}

    def get(self, account_id: str, store: str, name: str) -> str | None:
        """Return the registration last seen under a name; None: not seen yet."""
        return self._registrations.get((account_id, store, name))

    def put(self, account_id: str, store: str, name: str, registration: str) -> None:
        """Keep a registration; when many are kept, all are let go, which costs one round trip each."""
        if len(self._registrations) >= self._MOST:
            self._registrations.clear()
        self._registrations[account_id, store, name] = registration


@dataclass(frozen=True)
class Runtime:
    """Tables, clock, what was last seen, and caches that last as long as the process."""

    tables: Tables
    clock: Clock = system_clock
    last_seen: LastSeen = field(default_factory=LastSeen)
    last_registered: LastRegistered = field(default_factory=LastRegistered)

    _caches: dict[Callable[[], Any], Any] = field(default_factory=dict)

    def cache(self, make: Callable[[], T]) -> T:
        """Return the process's one cache of a kind: made where it is used first, so that nothing loads unused.

        Parameters
        ----------
        make
            Makes an empty one, and names the kind: ``runtime.cache(WarmLevels)``.
        """
        found: T = self._caches[make] if make in self._caches else self._caches.setdefault(make, make())
        return found


@cache
def runtime() -> Runtime:
    """Return this process's runtime on the tables that the environment names."""
    return Runtime(Tables.from_environment())

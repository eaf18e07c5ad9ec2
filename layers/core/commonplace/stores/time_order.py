"""The facts of a level in the order of their creation, and the exchanges among them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator
from threading import Lock

from ..domain.memory import STATED, Memory
from ..domain.speakers import TURN

Place = tuple[int, str]  # when a memory was created (microseconds since 1970), and its id


class TimeOrder:
    """Data derived from a warm partition (:class:`commonplace.search.warm_partition.DerivedData`)."""

    def __init__(self) -> None:
        self._places: dict[str, tuple[Place, bool]] = {}
        self._facts: list[Place] = []
        self._exchanges: list[Place] = []
        self._lock = Lock()

    def put(self, memory: Memory) -> None:
        """Add or update a record."""
        if memory.kind not in STATED:
            self.remove(memory.memory_id)
            return
        place, is_exchange = place_of(memory), memory.speaker_id == TURN
        with self._lock:
            if self._places.get(memory.memory_id) == (place, is_exchange):
                return
            self._remove(memory.memory_id)
            self._places[memory.memory_id] = place, is_exchange
            insort(self._facts, place)
            if is_exchange:
                insort(self._exchanges, place)

    def remove(self, memory_id: str) -> None:
        """Remove a record."""
        with self._lock:
            self._remove(memory_id)

    def before(self, place: Place) -> Iterator[Place]:
        """Return the facts before a place, the newest first."""
        with self._lock:
            return reversed(self._facts[: bisect_left(self._facts, place)])

    def after(self, place: Place) -> Iterator[Place]:
        """Return the facts after a place, the oldest first."""
        with self._lock:
            return iter(self._facts[bisect_right(self._facts, place) :])

    def exchanges(self) -> Iterator[Place]:
        """Return the exchanges, the newest first."""
        with self._lock:
            return reversed(self._exchanges[:])

    def _remove(self, memory_id: str) -> None:
        known = self._places.pop(memory_id, None)
        if known is None:
            return
        place, is_exchange = known
        for order in (self._facts, self._exchanges) if is_exchange else (self._facts,):
            del order[bisect_left(order, place)]


def place_of(memory: Memory) -> Place:
    """Return a memory's place in the order."""
    return memory.created_at, memory.memory_id

"""In which order the facts of a level came: what stood before and after one, and the exchanges among them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator
from threading import Lock

from ..domain.memory import Kind, Memory
from ..domain.speakers import TURN

Said = tuple[int, str]  # when it was first kept (microseconds since 1970), and its id


class SaidOrder:
    """Follows the records of one level of one space (:meth:`commonplace.search.warm_words.WarmLevel.follower`)."""

    def __init__(self) -> None:
        self._places: dict[str, tuple[Said, bool]] = {}
        self._facts: list[Said] = []
        self._exchanges: list[Said] = []
        self._lock = Lock()

    def keep(self, memory: Memory) -> None:
        """Take a record that is new or changed."""
        if memory.kind is not Kind.FACT:
            self.drop(memory.memory_id)
            return
        place = said_at(memory), memory.speaker_id == TURN
        with self._lock:
            if self._places.get(memory.memory_id) == place:
                return
            self._take_out(memory.memory_id)
            self._places[memory.memory_id] = place
            insort(self._facts, place[0])
            if place[1]:
                insort(self._exchanges, place[0])

    def drop(self, memory_id: str) -> None:
        """Let a record go."""
        with self._lock:
            self._take_out(memory_id)

    def before(self, said: Said) -> Iterator[Said]:
        """Go back in time from a place, itself left out."""
        with self._lock:
            return reversed(self._facts[: bisect_left(self._facts, said)])

    def after(self, said: Said) -> Iterator[Said]:
        """Go on in time from a place, itself left out."""
        with self._lock:
            return iter(self._facts[bisect_right(self._facts, said) :])

    def exchanges(self) -> Iterator[Said]:
        """Go back in time through the exchanges."""
        with self._lock:
            return reversed(self._exchanges[:])

    def _take_out(self, memory_id: str) -> None:
        place = self._places.pop(memory_id, None)
        if place is None:
            return
        said, is_exchange = place
        for order in (self._facts, self._exchanges) if is_exchange else (self._facts,):
            del order[bisect_left(order, said)]


def said_at(memory: Memory) -> Said:
    """Return a memory's place in the order."""
    return memory.created_at, memory.memory_id

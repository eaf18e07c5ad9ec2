"""Words of the spaces this process has searched, kept warm and brought up to date by every search."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from ..clock import SECOND
from ..records.memory import Memory
from .word_index import WordIndex

# Writers' clocks may differ and a write may take its time: what was written this long before the newest row
# that was seen is read again.
OVERLAP = 30 * SECOND
_MOST_RECORDS = 60_000  # in all spaces together; about 1 KB of words each, beside the record
_MOST_LEVELS = 512  # an empty one takes room too

Since = int | None
Load = Callable[[Since], Iterable[Memory]]


@dataclass(slots=True)
class WarmLevel:
    """One level of one space.

    Attributes
    ----------
    index
        Words of its records.
    records
        The records themselves, by id.
    newest
        Last write of the newest one, in microseconds; None: never loaded.
    """

    index: WordIndex = field(default_factory=WordIndex)
    records: dict[str, Memory] = field(default_factory=dict)
    newest: int | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def refresh(self, load: Load) -> None:
        """Bring it up to date: read what was written since (nearly) the newest record.

        Parameters
        ----------
        load
            Reads the level's records last written at a moment or later, in any order; all of them for None.
        """
        with self.lock:
            since = None if self.newest is None else max(0, self.newest - OVERLAP)
            newest = self.newest or 0
            for memory in load(since):
                newest = max(newest, memory.updated_at)
                self._keep(memory)
            # Only now: the newest comes first, and had the reading failed after it, the rest would never be read.
            self.newest = newest

    def drop(self, memory_id: str) -> None:
        """Let a record go that is no longer to be seen."""
        with self.lock:
            self.records.pop(memory_id, None)
            self.index.remove(memory_id)

    def _keep(self, memory: Memory) -> None:
        known = self.records.get(memory.memory_id)
        if known is not None and (known.version, known.updated_at) == (memory.version, memory.updated_at):
            return
        # The record first: whoever finds its words looks it up.
        self.records[memory.memory_id] = memory
        if known is None or known.text != memory.text:
            self.index.add(memory.memory_id, memory.text)


class WarmLevels:
    """Levels of spaces by key, the last used kept.

    Parameters
    ----------
    most_records, most_levels
        How much to keep; what is asked for is always kept, and let go when others are asked for.
    """

    def __init__(self, most_records: int = _MOST_RECORDS, most_levels: int = _MOST_LEVELS) -> None:
        self._most_records = most_records
        self._most_levels = most_levels
        self._levels: OrderedDict[tuple[str, int], WarmLevel] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._levels)

    def level(self, space_key: str, level: int) -> WarmLevel:
        """Return one level of a space, made empty where it is not known.

        Parameters
        ----------
        space_key, level
            Which.
        """
        with self._lock:
            found = self._levels.setdefault((space_key, level), WarmLevel())
            self._levels.move_to_end((space_key, level))
            while len(self._levels) > 1 and self._is_full():
                self._levels.popitem(last=False)
            return found

    def _is_full(self) -> bool:
        if len(self._levels) > self._most_levels:
            return True
        return sum(len(kept.records) for kept in self._levels.values()) > self._most_records

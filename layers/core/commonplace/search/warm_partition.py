"""Warm partitions: the records of one level of one space in a process's memory, with an index of their words.

Each call that searches first reads what has changed since. Other data derived from the records (vectors, the order
in a conversation) is updated with them.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from ..domain.memory import Memory
from ..domain.times import REREAD_WINDOW
from ..operations.reading import Source
from .analysis.word_index import WordIndex

_MOST_CHANGED = 400  # records that are read by id; if more have changed, all since then are read from the index
_MOST_RECORDS = 20_000  # of all partitions together; long ones take up to 19 KB each with their words
_MOST_PARTITIONS = 512  # empty ones take memory too


class DerivedData(Protocol):
    """Data derived from a partition's records, such as their vectors; it changes with them."""

    def put(self, memory: Memory) -> None:
        """Add or update a record; it may be unchanged."""

    def remove(self, memory_id: str) -> None:
        """Remove a record, if it is there."""


D = TypeVar("D", bound=DerivedData)


class Rows(Protocol):
    """The active records of a partition in the table."""

    def all(self, since: int | None) -> Iterable[Memory]:
        """Read the records written at a time (microseconds) or later, in any order; None: all records."""

    def versions(self, since: int) -> Iterable[tuple[str, int, int]]:
        """Read id, version and time of the last write of the records written at a time or later."""

    def some(self, ids: Sequence[str]) -> Iterable[Memory]:
        """Read records by their ids, without those that are no longer active."""


@dataclass(slots=True)
class WarmPartition:
    """One level of one space, in memory.

    Attributes
    ----------
    words
        The index of the records' words.
    records
        By id, of all kinds; expired and erased ones may be among them.
    complete_until
        Everything that was written before this time (microseconds) is here; None: nothing was read yet.
    loaded_at
        When the last read of all records began (microseconds); None: never.
    changes
        Counts whatever is added, removed or changed: as it begins, and once it is done. So what was ranked in the
        midst of a change is not taken for what is there afterwards.
    """

    source: Source
    words: WordIndex = field(default_factory=WordIndex)
    records: dict[str, Memory] = field(default_factory=dict)
    complete_until: int | None = None
    loaded_at: int | None = None
    changes: int = 0
    _derived: dict[object, Any] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def refresh(self, rows: Rows, now: int) -> None:
        """Read what is new or changed; ``now`` (microseconds) is when the call began."""
        with self._lock:
            is_first = self.complete_until is None
            for memory in self._changed(rows):
                self._put(memory)
            if is_first:
                self.loaded_at = now
            # Set last: if reading failed halfway, the next refresh reads the rest.
            self.complete_until = max(self.complete_until or 0, now - REREAD_WINDOW)

    def may_lack(self, imported_at: int) -> bool:
        """Tell whether an import at this time may have added old memories that no refresh finds."""
        return self.loaded_at is not None and self.loaded_at - REREAD_WINDOW <= imported_at

    def reload(self, rows: Rows, now: int) -> None:
        """Read all records again."""
        with self._lock:
            self.complete_until = None
        self.refresh(rows, now)

    def derived(self, make: Callable[[], D], key: object = None) -> D:
        """Return the partition's data of a class, made from all its records on first use.

        Parameters
        ----------
        make
            The class, or a function that makes it empty.
        key
            For a function: what it makes, so that equal keys get the same data.
        """
        key = make if key is None else key
        known: D | None = self._derived.get(key)
        if known is not None:  # without the lock: a refresh holds it while it reads
            return known
        with self._lock:
            if key not in self._derived:
                made = make()
                for memory in self.records.values():
                    made.put(memory)
                self._derived[key] = made
            found: D = self._derived[key]
            return found

    def add_written(self, memories: Iterable[Memory]) -> None:
        """Add new records that this process has just written, so that the next refresh need not read them.

        Known ones are left alone: they may have been read after this write.
        """
        with self._lock:
            for memory in memories:
                if memory.memory_id not in self.records:
                    self._put(memory)

    def add_embeddings(self, memories: Iterable[Memory]) -> None:
        """Take the vectors of records as just read: they are added without a new version, so no refresh sees them.

        A record with a new text since then waits for the next refresh.
        """
        with self._lock:
            for memory in memories:
                known = self.records.get(memory.memory_id)
                # A pin raises the version without a new time, so no refresh would read the record for it.
                if known is None or known.updated_at != memory.updated_at or known.version > memory.version:
                    continue
                is_new = known.embedding != memory.embedding
                self.changes += is_new
                self._store(memory)
                self.changes += is_new

    def remove(self, memory_id: str) -> None:
        """Remove a record that nobody may see any more."""
        with self._lock:
            self.changes += 1
            self.records.pop(memory_id, None)
            self.words.remove(memory_id)
            for data in self._derived.values():
                data.remove(memory_id)
            self.changes += 1

    def _changed(self, rows: Rows) -> Iterable[Memory]:
        if self.complete_until is None:
            return rows.all(None)
        changed = [
            memory_id
            for memory_id, version, updated_at in rows.versions(self.complete_until)
            if (known := self.records.get(memory_id)) is None
            or (known.version, known.updated_at) != (version, updated_at)
        ]
        if len(changed) > _MOST_CHANGED:
            return rows.all(self.complete_until)
        return rows.some(changed) if changed else ()

    def _put(self, memory: Memory) -> None:
        known = self.records.get(memory.memory_id)
        if known is not None and _state(known) == _state(memory):
            return
        self.changes += 1
        # Before the words: a search that finds them looks up the record.
        self._store(memory)
        if known is None or _searched(known) != _searched(memory):
            self.words.add(memory.memory_id, *_searched(memory))
        self.changes += 1

    def _store(self, memory: Memory) -> None:
        self.records[memory.memory_id] = memory
        for data in self._derived.values():
            data.put(memory)


def _searched(memory: Memory) -> tuple[str, tuple[str, ...]]:
    """Return what of a record is searched by words: its text, and its key and tags."""
    return memory.text, memory.labels


def _state(memory: Memory) -> object:
    return memory.version, memory.updated_at, memory.embedding


class WarmPartitions:
    """The warm partitions of a process: the last used up to a limit, and always the one just asked for."""

    def __init__(self, most_records: int = _MOST_RECORDS, most_partitions: int = _MOST_PARTITIONS) -> None:
        self._most_records = most_records
        self._most_partitions = most_partitions
        self._partitions: OrderedDict[Source, WarmPartition] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._partitions)

    def partition(self, source: Source) -> WarmPartition:
        """Return a partition, empty on first use."""
        with self._lock:
            found = self._partitions.setdefault(source, WarmPartition(source))
            self._partitions.move_to_end(source)
            while len(self._partitions) > 1 and self._is_full():
                self._partitions.popitem(last=False)
            return found

    def _is_full(self) -> bool:
        if len(self._partitions) > self._most_partitions:
            return True
        return sum(len(one.records) for one in self._partitions.values()) > self._most_records

"""Word indexes of the spaces that this process has searched, cached and refreshed by every search."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from ..domain.memory import Memory
from ..domain.times import REREAD_WINDOW
from .analysis.word_index import WordIndex

_MOST_CHANGED = 400  # records; if more have changed, the level is read again as a whole
_MOST_RECORDS = 20_000  # in all spaces; a long one takes up to 19 KB with its words
_MOST_LEVELS = 512  # an empty one needs memory as well


class Follower(Protocol):
    """Data derived from a level's records and updated with them, such as their vectors."""

    def keep(self, memory: Memory) -> None:
        """Add a record, or replace it after a change."""

    def drop(self, memory_id: str) -> None:
        """Remove a record."""


F = TypeVar("F", bound=Follower)


class Rows(Protocol):
    """One level of one space in the table: its active facts."""

    def all(self, since: int | None) -> Iterable[Memory]:
        """Read the records last written at or after a time (microseconds), in any order; None: all."""

    def versions(self, since: int) -> Iterable[tuple[str, int, int]]:
        """Read id, version and last write of the records last written at or after a time."""

    def some(self, ids: Sequence[str]) -> Iterable[Memory]:
        """Read records by their ids; those that are not active are left out."""


@dataclass(slots=True)
class WarmLevel:
    """One level of one space.

    Attributes
    ----------
    index
        Words of its records.
    records
        The records themselves, by id.
    settled
        Every write before this time (microseconds) is included; None: never loaded.
    followers
        By name; see :meth:`follower`.
    changes
        Number of additions, removals and changes.
    loaded_at
        When all its records were last read (microseconds, start of the read); None: never.
    """

    index: WordIndex = field(default_factory=WordIndex)
    records: dict[str, Memory] = field(default_factory=dict)
    settled: int | None = None
    followers: dict[str, Any] = field(default_factory=dict)
    changes: int = 0
    loaded_at: int | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def refresh(self, rows: Rows, now: int) -> None:
        """Read what is new or changed; ``now`` is the start of the call, in microseconds."""
        with self.lock:
            begins = self.settled is None
            for memory in self._changed(rows):
                self._keep(memory)
            if begins:
                self.loaded_at = now
            # Last: after a read that failed halfway, the rest must be read next time.
            self.settled = max(self.settled or 0, now - REREAD_WINDOW)

    def misses(self, imported_at: int) -> bool:
        """Check whether an import after the last full read may have added older records, which no refresh finds.

        Parameters
        ----------
        imported_at
            Time of the last import, in microseconds since 1970.
        """
        return self.loaded_at is not None and self.loaded_at - REREAD_WINDOW <= imported_at

    def reload(self, rows: Rows, now: int) -> None:
        """Read all records again."""
        with self.lock:
            self.settled = None
        self.refresh(rows, now)

    def _changed(self, rows: Rows) -> Iterable[Memory]:
        if self.settled is None:
            return rows.all(None)
        changed = [
            memory_id
            for memory_id, version, updated_at in rows.versions(self.settled)
            if (known := self.records.get(memory_id)) is None
            or (known.version, known.updated_at) != (version, updated_at)
        ]
        if len(changed) > _MOST_CHANGED:
            return rows.all(self.settled)
        return rows.some(changed) if changed else ()

    def drop(self, memory_id: str) -> None:
        """Remove a record that may not be returned any more."""
        with self.lock:
            self.changes += 1
            self.records.pop(memory_id, None)
            self.index.remove(memory_id)
            for follower in self.followers.values():
                follower.drop(memory_id)

    def follower(self, name: str, make: Callable[[], F]) -> F:
        """Return the follower of a name; if there is none, ``make`` creates it and it gets all records."""
        known: F | None = self.followers.get(name)
        if known is not None:  # without the lock: a refresh holds it while it reads
            return known
        with self.lock:
            if name not in self.followers:
                made = make()
                for memory in self.records.values():
                    made.keep(memory)
                self.followers[name] = made
            found: F = self.followers[name]
            return found

    def take(self, memories: Iterable[Memory]) -> None:
        """Add records that this process has just written, so that the next refresh need not read them.

        A record that is known already is not replaced: it may have been read later.
        """
        with self.lock:
            for memory in memories:
                if memory.memory_id not in self.records:
                    self._keep(memory)

    def complete(self, memories: Iterable[Memory]) -> None:
        """Take vectors, which are added to records without a new version.

        A record that was written again since is left to the next refresh.
        """
        with self.lock:
            for memory in memories:
                known = self.records.get(memory.memory_id)
                # A pin raises the version without changing the time, so no refresh would read it.
                if known is None or known.updated_at != memory.updated_at or known.version > memory.version:
                    continue
                self.changes += known.embedding != memory.embedding
                self.records[memory.memory_id] = memory
                for follower in self.followers.values():
                    follower.keep(memory)

    def _keep(self, memory: Memory) -> None:
        known = self.records.get(memory.memory_id)
        if known is not None and _is_same(known, memory) and known.embedding == memory.embedding:
            return
        self.changes += 1
        # The record first: a search that finds its words looks it up.
        self.records[memory.memory_id] = memory
        if known is None or known.text != memory.text:
            self.index.add(memory.memory_id, memory.text)
        for follower in self.followers.values():
            follower.keep(memory)


def _is_same(one: Memory, other: Memory) -> bool:
    return (one.version, one.updated_at) == (other.version, other.updated_at)


class WarmLevels:
    """Cache of levels by space; the least recently used are dropped.

    Parameters
    ----------
    most_records, most_levels
        Bounds of the cache; the level asked for last is always held.
    """

    def __init__(self, most_records: int = _MOST_RECORDS, most_levels: int = _MOST_LEVELS) -> None:
        self._most_records = most_records
        self._most_levels = most_levels
        self._levels: OrderedDict[tuple[str, int], WarmLevel] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._levels)

    def level(self, space_key: str, level: int) -> WarmLevel:
        """Return one level of a space, empty if it is not cached."""
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

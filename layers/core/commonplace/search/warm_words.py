"""Words of the spaces this process has searched, kept warm and brought up to date by every search."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from ..domain.memory import Memory
from ..domain.times import REREAD_WINDOW
from .analysis.word_index import WordIndex

_MOST_CHANGED = 400  # records; more are read as a whole again
_MOST_RECORDS = 20_000  # in all spaces together; long ones take up to 19 KB each with their words
_MOST_LEVELS = 512  # an empty one takes room too


class Follower(Protocol):
    """What else is kept of a level's records, in step with them: their vectors, where something ranks by these."""

    def keep(self, memory: Memory) -> None:
        """Take a record that is new, changed, or was looked at again."""

    def drop(self, memory_id: str) -> None:
        """Let a record go."""


F = TypeVar("F", bound=Follower)


class Rows(Protocol):
    """One level of one space in the table: its active facts."""

    def all(self, since: int | None) -> Iterable[Memory]:
        """Read the records last written at a moment or later; None: all. Microseconds, in any order."""

    def versions(self, since: int) -> Iterable[tuple[str, int, int]]:
        """Read id, version and last write of the records last written at a moment or later."""

    def some(self, ids: Sequence[str]) -> Iterable[Memory]:
        """Read some records by their ids; what is no active fact (any more) is left out."""


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
        Before this moment (microseconds) nothing can appear that is not here; None: never loaded.
    followers
        By name; see :meth:`follower`.
    changes
        Counts what came, went or changed.
    loaded_at
        When the reading of all its records was last begun (microseconds); None: never.
    """

    index: WordIndex = field(default_factory=WordIndex)
    records: dict[str, Memory] = field(default_factory=dict)
    settled: int | None = None
    followers: dict[str, Any] = field(default_factory=dict)
    changes: int = 0
    loaded_at: int | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def refresh(self, rows: Rows, now: int) -> None:
        """Bring it up to date: read what is new or changed.

        Parameters
        ----------
        rows
            Where from.
        now
            Microseconds since 1970, when the call began.
        """
        with self.lock:
            begins = self.settled is None
            for memory in self._changed(rows):
                self._keep(memory)
            if begins:
                self.loaded_at = now
            # Only now: had the reading failed halfway, the rest would never be read.
            self.settled = max(self.settled or 0, now - REREAD_WINDOW)

    def misses(self, imported_at: int) -> bool:
        """Tell whether memories of any age may have been added since all was read: no reading of news finds them.

        Parameters
        ----------
        imported_at
            When that was last done, in microseconds since 1970.
        """
        return self.loaded_at is not None and self.loaded_at - REREAD_WINDOW <= imported_at

    def reload(self, rows: Rows, now: int) -> None:
        """Read all records anew.

        Parameters
        ----------
        rows, now
            As for :meth:`refresh`.
        """
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
        """Let a record go that is no longer to be seen."""
        with self.lock:
            self.changes += 1
            self.records.pop(memory_id, None)
            self.index.remove(memory_id)
            for follower in self.followers.values():
                follower.drop(memory_id)

    def follower(self, name: str, make: Callable[[], F]) -> F:
        """Return what follows this level under a name, made now and told of all records where there is none.

        Parameters
        ----------
        name
            Always of the same kind.
        make
            Makes it empty.
        """
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
        """Take new records that this process has just written, so that the next refresh need not read them.

        Parameters
        ----------
        memories
            As written. One that is here already is left as it is: it may have been read later.
        """
        with self.lock:
            for memory in memories:
                if memory.memory_id not in self.records:
                    self._keep(memory)

    def complete(self, memories: Iterable[Memory]) -> None:
        """Take what was added to records without a new version of them: a vector.

        Parameters
        ----------
        memories
            As read just now; one that was written anew since waits for the next refresh.
        """
        with self.lock:
            for memory in memories:
                known = self.records.get(memory.memory_id)
                # A pin counts a version more and says nothing new: no refresh would read it for that.
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
        # The record first: whoever finds its words looks it up.
        self.records[memory.memory_id] = memory
        if known is None or known.text != memory.text:
            self.index.add(memory.memory_id, memory.text)
        for follower in self.followers.values():
            follower.keep(memory)


def _is_same(one: Memory, other: Memory) -> bool:
    return (one.version, one.updated_at) == (other.version, other.updated_at)


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

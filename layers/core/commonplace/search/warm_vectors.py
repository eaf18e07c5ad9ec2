"""Words and vectors of what a call may see: cached in the process, refreshed by every call.

Words and records are those of memory_search and recall(topic) (:mod:`commonplace.search.warm_words`); vectors
follow them. A vector is added to a record without a new version, so records without one are polled until it is
there.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock

from ..domain.clock import SECOND
from ..domain.heads import Heads
from ..domain.memory import Kind, Memory
from ..domain.spaces import Space
from ..operations.call import Call
from ..operations.reading import SideTask, Source, sources
from ..operations.runtime import Position
from ..storage.commit import ConditionFailed
from ..storage.embeddings import mark
from . import warm_reading
from .embedding.choose import embedder
from .turns import Turns
from .vector_index import VectorIndex
from .warm_words import WarmLevel, WarmLevels

_MOST_PENDING = 100  # records that one call polls
_POLL_FRACTION = 4  # a record is polled when a quarter of its age has passed since the last poll,
_LONGEST_WAIT = 60 * SECOND  # or after this


class WarmVectors:
    """Vectors of one level of one space, by one model; follows the level's records.

    A vector of another model counts as pending.
    """

    def __init__(self, model_id: str, dimensions: int) -> None:
        self.model_id = model_id
        self.index = VectorIndex()
        self._dimensions = dimensions
        self._pending: dict[str, tuple[int, int]] = {}  # by id: last write, next poll
        self._due: list[tuple[int, str]] = []  # a heap of polls; some entries are outdated
        self._is_outdated = False
        self._lock = Lock()

    @property
    def pending(self) -> int:
        """Number of facts without a vector."""
        return len(self._pending)

    def waiting(self) -> list[str]:
        """Return the ids of facts without a vector, the last written first."""
        with self._lock:
            waiting = sorted(((written, one) for one, (written, _) in self._pending.items()), reverse=True)
        return [memory_id for _, memory_id in waiting]

    def keep(self, memory: Memory) -> None:
        """Add a record's vector, or wait for it; only facts get one."""
        embedding = memory.embedding
        is_ours = (
            embedding is not None
            and embedding.model_id == self.model_id
            and len(embedding.vector) == self._dimensions
        )
        if embedding is not None and is_ours:
            self.index.add(memory.memory_id, embedding.vector)
            self._settle(memory.memory_id)
            return
        self.index.remove(memory.memory_id)
        if memory.kind is not Kind.FACT:
            return
        with self._lock:
            known = self._pending.get(memory.memory_id)
            if known is None:
                self._wait(memory.memory_id, memory.updated_at, due=0)
            else:
                self._pending[memory.memory_id] = memory.updated_at, known[1]
            self._is_outdated |= embedding is not None

    def drop(self, memory_id: str) -> None:
        """Remove a record's vector."""
        self.index.remove(memory_id)
        self._settle(memory_id)

    def due(self, most: int, now: int) -> list[str]:
        """Return at most so many ids to poll now (microseconds), and schedule their next poll."""
        found: list[str] = []
        with self._lock:
            while self._due and self._due[0][0] <= now and len(found) < most:
                due, memory_id = heapq.heappop(self._due)
                written, current = self._pending.get(memory_id, (0, -1))
                if due == current:
                    found.append(memory_id)
                    wait = min(max(now - written, 0) // _POLL_FRACTION, _LONGEST_WAIT)
                    self._wait(memory_id, written, due=now + wait + 1)
        return found

    def is_outdated(self) -> bool:
        """Return, once, whether vectors of another model were seen."""
        with self._lock:
            outdated, self._is_outdated = self._is_outdated, False
            return outdated

    def _wait(self, memory_id: str, written: int, due: int) -> None:
        self._pending[memory_id] = written, due
        heapq.heappush(self._due, (due, memory_id))

    def _settle(self, memory_id: str) -> None:
        with self._lock:
            self._pending.pop(memory_id, None)


@dataclass(frozen=True, slots=True)
class WarmPartition:
    """One level of one space that a call may see.

    Attributes
    ----------
    level
        Records and words.
    turns
        Order and speakers of the texts.
    """

    source: Source
    level: WarmLevel
    vectors: WarmVectors
    turns: Turns

    @property
    def records(self) -> dict[str, Memory]:
        """Its records by id, of all kinds; expired and erased ones may be among them."""
        return self.level.records


def refreshed(call: Call, *beside: SideTask) -> tuple[Heads, list[WarmPartition]]:
    """Read the heads, and what is new of each visible level, in one round trip.

    Parameters
    ----------
    *beside
        Further reads of the same round trip.

    Returns
    -------
    tuple
        The heads, and the levels that the call may see; only vectors may still be missing.
    """
    heads, levels = warm_reading.refreshed(call, _poll_pending(call), *beside)
    partitions = [_partition(source, level) for source, level in levels]
    _ask_for_vectors(call, {partition.source.space for partition in partitions if partition.vectors.is_outdated()})
    return heads, partitions


def partitions_at(call: Call, position: Position) -> list[WarmPartition]:
    """Return what is cached of what a session at this position may see, without a read."""
    return [
        _partition(source, call.runtime.cache(WarmLevels).level(source.space.key, source.level))
        for source in sources(call, position)
    ]


def confirmed(
    call: Call,
    heads: Heads,
    partitions: Iterable[WarmPartition],
    ids: Iterable[str],
    *,
    known: warm_reading.Known | None = None,
    chunk: int = warm_reading.CHUNK,
) -> Iterator[Memory]:
    """Read hits again, lazily and in order; see :func:`commonplace.search.warm_reading.confirmed`."""
    levels = [(partition.source, partition.level) for partition in partitions]
    return warm_reading.confirmed(call, heads, levels, iter(ids), known=known, chunk=chunk)


def _partition(source: Source, level: WarmLevel) -> WarmPartition:
    return WarmPartition(source, level, _vectors(level), level.follower("turns", Turns))


def _vectors(level: WarmLevel) -> WarmVectors:
    model = embedder()
    return level.follower(f"vectors/{model.model_id}", lambda: WarmVectors(model.model_id, model.dimensions))


def _poll_pending(call: Call) -> SideTask:
    """Return the read of records that wait for their vector, for the round trip of the heads."""
    now = call.runtime.clock()

    def read(position: Position) -> None:
        wanted: list[tuple[Space, str]] = []
        levels: dict[Source, WarmLevel] = {}
        for source in sources(call, position):
            level = call.runtime.cache(WarmLevels).level(source.space.key, source.level)
            due = _vectors(level).due(_MOST_PENDING - len(wanted), now)
            levels[source] = level
            wanted += [(source.space, memory_id) for memory_id in due]
        for memory in call.runtime.tables.memories(wanted):
            level_of = levels.get(Source(memory.space, memory.level))
            if level_of is not None:
                level_of.complete([memory])

    return read


def _ask_for_vectors(call: Call, spaces: set[Space]) -> None:
    """Mark spaces whose vectors are of another model, so that embed_memory replaces them."""
    tables, now = call.runtime.tables, call.runtime.clock()
    table, model_id = tables.names.memories_table, embedder().model_id

    def ask(space: Space) -> Callable[[], None]:
        def put() -> None:
            with suppress(ConditionFailed):  # marked already
                tables.commit([mark(table, space, model_id, now)], attempts=2)

        return put

    if spaces:
        tables.gather([ask(space) for space in spaces])

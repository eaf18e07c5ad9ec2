"""Words and vectors of what a call may see: kept warm once a process, brought up to date by every call.

The words and records are those that memory_search and recall(topic) keep (:mod:`commonplace.search.warm_words`);
vectors follow them. A vector is added to a record without a new version of it, so records that wait for theirs
are looked at again until it is there.
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

_MOST_PENDING = 100  # records that one call looks at again
_PATIENCE = 4  # a record is looked at again when this part of its age has passed since the last time,
_LONGEST_WAIT = 60 * SECOND  # or after this


class WarmVectors:
    """Vectors of one level of one space, by one model; follows the level's records.

    Parameters
    ----------
    model_id, dimensions
        Of the model; what another one made counts as pending.
    """

    def __init__(self, model_id: str, dimensions: int) -> None:
        self.model_id = model_id
        self.index = VectorIndex()
        self._dimensions = dimensions
        self._pending: dict[str, tuple[int, int]] = {}  # by id: the last write, and when to look again
        self._due: list[tuple[int, str]] = []  # a heap of when to look at which again; some of it is settled
        self._is_outdated = False
        self._lock = Lock()

    @property
    def pending(self) -> int:
        """How many facts wait for their vector."""
        return len(self._pending)

    def waiting(self) -> list[str]:
        """Return the ids of the facts that wait for their vector, the last written first."""
        with self._lock:
            waiting = sorted(((written, one) for one, (written, _) in self._pending.items()), reverse=True)
        return [memory_id for _, memory_id in waiting]

    def keep(self, memory: Memory) -> None:
        """Take a record's vector, or wait for it; facts alone get one."""
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
        """Let a record's vector go."""
        self.index.remove(memory_id)
        self._settle(memory_id)

    def due(self, most: int, now: int) -> list[str]:
        """Return what is to be looked at again now, and count it as looked at.

        Parameters
        ----------
        most
            How many at most.
        now
            Microseconds since 1970.
        """
        found: list[str] = []
        with self._lock:
            while self._due and self._due[0][0] <= now and len(found) < most:
                due, memory_id = heapq.heappop(self._due)
                written, current = self._pending.get(memory_id, (0, -1))
                if due == current:
                    found.append(memory_id)
                    wait = min(max(now - written, 0) // _PATIENCE, _LONGEST_WAIT)
                    self._wait(memory_id, written, due=now + wait + 1)
        return found

    def is_outdated(self) -> bool:
        """Tell, once, whether vectors of another model were seen."""
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
class Part:
    """One level of one space that a call may see.

    Attributes
    ----------
    source
        Which.
    level
        Its records and words.
    vectors
        What they mean.
    turns
        In which order they came, and who said them.
    """

    source: Source
    level: WarmLevel
    vectors: WarmVectors
    turns: Turns

    @property
    def records(self) -> dict[str, Memory]:
        """Its records by id: all kinds, the dead among them not yet left out."""
        return self.level.records


def refreshed(call: Call, *beside: SideTask) -> tuple[Heads, list[Part]]:
    """Read the heads, and of each visible level what is new, in one round trip.

    Parameters
    ----------
    call
        Who reads; its view says which store, at which level, and whether it is wide.
    *beside
        Done in the same round trip.

    Returns
    -------
    tuple
        The heads, and the levels that the call may see, whole and up to date but for vectors still to be made.
    """
    heads, levels = warm_reading.refreshed(call, _look_again(call), *beside)
    parts = [_part(source, level) for source, level in levels]
    _ask_for_vectors(call, {part.source.space for part in parts if part.vectors.is_outdated()})
    return heads, parts


def parts_at(call: Call, position: Position) -> list[Part]:
    """Return what is warm of what a session at this place may see, without reading anything.

    Parameters
    ----------
    call
        Who sees it.
    position
        Where the session is taken to be.
    """
    return [
        _part(source, call.runtime.cache(WarmLevels).level(source.space.key, source.level))
        for source in sources(call, position)
    ]


def confirmed(
    call: Call,
    heads: Heads,
    parts: Iterable[Part],
    ids: Iterable[str],
    *,
    known: warm_reading.Known | None = None,
    chunk: int = warm_reading.CHUNK,
) -> Iterator[Memory]:
    """Read records anew, in order, as far as they are taken: what was forgotten meanwhile is left out.

    Parameters
    ----------
    call, heads, parts
        As :func:`refreshed` returned them.
    ids
        In the order in which they are wanted.
    known, chunk
        As :func:`commonplace.search.warm_reading.confirmed`.
    """
    levels = [(part.source, part.level) for part in parts]
    return warm_reading.confirmed(call, heads, levels, iter(ids), known=known, chunk=chunk)


def _part(source: Source, level: WarmLevel) -> Part:
    return Part(source, level, _vectors(level), level.follower("turns", Turns))


def _vectors(level: WarmLevel) -> WarmVectors:
    model = embedder()
    return level.follower(f"vectors/{model.model_id}", lambda: WarmVectors(model.model_id, model.dimensions))


def _look_again(call: Call) -> SideTask:
    """Return what reads records that wait for their vector, to be done beside the heads."""
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
    """Mark spaces whose vectors are of another model, so that embed_memory makes them anew."""
    tables, now = call.runtime.tables, call.runtime.clock()
    table, model_id = tables.names.memories_table, embedder().model_id

    def ask(space: Space) -> Callable[[], None]:
        def put() -> None:
            with suppress(ConditionFailed):  # somebody has asked already
                tables.commit([mark(table, space, model_id, now)], attempts=2)

        return put

    if spaces:
        tables.gather([ask(space) for space in spaces])

"""Warm vectors: the vectors of a partition's records, and how searches wait for those that are still missing.

A vector is added to a record without a new version of it, so a refresh does not see it: records that wait for
their vector are read again until they have it.
"""

from __future__ import annotations

import dataclasses
import heapq
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from threading import Lock

from ..domain.clock import SECOND
from ..domain.heads import Heads
from ..domain.memory import STATED, Memory
from ..domain.spaces import Space
from ..operations.call import Call
from ..operations.logs import log_fault
from ..operations.reading import SideTask, Source
from ..operations.runtime import Position
from ..storage.commit import ConditionFailed
from ..storage.disk import despite_full_disk
from ..storage.embeddings import mark
from .embedding.choose import embedder
from .embedding.meaning import embed, is_made_by, passage
from .embedding.protocol import Embedder
from .turns import Turns
from .vector_index import VectorIndex
from .warm_partition import WarmPartition
from .warm_reading import refreshed, warm_partitions

_MOST_REREAD = 100  # records without a vector that one call reads again
_MOST_EMBEDDED = 5  # records without a vector that one call gives one: some 20 to 70 ms each
_REREAD_AFTER = 4  # a record is read again after a quarter of its age since the last time,
_LONGEST_WAIT = 60 * SECOND  # at most after this


class WarmVectors:
    """Vectors of one model, derived from a partition's records; those of other models count as missing."""

    def __init__(self, model: Embedder) -> None:
        self.model_id = model.model_id
        self.dimensions = model.dimensions
        self.index = VectorIndex(model.typical)
        self._waiting: dict[str, tuple[int, int]] = {}  # by id: the last write, and when to read it again
        self._schedule: list[tuple[int, str]] = []  # a heap of when to read which again; some entries are outdated
        self._has_other_model = False
        self._lock = Lock()

    @property
    def pending(self) -> int:
        """How many facts wait for their vector."""
        return len(self._waiting)

    def waiting(self) -> list[str]:
        """Return the ids of the facts that wait for their vector, the last written first."""
        with self._lock:
            waiting = sorted(((written, one) for one, (written, _) in self._waiting.items()), reverse=True)
        return [memory_id for _, memory_id in waiting]

    def put(self, memory: Memory) -> None:
        """Take a record's vector, or wait for it; only facts get one."""
        embedding = memory.embedding
        if embedding is not None and is_made_by(embedding, self.model_id, self.dimensions):
            self.index.add(memory.memory_id, embedding.vector)
            self._stop_waiting(memory.memory_id)
            return
        self.index.remove(memory.memory_id)
        if memory.kind not in STATED:
            return
        with self._lock:
            known = self._waiting.get(memory.memory_id)
            if known is None:
                self._wait(memory.memory_id, memory.updated_at, due=0)
            else:
                self._waiting[memory.memory_id] = memory.updated_at, known[1]
            self._has_other_model |= embedding is not None

    def remove(self, memory_id: str) -> None:
        """Remove a record's vector, and wait for it no longer."""
        self.index.remove(memory_id)
        self._stop_waiting(memory_id)

    def due(self, most: int, now: int) -> list[str]:
        """Return at most so many records to read again now (microseconds), and schedule their next time."""
        found: list[str] = []
        with self._lock:
            while self._schedule and self._schedule[0][0] <= now and len(found) < most:
                due, memory_id = heapq.heappop(self._schedule)
                written, current = self._waiting.get(memory_id, (0, -1))
                if due == current:
                    found.append(memory_id)
                    wait = min(max(now - written, 0) // _REREAD_AFTER, _LONGEST_WAIT)
                    self._wait(memory_id, written, due=now + wait + 1)
        return found

    def take_other_model(self) -> bool:
        """Tell whether vectors of another model came since this was last asked."""
        with self._lock:
            found, self._has_other_model = self._has_other_model, False
            return found

    def _wait(self, memory_id: str, written: int, due: int) -> None:
        self._waiting[memory_id] = written, due
        heapq.heappush(self._schedule, (due, memory_id))

    def _stop_waiting(self, memory_id: str) -> None:
        with self._lock:
            self._waiting.pop(memory_id, None)


def vectors_of(partition: WarmPartition) -> WarmVectors:
    """Return the vectors of a partition by the process's model."""
    model = embedder()
    make = partial(WarmVectors, model)
    return partition.derived(make, key=(WarmVectors, model.model_id))


def embed_newest(partitions: Sequence[WarmPartition], most: int = _MOST_EMBEDDED) -> None:
    """Give the newest records that wait for their vector one in this process, so that a search finds them.

    ``embed_memory`` stores the same one a moment later.
    """
    waiting = [
        (memory, one)
        for one in partitions
        for memory_id in islice(vectors_of(one).waiting(), most)
        if (memory := one.records.get(memory_id)) is not None
    ]
    newest = sorted(waiting, key=lambda found: found[0].updated_at, reverse=True)[:most]
    try:
        made = embed([passage(memory.text, memory.key) for memory, _ in newest])
    except Exception as error:  # a text that the model does not take must not fail a search: its words serve
        log_fault(error, function="search", request_id="")
        return
    for (memory, partition), embedding in zip(newest, made, strict=True):
        partition.add_embeddings([dataclasses.replace(memory, embedding=embedding)])


def turns_of(partition: WarmPartition) -> Turns:
    """Return who said what in a partition, and in which order."""
    return partition.derived(Turns)


def refreshed_with_vectors(call: Call, *side_tasks: SideTask) -> tuple[Heads, list[WarmPartition]]:
    """Refresh partitions, and read again what waits for its vector, in the same round trip.

    Where vectors of another model are found, ``embed_memory`` is asked to replace all of the space.
    """
    heads, partitions = refreshed(call, partial(_reread_waiting, call, call.runtime.clock()), *side_tasks)
    outdated = [one.source.space for one in partitions if vectors_of(one).take_other_model()]
    if outdated:
        call.runtime.tables.gather([partial(_ask_for_vectors, call, space) for space in dict.fromkeys(outdated)])
    return heads, partitions


def _reread_waiting(call: Call, now: int, position: Position) -> None:
    wanted: list[tuple[Space, str]] = []
    partitions = {one.source: one for one in warm_partitions(call, position)}
    for source, partition in partitions.items():
        due = vectors_of(partition).due(_MOST_REREAD - len(wanted), now)
        wanted += [(source.space, memory_id) for memory_id in due]
    for memory in call.runtime.tables.memories(wanted):
        found = partitions.get(Source(memory.space, memory.level))
        if found is not None:
            found.add_embeddings([memory])


def _ask_for_vectors(call: Call, space: Space) -> None:
    tables = call.runtime.tables
    with suppress(ConditionFailed), despite_full_disk():  # another call has asked already
        marker = mark(tables.names.memories_table, space, embedder().model_id, call.runtime.wall())
        tables.commit([marker], attempts=2)

"""How searches read: each call refreshes its warm partitions, and reads what it found again from the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from ..domain.heads import Heads
from ..domain.levels import Level
from ..domain.lifetime import is_live
from ..domain.memory import Memory, State
from ..domain.shadowing import is_hidden, siblings_above
from ..domain.spaces import Space
from ..operations.call import Call
from ..operations.reading import SideTask, Source, at_position, sources
from ..operations.runtime import Position
from ..storage.store import Tables
from .warm_partition import WarmPartition, WarmPartitions

CHUNK = 25  # records confirmed together: each and at most three versions above it, and a call may read a hundred

# Records that a call has read from the table already, by space and id; None: there is none.
KnownRecords = Mapping[tuple[Space, str], Memory | None]


def warm_partitions(call: Call, position: Position) -> list[WarmPartition]:
    """Return the partitions that a session at this position may see, as they are in memory."""
    cache = call.runtime.cache(WarmPartitions)
    return [cache.partition(source) for source in sources(call, position)]


def refreshed(call: Call, *side_tasks: SideTask) -> tuple[Heads, list[WarmPartition]]:
    """Read the heads, and what is new in each partition that the call may see, in one round trip.

    After an import, once, the partitions are read as a whole in a second one.
    """
    tables, now = call.runtime.tables, call.runtime.settled()

    def read(position: Position) -> tuple[Heads, list[WarmPartition]]:
        partitions = warm_partitions(call, position)
        tasks: list[Callable[[], Any]] = [
            lambda: tables.heads(call.heads_request()),
            *(partial(task, position) for task in side_tasks),
            *(partial(one.refresh, TableRows(tables, one.source), now) for one in partitions),
        ]
        heads, *_ = tables.gather(tasks)
        return heads, partitions

    heads, partitions = at_position(call, read)
    stale = [one for one in partitions if one.may_lack(heads.imported_at(one.source.space.scope))]
    if stale:
        tables.gather([partial(one.reload, TableRows(tables, one.source), now) for one in stale])
    return heads, partitions


@dataclass(frozen=True, slots=True)
class TableRows:
    """A partition in the memories table; see :class:`.warm_partition.Rows`."""

    tables: Tables
    source: Source

    def all(self, since: int | None) -> Iterator[Memory]:
        """Read the active records, page by page."""
        after: Any = None
        while True:
            page = self.tables.page(
                "by_time", self.source.space, self.source.level, None, after=after, since=since
            )
            yield from page.memories
            after = page.after
            if after is None:
                return

    def versions(self, since: int) -> Iterator[tuple[str, int, int]]:
        """Read the versions of what was written since a time."""
        return self.tables.versions(self.source.space, self.source.level, since)

    def some(self, ids: Sequence[str]) -> Iterator[Memory]:
        """Read records by id, without those that have left the level since."""
        for memory in self.tables.memories([(self.source.space, one) for one in ids]):
            if memory.state is State.ACTIVE and memory.level is self.source.level:
                yield memory


def confirmed(
    call: Call,
    heads: Heads,
    partitions: Sequence[WarmPartition],
    ids: Iterable[str],
    *,
    known: KnownRecords | None = None,
    chunk: int = CHUNK,
) -> Iterator[Memory]:
    """Read records from the table, in order, without those that no longer exist or that another version hides.

    Parameters
    ----------
    ids
        Read in chunks, only as far as the caller takes the memories.
    known
        What this call has read already.
    chunk
        How many are read at once: more than :data:`CHUNK` may take a second request.
    """
    taint, epochs, now = call.level(heads.session.taint), heads.epochs(), call.runtime.wall()
    found = dict(known or {})
    hits = (
        (partition, memory)
        for memory_id in ids
        for partition in partitions
        if (memory := partition.records.get(memory_id)) is not None
    )
    while some := list(islice(hits, chunk)):
        wanted = {memory.memory_id: with_siblings(memory, taint) for _, memory in some}
        missing = dict.fromkeys(key for keys in wanted.values() for key in keys if key not in found)
        found |= missing
        found |= {
            (memory.space, memory.memory_id): memory for memory in call.runtime.tables.memories(list(missing))
        }
        for partition, memory in some:
            current, *higher = (found[key] for key in wanted[memory.memory_id])
            if current is None or not is_live(current, epochs, now):
                partition.remove(memory.memory_id)
            elif not is_hidden(current, (one for one in higher if one is not None), epochs, now):
                yield current


def with_siblings(memory: Memory, level: Level) -> list[tuple[Space, str]]:
    """Return the keys of a record and of the versions that could hide it from a reader at a level."""
    return [(memory.space, one) for one in (memory.memory_id, *siblings_above(memory, level))]

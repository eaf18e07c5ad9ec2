"""Reading by words: every call refreshes the cached levels, and hits are read again before they are returned."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from typing import Any

from ..domain.heads import Heads
from ..domain.levels import Level
from ..domain.memory import Memory, State, is_live
from ..domain.shadowing import is_hidden, siblings_above
from ..domain.spaces import Space
from ..operations.call import Call
from ..operations.reading import SideTask, Source, at_position, side_tasks, sources
from ..operations.runtime import Position
from .warm_words import WarmLevel, WarmLevels

CHUNK = 25  # records confirmed per read: each with up to three higher versions; BatchGetItem takes 100


def refreshed(call: Call, *beside: SideTask) -> tuple[Heads, list[tuple[Source, WarmLevel]]]:
    """Read the heads, and what is new of each visible level, in one round trip.

    Parameters
    ----------
    *beside
        Further reads of the same round trip.
    """
    tables, now = call.runtime.tables, call.runtime.clock()

    def read(position: Position) -> tuple[Heads, list[tuple[Source, WarmLevel]]]:
        found = [
            (source, call.runtime.cache(WarmLevels).level(source.space.key, source.level))
            for source in sources(call, position)
        ]

        def refresh(source: Source, warm: WarmLevel) -> Callable[[], None]:
            return lambda: warm.refresh(TableRows(call, source), now)

        reads: list[Callable[[], Any]] = [refresh(*one) for one in found]
        heads, *_ = tables.gather(
            [
                lambda: tables.heads(call.heads_request()),
                *(done for one in beside for done in side_tasks(one, position)),
                *reads,
            ]
        )
        return heads, found

    heads, levels = at_position(call, read)
    missing = [one for one in levels if one[1].misses(heads.imported_at(one[0].space.scope))]
    if missing:
        tables.gather([partial(warm.reload, TableRows(call, source), now) for source, warm in missing])
    return heads, levels


@dataclass(frozen=True, slots=True)
class TableRows:
    """One level of one space in the memories table; see :class:`commonplace.search.warm_words.Rows`."""

    call: Call
    source: Source

    def all(self, since: int | None) -> Iterator[Memory]:
        """Read the level's records, or those written since a time."""
        after: Any = None
        while True:
            page = self.call.runtime.tables.page(
                "by_time", self.source.space, self.source.level, None, after=after, since=since
            )
            yield from page.memories
            after = page.after
            if after is None:
                return

    def versions(self, since: int) -> Iterator[tuple[str, int, int]]:
        """Read id, version and time of what was written since a time."""
        return self.call.runtime.tables.versions(self.source.space, self.source.level, since)

    def some(self, ids: Sequence[str]) -> Iterator[Memory]:
        """Read some records; those that are no longer active at this level are left out."""
        for memory in self.call.runtime.tables.memories([(self.source.space, one) for one in ids]):
            if memory.state is State.ACTIVE and memory.level is self.source.level:
                yield memory


# Records as this call has read them, by space and id; None: deleted.
Known = Mapping[tuple[Space, str], Memory | None]


def confirmed(
    call: Call,
    heads: Heads,
    levels: list[tuple[Source, WarmLevel]],
    ranked: Iterator[str],
    *,
    known: Known | None = None,
    chunk: int = CHUNK,
) -> Iterator[Memory]:
    """Read hits again, with the versions that could hide them; what was forgotten meanwhile is left out.

    Parameters
    ----------
    call, heads, levels
        As :func:`refreshed` returned them.
    ranked
        Ids in order; read lazily.
    known
        Records that this call has read already.
    chunk
        Records per read, at most :data:`CHUNK`.
    """
    taint, epochs, now = call.level(heads.session.taint), heads.epochs(), call.runtime.clock()
    found = dict(known or {})
    hits = (
        (warm, memory)
        for memory_id in ranked
        for _, warm in levels
        if (memory := warm.records.get(memory_id)) is not None
    )
    while some := list(islice(hits, chunk)):
        wanted = {memory.memory_id: with_siblings(memory, taint) for _, memory in some}
        missing = dict.fromkeys(key for keys in wanted.values() for key in keys if key not in found)
        found |= missing
        found |= {
            (memory.space, memory.memory_id): memory for memory in call.runtime.tables.memories(list(missing))
        }
        for warm, memory in some:
            current, *higher = (found[key] for key in wanted[memory.memory_id])
            if current is None or not is_live(current, epochs, now):
                warm.drop(memory.memory_id)
            elif not is_hidden(current, (one for one in higher if one is not None), epochs, now):
                yield current


def with_siblings(memory: Memory, level: Level) -> list[tuple[Space, str]]:
    """Return the keys of a record and of the versions that could hide it at a level."""
    return [(memory.space, one) for one in chain([memory.memory_id], siblings_above(memory, level))]

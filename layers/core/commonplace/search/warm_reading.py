"""Reading by words: levels kept warm, brought up to date by every call, and what is found read anew."""

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

CHUNK = 25  # records confirmed at once: each and up to three versions above it, of the hundred a call may read


def refreshed(call: Call, *beside: SideTask) -> tuple[Heads, list[tuple[Source, WarmLevel]]]:
    """Read the heads, and of each visible level what is new, in one round trip.

    Parameters
    ----------
    call
        Who reads.
    *beside
        Done in the same round trip.

    Returns
    -------
    tuple
        The heads, and the levels that the session may see.
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
        """Read the level's records, those written since a moment where one is given."""
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
        """Read which version of what was written since a moment."""
        return self.call.runtime.tables.versions(self.source.space, self.source.level, since)

    def some(self, ids: Sequence[str]) -> Iterator[Memory]:
        """Read some records; those that left the level's index meanwhile are left out."""
        for memory in self.call.runtime.tables.memories([(self.source.space, one) for one in ids]):
            if memory.state is State.ACTIVE and memory.level is self.source.level:
                yield memory


# Records read anew, by space and id; None: it is no more.
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
    """Read records anew, with the versions that could hide them: what was forgotten meanwhile is left out.

    Parameters
    ----------
    call, heads, levels
        As :func:`refreshed` returned them.
    ranked
        Ids, in the order in which they are wanted; read as far as they are taken.
    known
        What this call has read anew already.
    chunk
        How many to confirm at once, at most :data:`CHUNK`.
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
    """Return where a record stands, and after it where those stand that could hide it from a level."""
    return [(memory.space, one) for one in chain([memory.memory_id], siblings_above(memory, level))]

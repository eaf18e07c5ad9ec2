"""How the tools read: heads and data in one round trip, at the position where the session was last seen."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from typing import Any, TypeVar

from ..domain.heads import Heads, SessionHead
from ..domain.levels import Level
from ..domain.lifetime import is_live
from ..domain.memory import Kind, Memory
from ..domain.shadowing import Version, is_hidden, siblings_above
from ..domain.spaces import Space
from ..refusals.errors import Busy
from ..storage.memories import Order, Page
from .call import Call
from .runtime import Position
from .session_head_lifetime import renew_taint

T = TypeVar("T")
V = TypeVar("V", bound=Version)

# Runs in the same round trip as a read, with the position that is assumed; again if the session was elsewhere.
SideTask = Callable[[Position], None]

ATTEMPTS = 5
_LARGEST_PAGE = 1000
# Records whose siblings are read together: at most three each, and a request reads a hundred.
_SIBLINGS_CHUNK = 25
_LARGEST_CHUNK = 33


@dataclass(frozen=True, slots=True)
class Source:
    """One level of one space, which one query reads."""

    space: Space
    level: Level


def at_position(call: Call, read: Callable[[Position], tuple[Heads, T]]) -> tuple[Heads, T]:
    """Read at the session's last known position; again if the head that is read with the data has another.

    ``read`` gets heads and data as if the session were at the position it is given.

    Raises
    ------
    Busy
        If the session keeps changing.
    """
    position = call.last_position()
    for _ in range(ATTEMPTS):
        heads, data = read(position)
        now_at = call.seen(heads)
        if now_at == position:
            renew_taint(call, heads)
            return heads, data
        position = now_at
    raise Busy("session.busy")


def side_tasks(side_task: SideTask | None, position: Position) -> list[Callable[[], Any]]:
    """Bind a side task to a position; [] without one."""
    return [] if side_task is None else [lambda: side_task(position)]


def sources(call: Call, position: Position) -> list[Source]:
    """Return what a session at this position may see: each visible level of each readable space."""
    return [
        Source(space, level)
        for space in call.readable_spaces(position.generation)
        for level in call.level(position.taint).visible()
    ]


def read_visible(
    call: Call,
    order: Order,
    page: int,
    *,
    before: tuple[int, str] | None = None,
    side_task: SideTask | None = None,
) -> tuple[Heads, Iterator[Memory]]:
    """Read what the caller may see, in an index's order, over all spaces and levels.

    Heads and first pages come in one round trip; further pages are read as the records are taken.

    Parameters
    ----------
    page
        Records of a first page; later pages are larger.
    before
        For the order of time: read only what was last written before this moment and id.
    side_task
        Runs in the first round trip.

    Returns
    -------
    tuple[Heads, Iterator[Memory]]
        Live records, none hidden by another version of its key.
    """
    tables = call.runtime.tables

    def read(position: Position) -> tuple[Heads, list[tuple[Source, Page]]]:
        found = sources(call, position)

        def first_page(source: Source) -> Callable[[], Page]:
            return lambda: tables.page(order, source.space, source.level, page, before=before)

        reads: list[Callable[[], Any]] = [first_page(source) for source in found]
        heads, *pages = tables.gather(
            [lambda: tables.heads(call.heads_request()), *reads, *side_tasks(side_task, position)]
        )
        return heads, list(zip(found, pages[: len(found)], strict=True))

    heads, first = at_position(call, read)
    streams = [_rest(call, order, source, read, page) for source, read in first]
    ordered = heapq.merge(*streams, key=itemgetter(0), reverse=True)
    epochs, now = heads.epochs(), call.runtime.wall()
    shown = (memory for _, memory in ordered if shows(memory, heads.session, epochs, now))
    return heads, unhidden(call, heads, shown, first=page)


def read_by_id(call: Call, memory_id: str) -> Memory | None:
    """Read one memory that the caller may see, in one round trip; one more if versions of its key may hide it.

    Parameters
    ----------
    memory_id
        In small letters.

    Returns
    -------
    Memory or None
        None if :func:`read_visible` would not return it either.
    """

    def read(position: Position) -> tuple[Heads, list[Memory]]:
        wanted = [(space, memory_id) for space in call.readable_spaces(position.generation)]
        return call.runtime.tables.heads_and_memories(call.heads_request(), wanted)

    heads, found = at_position(call, read)
    epochs, now, highest = heads.epochs(), call.runtime.wall(), call.level(heads.session.taint)
    shown = (one for one in found if one.level <= highest and shows(one, heads.session, epochs, now))
    return next(unhidden(call, heads, shown), None)


def unhidden(call: Call, heads: Heads, memories: Iterator[V], *, first: int = _SIBLINGS_CHUNK) -> Iterator[V]:
    """Leave out live records, or light rows of them, that a version at a higher visible level hides.

    At PUBLIC nothing can be hidden, so nothing is read.

    Parameters
    ----------
    first
        How many records' siblings are read at first: as many as were read. Later ones are more.
    """
    taint = call.level(heads.session.taint)
    if taint is Level.PUBLIC:
        yield from memories
        return
    epochs, now = heads.epochs(), call.runtime.wall()
    size = min(first, _LARGEST_CHUNK)
    while some := list(islice(memories, size)):
        above = siblings(call, some, taint)
        for memory in some:
            if not is_hidden(memory, above.get(memory.memory_id, ()), epochs, now):
                yield memory
        size = min(2 * size, _LARGEST_CHUNK)


def siblings(call: Call, chunk: Sequence[Version], taint: Level) -> dict[str, list[Memory]]:
    """Read the versions that could hide some records, by the records' ids, in one round trip."""
    wanted = {memory.memory_id: siblings_above(memory, taint) for memory in chunk}
    keys = [(memory.space, sibling) for memory in chunk for sibling in wanted[memory.memory_id]]
    found = {memory.memory_id: memory for memory in call.runtime.tables.memories(list(dict.fromkeys(keys)))}
    return {
        memory_id: [found[sibling] for sibling in ids if sibling in found] for memory_id, ids in wanted.items()
    }


def _rest(call: Call, order: Order, source: Source, page: Page, size: int) -> Iterator[tuple[str, Memory]]:
    """Read a level's further pages, each larger than the last, so that one dead record costs little more.

    Returns
    -------
    Iterator[tuple[str, Memory]]
        Each record with what it is sorted by.
    """
    yield from zip(page.places, page.memories, strict=True)
    while page.after is not None:
        size = min(2 * size, _LARGEST_PAGE)
        page = call.runtime.tables.page(order, source.space, source.level, size, after=page.after)
        yield from zip(page.places, page.memories, strict=True)


def shows(memory: Memory, session: SessionHead, epochs: Mapping[str, int], now: int) -> bool:
    """Return whether a record counts: it is live and current."""
    return is_live(memory, epochs, now) and is_current(memory, session)


def is_current(memory: Memory, session: SessionHead) -> bool:
    """Return whether a record is no goal, plan or question, or the session's latest."""
    if memory.kind is Kind.GOAL:
        return memory.memory_id == session.goal_id
    if memory.kind in (Kind.PLAN, Kind.QUESTION):
        latest = session.checkpoint
        return latest is not None and memory.checkpoint == latest.checkpoint_id
    return True


def by_rank(memory: Memory) -> tuple[float, int, str]:
    """Return recall's sort key, descending: rank, then the last write."""
    return (memory.rank, memory.updated_at, memory.memory_id)

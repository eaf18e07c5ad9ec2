"""How the tools read: heads and data in one round trip, at the place where the session was last seen."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from ..domain.heads import Heads, SessionHead
from ..domain.levels import Level
from ..domain.memory import Kind, Memory, is_live
from ..domain.shadowing import Version, is_hidden, siblings_above
from ..domain.spaces import Space
from ..refusals.errors import Busy
from ..storage.memories import Order, Page
from .call import Call
from .runtime import Position
from .session_head import keep_taint

T = TypeVar("T")
V = TypeVar("V", bound=Version)

# Done in the round trip of a read, told where the session is taken to be; once more if it was elsewhere.
Beside = Callable[[Position], None]

ATTEMPTS = 5
_LARGEST_PAGE = 1000
_SIBLINGS_CHUNK = 25  # records whose siblings are read at once; three each at most, of the hundred a call may


@dataclass(frozen=True, slots=True)
class Source:
    """One level of one space: what one query may read."""

    space: Space
    level: Level


def at_position(call: Call, read: Callable[[Position], tuple[Heads, T]]) -> tuple[Heads, T]:
    """Read at the session's last known place; again if the head read beside the data says it has moved.

    Parameters
    ----------
    call
        Who reads.
    read
        Reads heads and data, as if the session were at the position it is given.

    Raises
    ------
    Busy
        If the session keeps moving.
    """
    position = call.last_position()
    for _ in range(ATTEMPTS):
        heads, data = read(position)
        now_at = call.seen(heads)
        if now_at == position:
            keep_taint(call, heads)
            return heads, data
        position = now_at
    raise Busy("session.busy")


def done_beside(beside: Beside | None, position: Position) -> list[Callable[[], Any]]:
    """Return what is to be done beside a read at a position."""
    return [] if beside is None else [lambda: beside(position)]


def sources(call: Call, position: Position) -> list[Source]:
    """Return what a session at this place may see: each visible level of each readable space."""
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
    beside: Beside | None = None,
) -> tuple[Heads, Iterator[Memory]]:
    """Read what the caller may see, in an index's order, over all spaces and levels.

    Heads and first pages come in one round trip; further pages are read as the records are taken.

    Parameters
    ----------
    call
        Who reads.
    order
        Which index.
    page
        Records of a first page; later ones grow.
    before
        For the order of time: read only what was last written before this moment and id.
    beside
        Done in the first round trip.

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
            [lambda: tables.heads(call.heads_request()), *reads, *done_beside(beside, position)]
        )
        return heads, list(zip(found, pages[: len(found)], strict=True))

    heads, first = at_position(call, read)
    streams = [_rest(call, order, source, read, page) for source, read in first]
    ordered = heapq.merge(*streams, key=_ORDERS[order], reverse=True)
    epochs, now = heads.epochs(), call.runtime.clock()
    shown = (memory for memory in ordered if shows(memory, heads.session, epochs, now))
    return heads, unhidden(call, heads, shown)


def unhidden(call: Call, heads: Heads, memories: Iterator[V]) -> Iterator[V]:
    """Leave out the records that a version of their key at a higher visible level hides.

    Parameters
    ----------
    call, heads
        Who reads, and the session's taint: at PUBLIC nothing can be hidden, and nothing is read.
    memories
        Live records, or light rows of them.
    """
    taint = call.level(heads.session.taint)
    if taint is Level.PUBLIC:
        yield from memories
        return
    epochs, now = heads.epochs(), call.runtime.clock()
    while chunk := list(islice(memories, _SIBLINGS_CHUNK)):
        above = siblings(call, chunk, taint)
        for memory in chunk:
            if not is_hidden(memory, above.get(memory.memory_id, ()), epochs, now):
                yield memory


def siblings(call: Call, chunk: Sequence[Version], taint: Level) -> dict[str, list[Memory]]:
    """Read the versions that could hide some records, by the records' ids, in one round trip."""
    wanted = {memory.memory_id: siblings_above(memory, taint) for memory in chunk}
    keys = [(memory.space, sibling) for memory in chunk for sibling in wanted[memory.memory_id]]
    found = {memory.memory_id: memory for memory in call.runtime.tables.memories(list(dict.fromkeys(keys)))}
    return {
        memory_id: [found[sibling] for sibling in ids if sibling in found] for memory_id, ids in wanted.items()
    }


def _rest(call: Call, order: Order, source: Source, page: Page, size: int) -> Iterator[Memory]:
    """Go on through a level's pages, each larger than the last: one dead record on top costs little more."""
    yield from page.memories
    while page.after is not None:
        size = min(2 * size, _LARGEST_PAGE)
        page = call.runtime.tables.page(order, source.space, source.level, size, after=page.after)
        yield from page.memories


def shows(memory: Memory, session: SessionHead, epochs: Mapping[str, int], now: int) -> bool:
    """Tell whether a record counts: alive, and for goal, plan and questions, the session's latest."""
    if not is_live(memory, epochs, now):
        return False
    if memory.kind is Kind.GOAL:
        return memory.memory_id == session.goal_id
    if memory.kind in (Kind.PLAN, Kind.QUESTION):
        latest = session.checkpoint
        return latest is not None and memory.checkpoint == latest.checkpoint_id
    return True


def by_rank(memory: Memory) -> tuple[float, int, str]:
    """Return what recall orders by, the first one greatest: importance, then the last write."""
    return (memory.importance, memory.updated_at, memory.memory_id)


def _by_time(memory: Memory) -> tuple[int, str]:
    return (memory.updated_at, memory.memory_id)


_ORDERS: dict[Order, Callable[[Memory], Any]] = {"by_rank": by_rank, "by_time": _by_time}

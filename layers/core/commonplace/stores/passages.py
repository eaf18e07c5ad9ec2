"""What was said around a memory, and passages: hits widened by it.

Order and conversations are known in memory; what is handed out is read from the table as any hit.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from ..domain.memory import Memory
from ..search.retrieval import Hit, View
from .filters import EVERYTHING
from .rows import MemoryRow, PassageRow, memory_row
from .time_order import Place, TimeOrder, place_of

AROUND = 2  # memories on each side of a hit, at most
LONGEST = 4_000  # characters of a passage; the hit itself is always whole
_MOST_LOOKED_AT = 200  # of other conversations, between two memories of one


def around(view: View, top: Memory) -> tuple[Iterator[Memory], Iterator[Memory]]:
    """Return what was said before and after a memory, the nearest first: in its conversation, if any, or space."""
    orders = [one.derived(TimeOrder) for one in view.partitions if one.source.space == top.space]
    earlier = heapq.merge(*(order.before(place_of(top)) for order in orders), reverse=True)
    later = heapq.merge(*(order.after(place_of(top)) for order in orders))
    return _same_conversation(view, top, earlier), _same_conversation(view, top, later)


def readable(view: View, places: Iterable[Place]) -> Iterator[Memory]:
    """Yield the memories at some places that the call may read."""
    matching = view.matching(EVERYTHING)
    for _, memory_id in places:
        memory = view.warm_memory(memory_id)
        if memory is not None and matching.includes(memory):
            yield memory


def neighbours(view: View, ids: Sequence[str]) -> Iterator[Memory]:
    """Yield what passages around some memories would hold, to be read in the same round trip as they."""
    for memory_id in ids:
        memory = view.warm_memory(memory_id)
        if memory is not None and memory.conversation_id is not None:
            yield from chain(*_sides(view, memory))


def passages(view: View, hits: Sequence[Hit]) -> list[MemoryRow]:
    """Widen hits by what was said around them in their conversations.

    Parameters
    ----------
    hits
        Best first.

    Returns
    -------
    list[MemoryRow]
        One row a hit, in their order; a hit that stands in an earlier passage has none of its own. Each memory is
        in one of them. A hit of no conversation, or alone in it, is itself.
    """
    beside = {hit.memory.memory_id: _sides(view, hit.memory) for hit in hits if hit.memory.conversation_id}
    ids = list(dict.fromkeys(one.memory_id for sides in beside.values() for one in chain(*sides)))
    read = {one.memory_id: one for one in view.confirmed(ids, len(ids))}
    read |= {hit.memory.memory_id: hit.memory for hit in hits}
    used: set[str] = set()
    rows = []
    for hit in hits:
        if hit.memory.memory_id in used:
            continue
        earlier, later = beside.get(hit.memory.memory_id, ([], []))
        parts = _parts(hit.memory, [[read.get(one.memory_id) for one in side] for side in (earlier, later)], used)
        used |= {part.memory_id for part in parts}
        row = memory_row(hit.memory, view.heads, hit.similarity)
        rows.append(row if len(parts) == 1 else _joined(row, parts))
    return rows


def _sides(view: View, top: Memory) -> tuple[list[Memory], list[Memory]]:
    earlier, later = around(view, top)
    return list(islice(earlier, AROUND)), list(islice(later, AROUND))


def _parts(top: Memory, sides: Iterable[Iterable[Memory | None]], used: set[str]) -> list[Memory]:
    """Return a hit and what stands around it, in their order; what is hidden or gone is left out."""
    parts, room = [top], LONGEST - len(top.text)
    for side in sides:
        for part in side:
            if part is None:
                continue
            if part.memory_id in used or len(part.text) > room:
                break
            parts.append(part)
            room -= len(part.text)
    return sorted(parts, key=place_of)


def _joined(row: MemoryRow, parts: Sequence[Memory]) -> PassageRow:
    said = row.model_dump() | {"content": "\n".join(part.text for part in parts), "speaker": None}
    return PassageRow(**said, composite=True, parts=[part.memory_id for part in parts])


def _same_conversation(view: View, top: Memory, places: Iterable[Place]) -> Iterator[Memory]:
    near = places if top.conversation_id is None else islice(places, _MOST_LOOKED_AT)
    for memory in readable(view, near):
        if top.conversation_id is None or memory.conversation_id == top.conversation_id:
            yield memory

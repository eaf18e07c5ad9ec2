"""Reads the state of a session's memory that notes depend on, together with the heads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ...domain import ids
from ...domain.heads import Heads
from ...domain.lifetime import is_live
from ...domain.memory import STATED, Kind, Memory, writer_of
from ...domain.spaces import Space, session_space
from ...operations.call import Call
from ...operations.reading import Source, at_position, read_visible, shows, sources
from ...operations.runtime import Position
from ...storage.memories import Page
from ..notes.history import MemoryState

_FIRST_PAGE = 4  # records read of each level of each space: usually the latest one decides
_MAX_READ = 200  # a session that wrote more itself since the last note may miss an older write by another


@dataclass(frozen=True, slots=True)
class SeenMemory:
    """A session's memory at one call.

    Attributes
    ----------
    state
        Decides whether a note is due.
    goal, plan
        The current records, if there are any.
    """

    state: MemoryState
    goal: Memory | None
    plan: Memory | None


def seen_memory(call: Call, also_read: Callable[[], Any] | None = None) -> tuple[Heads, SeenMemory, Any]:
    """Read heads, goal, plan and the time of the last write by others, in one round trip.

    Returns
    -------
    tuple
        The heads, the memory, and the result of ``also_read``, which is called in the same round trip.
    """
    tables = call.runtime.tables

    def read(position: Position) -> tuple[Heads, tuple[list[Memory], list[tuple[Source, Page]], Any]]:
        own = session_space(call.caller.account_id, call.session_id, position.generation)
        slots = [
            (own, ids.derived_id(own, slot, level))
            for level in call.level(position.taint).visible()
            for slot in (ids.GOAL, ids.PLAN)
        ]
        levels = sources(call, position)

        def latest(source: Source) -> Callable[[], Page]:
            return lambda: tables.page("by_time", source.space, source.level, _FIRST_PAGE)

        reads: list[Callable[[], Any]] = [latest(source) for source in levels]
        (heads, slotted), extra, *pages = tables.gather(
            [lambda: tables.heads_and_memories(call.heads_request(), slots), also_read or (lambda: None), *reads]
        )
        return heads, (slotted, list(zip(levels, pages, strict=True)), extra)

    heads, (slotted, pages, extra) = at_position(call, read)
    epochs, now = heads.epochs(), call.runtime.wall()
    current = {memory.kind: memory for memory in slotted if shows(memory, heads.session, epochs, now)}
    goal, plan = current.get(Kind.GOAL), current.get(Kind.PLAN)
    noted_at = int(heads.session.calls.get("told_changed", 0))
    marked = max((heads.changed_at(source.space.scope, source.level) for source, _ in pages), default=0)
    changed = max((_changed(call, heads, source, page, noted_at) for source, page in pages), default=noted_at)
    return heads, SeenMemory(MemoryState(max(marked, changed), _name(goal), _name(plan)), goal, plan), extra


def leading_texts(call: Call, most: int = 200) -> list[str]:
    """Read the texts of the most important memories that the session sees, goal and plan included."""
    _, found = read_visible(call, "by_rank", 100)
    return [memory.text for memory in islice(found, most)]


def pinned_facts(call: Call, most: int = 50) -> list[str]:
    """Read the texts of the most important pinned facts that the session sees."""
    _, found = read_visible(call, "by_rank", 25)
    return [memory.text for memory in islice(found, most) if memory.kind in STATED and memory.pinned]


def captured_ids(call: Call, heads: Heads, rank: float, most: int = 20) -> list[str]:
    """Read the ids that were captured in the session, newest use first."""
    own = session_space(call.caller.account_id, call.session_id, heads.session.generation)
    epochs, now = heads.epochs(), call.runtime.wall()
    levels = call.level(heads.session.taint).visible()
    pages = call.runtime.tables.gather([_ids_page(call, own, level, rank, most) for level in levels])
    found = [
        memory
        for page in pages
        for memory in page.memories
        if memory.kind is Kind.IDENTIFIER and is_live(memory, epochs, now)
    ]
    found.sort(key=lambda memory: (memory.updated_at, memory.memory_id), reverse=True)
    return list(dict.fromkeys(memory.text for memory in found))[:most]


def _ids_page(call: Call, space: Space, level: Any, rank: float, most: int) -> Callable[[], Page]:
    return lambda: call.runtime.tables.page("by_rank", space, level, most, rank=rank)


def _changed(call: Call, heads: Heads, source: Source, page: Page, noted_at: int) -> int:
    """Return the time of the last write by others to a level of a space, at least that of the last note."""
    epochs, now = heads.epochs(), call.runtime.wall()
    me = writer_of(call.caller.key_id, call.session_id)
    for memory in _newer(call, source, page, noted_at):
        # Goal and plan are compared separately, and questions change with their plan.
        if memory.kind in STATED and memory.writer != me and is_live(memory, epochs, now):
            return memory.updated_at
    return noted_at


def _newer(call: Call, source: Source, page: Page, noted_at: int) -> Iterator[Memory]:
    read, size = 0, _FIRST_PAGE
    while True:
        for memory in page.memories:
            if memory.updated_at <= noted_at:
                return
            yield memory
        read += len(page.memories)
        if page.after is None or read >= _MAX_READ:
            return
        size = min(4 * size, _MAX_READ)
        page = call.runtime.tables.page("by_time", source.space, source.level, size, after=page.after)


def _name(memory: Memory | None) -> str:
    """Name a goal or plan by its text: writing the same text again is no change."""
    return "" if memory is None else f"{int(memory.level)}/{memory.text}"

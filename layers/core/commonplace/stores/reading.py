"""How the narrow operations read: one store's account space, its heads and its data in one round trip."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from ..domain.heads import Heads
from ..domain.levels import Level
from ..domain.memory import Kind, Memory, is_erased, is_expired, is_live
from ..domain.spaces import Space, account_space
from ..operations.call import Call
from ..operations.reading import unhidden
from ..storage.memories import Page
from ..storage.speakers import LightRow, light_rows
from .stores import require_store

T = TypeVar("T")

_LARGEST_PAGE = 1_000


def space_of(call: Call) -> Space:
    """Return the space that a narrow operation works in."""
    return account_space(call.caller.account_id, call.store)


def visible_levels(call: Call) -> list[Level]:
    """Return the levels that the caller's key may read."""
    return list(call.level(Level.PUBLIC).visible())


def in_store(call: Call, store_id: str, *reads: Callable[[], T]) -> tuple[Heads, list[T]]:
    """Read the heads and a store's data in one round trip.

    Parameters
    ----------
    call
        Who reads.
    store_id
        As sent.
    *reads
        What to read beside the heads.

    Raises
    ------
    NotFound
        If there is no such store.
    """
    every: list[Callable[[], Any]] = [lambda: call.runtime.tables.heads(call.heads_request()), *reads]
    heads, *data = call.runtime.tables.gather(every)
    require_store(heads.store, store_id)
    return heads, data


def newest_first(
    call: Call, heads: Heads, pages: Iterable[tuple[Page, Callable[[Any, int], Page]]], size: int
) -> Iterator[Memory]:
    """Go through facts of several levels, the last written first.

    Parameters
    ----------
    call, heads
        Who reads.
    pages
        For each level its first page, and what reads the next: told where, and of what size.
    size
        Of the first pages; later ones grow.

    Yields
    ------
    Memory
        Live ones, none hidden by another version of its key.
    """
    streams = [_rest(first, more, size) for first, more in pages]
    ordered = heapq.merge(*streams, key=lambda memory: (memory.updated_at, memory.memory_id), reverse=True)
    epochs, now = heads.epochs(), call.runtime.clock()
    live = (memory for memory in ordered if memory.kind is Kind.FACT and is_live(memory, epochs, now))
    yield from unhidden(call, heads, live)


def light(call: Call, speaker_prefix: str | None = None) -> list[Callable[[], list[LightRow]]]:
    """Return what reads all of a store's records for counting, one read a visible level.

    Parameters
    ----------
    call
        Who counts.
    speaker_prefix
        How the registrations wanted begin; None: whoever said it.
    """
    tables, space = call.runtime.tables, space_of(call)

    def read(level: Level) -> Callable[[], list[LightRow]]:
        return lambda: list(light_rows(tables.client, tables.names.memories_table, space, level, speaker_prefix))

    return [read(level) for level in visible_levels(call)]


def counted(call: Call, heads: Heads, rows: Iterable[LightRow]) -> list[LightRow]:
    """Keep of light rows the facts that the caller would be shown."""
    epochs, now = heads.epochs(), call.runtime.clock()
    live = (
        row
        for row in rows
        if row.kind is Kind.FACT and not is_expired(row.expires_at, now) and not is_erased(row, epochs)
    )
    return list(unhidden(call, heads, live))


def _rest(first: Page, more: Callable[[Any, int], Page], size: int) -> Iterator[Memory]:
    yield from first.memories
    page = first
    while page.after is not None:
        size = min(2 * size, _LARGEST_PAGE)
        page = more(page.after, size)
        yield from page.memories

"""Reads of one store's account space: heads and data in one round trip, records in order of time, and counts."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any

from ..domain.heads import Heads, StoreHead
from ..domain.levels import Level
from ..domain.lifetime import is_erased, is_expired, is_live
from ..domain.memory import STATED, Memory
from ..domain.spaces import DEFAULT_STORE, Space, account_space
from ..domain.stores import STORE_FIELD, same_store
from ..operations.call import Call
from ..operations.reading import unhidden
from ..refusals.errors import NotFound
from ..storage import speakers
from ..storage.memories import Page
from ..storage.speakers import LightRow, light_rows

_LARGEST_PAGE = 1_000

Position = tuple[int, str]  # microseconds and id of a record: lists continue with what is older
PageReader = Callable[..., Page]  # called with a limit, and with after= to continue a page


def require_store(head: StoreHead, store_id: str, field: str = STORE_FIELD) -> None:
    """Refuse a store that does not exist; ``default`` always does.

    Parameters
    ----------
    head
        As found under the id's canonical form.
    store_id
        As sent.
    field
        The name of the argument that held it.

    Raises
    ------
    NotFound
        Also where the store found has an id with other punctuation.
    """
    if same_store(store_id, DEFAULT_STORE) or (head.store_id is not None and same_store(head.store_id, store_id)):
        return
    raise NotFound("store.not_found", field=field)


def space_of(call: Call) -> Space:
    """Return the account space of the call's store."""
    return account_space(call.caller.account_id, call.store)


def visible_levels(call: Call) -> list[Level]:
    """Return the levels that the caller's key may read."""
    return list(call.level(Level.PUBLIC).visible())


def read_store(call: Call, store_id: str, *reads: Callable[[], Any]) -> tuple[Heads, list[Any]]:
    """Read the heads and, in the same round trip, a store's data; raises :class:`NotFound` without the store."""
    heads, *data = call.runtime.tables.gather([lambda: call.runtime.tables.heads(call.heads_request()), *reads])
    require_store(heads.store, store_id)
    return heads, data


def time_pages(call: Call, before: Position | None) -> list[PageReader]:
    """Return a reader of pages in order of time for each visible level."""
    tables, space = call.runtime.tables, space_of(call)
    return [partial(tables.page, "by_time", space, level, before=before) for level in visible_levels(call)]


def speaker_pages(call: Call, speaker_id: str, before: Position | None = None) -> list[PageReader]:
    """Return a reader of one speaker's pages in order of time for each visible level."""
    tables, space = call.runtime.tables, space_of(call)
    client, table = tables.client, tables.names.memories_table
    return [
        partial(speakers.page, client, table, space, level, speaker_id, before=before)
        for level in visible_levels(call)
    ]


def first_pages(readers: Sequence[PageReader], size: int) -> list[Callable[[], Page]]:
    """Return the reads of the readers' first pages."""
    return [partial(reader, size) for reader in readers]


def newest_first(
    call: Call, heads: Heads, readers: Sequence[PageReader], firsts: Sequence[Page], size: int
) -> Iterator[Memory]:
    """Yield live, unhidden facts of several levels, the last written first.

    Parameters
    ----------
    firsts
        What :func:`first_pages` of the readers and this size returned; later pages grow.
    """
    streams = [_records(first, reader, size) for first, reader in zip(firsts, readers, strict=True)]
    ordered = heapq.merge(*streams, key=lambda memory: (memory.updated_at, memory.memory_id), reverse=True)
    epochs, now = heads.epochs(), call.runtime.wall()
    live = (memory for memory in ordered if memory.kind in STATED and is_live(memory, epochs, now))
    yield from unhidden(call, heads, live)


def count_reads(call: Call, speaker_prefix: str | None = None) -> list[Callable[[], list[LightRow]]]:
    """Return one read a visible level of all records, without their texts, for :func:`visible_rows`.

    Parameters
    ----------
    speaker_prefix
        Only records whose registration begins so; None: all.
    """
    tables, space = call.runtime.tables, space_of(call)

    def read(level: Level) -> list[LightRow]:
        return list(light_rows(tables.client, tables.names.memories_table, space, level, speaker_prefix))

    return [partial(read, level) for level in visible_levels(call)]


def visible_rows(call: Call, heads: Heads, levels: Sequence[Sequence[LightRow]]) -> list[LightRow]:
    """Return the rows of those facts that the caller would be shown."""
    epochs, now = heads.epochs(), call.runtime.wall()
    live = (
        row
        for row in chain.from_iterable(levels)
        if row.kind in STATED and not is_expired(row.expires_at, now) and not is_erased(row, epochs)
    )
    return list(unhidden(call, heads, live))


def _records(first: Page, reader: PageReader, size: int) -> Iterator[Memory]:
    yield from first.memories
    page = first
    while page.after is not None:
        size = min(2 * size, _LARGEST_PAGE)
        page = reader(size, after=page.after)
        yield from page.memories

"""list_memories: everything in a store that the key may read, in pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any

from pydantic import Field

from ..domain.levels import Level
from ..domain.memory import Memory
from ..operations.call import Call
from ..operations.contract import AS_WHOLE, Result
from ..operations.cursors import read_cursor, write_cursor
from ..storage.memories import Page
from .contract import StoreArguments, operation
from .reading import in_store, newest_first, space_of, visible_levels
from .rows import BYTES, MemoryRow, row

DEFAULT_LIMIT = 100
LIMIT = 500


class ListMemoriesArguments(StoreArguments):
    """Arguments of list_memories."""

    limit: Annotated[int, Field(ge=1, le=LIMIT), AS_WHOLE] = Field(
        default=DEFAULT_LIMIT, description="How many at most."
    )
    cursor: str | None = Field(default=None, max_length=200, description="next_cursor of the page before.")


class MemoriesListed(Result):
    """What list_memories answers."""

    memories: list[MemoryRow] = Field(description="The last written first.")
    count: int = Field(description="How many are on this page.")
    next_cursor: str | None = Field(description="Where the next page begins; null: this is the last.")


def list_memories(call: Call, arguments: ListMemoriesArguments) -> MemoriesListed:
    """List a store's memories, the last written first."""
    binding = ("list_memories", call.caller.account_id, call.store)
    before = read_cursor(arguments.cursor, *binding) if arguments.cursor else None
    size = arguments.limit + 1  # one more than asked for tells whether there is a next page, so that none is empty
    tables, space, levels = call.runtime.tables, space_of(call), visible_levels(call)

    def reader(level: Level) -> Callable[[Any, int], Page]:
        return lambda after, size: tables.page("by_time", space, level, size, after=after, before=before)

    readers = [reader(level) for level in levels]
    heads, firsts = in_store(call, arguments.user_id, *(_first(more, size) for more in readers))
    found = newest_first(call, heads, zip(firsts, readers, strict=True), size)
    page, more = _page(found, arguments.limit)
    return MemoriesListed(
        memories=[row(memory, heads) for memory in page],
        count=len(page),
        next_cursor=write_cursor((page[-1].updated_at, page[-1].memory_id), *binding) if more else None,
    )


def _first(more: Callable[[Any, int], Page], size: int) -> Callable[[], Page]:
    return lambda: more(None, size)


def _page(found: Iterator[Memory], limit: int) -> tuple[list[Memory], bool]:
    """Take a page, of fewer records where they are long; tell whether there are more."""
    page: list[Memory] = []
    size = 0
    for memory in found:
        size += len(memory.text.encode())
        if page and (len(page) == limit or size > BYTES):
            return page, True
        page.append(memory)
    return page, False


LIST_MEMORIES = operation(
    path="/memory/list",
    name="list_memories",
    title="List the memories",
    description=(
        "What a store holds and the key may read, word for word, the last written first, in pages. Very long "
        "memories make a page shorter than asked for; next_cursor alone tells whether it is the last."
    ),
    arguments=ListMemoriesArguments,
    result=MemoriesListed,
    run=list_memories,
    writes=False,
)

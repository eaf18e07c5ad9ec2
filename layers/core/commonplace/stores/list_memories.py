"""list_memories: everything in a store that the key may read, in pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from ..domain.memory import Memory
from ..operations.call import Call
from ..operations.contract import AS_WHOLE, Result
from ..operations.cursors import read_cursor, write_cursor
from .contract import StoreArguments, operation
from .reading import first_pages, newest_first, read_store, time_pages
from .rows import BYTES, MemoryRow, memory_row

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
    size = arguments.limit + 1  # one more than asked for shows whether there is a next page
    readers = time_pages(call, before)
    heads, firsts = read_store(call, arguments.user_id, *first_pages(readers, size))
    page, more = _page(newest_first(call, heads, readers, firsts, size), arguments.limit)
    return MemoriesListed(
        memories=[memory_row(memory, heads) for memory in page],
        count=len(page),
        next_cursor=write_cursor((page[-1].updated_at, page[-1].memory_id), *binding) if more else None,
    )


def _page(found: Iterator[Memory], limit: int) -> tuple[list[Memory], bool]:
    """Return a page, shorter if texts are long, and whether there are more."""
    page: list[Memory] = []
    size = 0
    for memory in found:
        size += len(memory.text.encode())
        if page and (len(page) == limit or size > BYTES):
            return page, True
        page.append(memory)
    return page, False


LIST_MEMORIES = operation(
    list_memories,
    path="/memory/list",
    title="List the memories",
    description=(
        "What a store holds and the key may read, word for word, the last written first, in pages. Very long "
        "memories make a page shorter than asked for; next_cursor alone tells whether it is the last."
    ),
    writes=False,
)

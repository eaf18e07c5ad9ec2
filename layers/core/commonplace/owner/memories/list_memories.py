"""list_memories: what the agents stored, newest write first."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ...operations.call import Call
from ...operations.contract import AS_WHOLE, Result, Tool
from .contract import OwnedMemory
from .filtering import Filter, Scan, compile_filter, read_position, write_position

DEFAULT_LIMIT = 50
LIMIT = 100
_BYTES = 2_000_000  # of text per page; the function's answer may hold 6 MB, with markup


class ListMemoriesArguments(Filter):
    """Arguments of list_memories: a filter, and a page of it."""

    limit: Annotated[int, Field(ge=1, le=LIMIT), AS_WHOLE] = Field(
        default=DEFAULT_LIMIT, description="How many at most."
    )
    cursor: Annotated[str, Field(max_length=2_000)] | None = Field(
        default=None, description="next_cursor of the page before, with the same filter."
    )


class MemoriesListed(Result):
    """What list_memories answers."""

    memories: list[OwnedMemory] = Field(description="The last written first.")
    next_cursor: str | None = Field(description="Where the next page begins; null: this was the last.")
    looked_at: int = Field(
        description="How many memories were read for it: 2,000 at most. A filter that few of them pass may end a "
        "page early then, even empty, with a next_cursor; else no page but an only one is empty."
    )


def list_memories(call: Call, arguments: ListMemoriesArguments) -> MemoriesListed:
    """List the memories that pass a filter; captured identifiers are not listed."""
    call.caller.require_owner()
    compiled = compile_filter(call, arguments)
    begin, number = read_position(arguments.cursor, call, compiled, "list_memories")
    # One more shows whether there is a next page; a few more, since earlier versions are left out.
    scan = Scan(call, compiled, begin, arguments.limit + 1 + arguments.limit // 8)
    page: list[OwnedMemory] = []
    size, last = 0, None
    for entry, memory in scan.matches():
        size += len(memory.text.encode())
        if page and (len(page) == arguments.limit or size > _BYTES):
            break
        page.append(scan.memories.shown(memory))
        last = entry
    else:
        last = scan.stopped_at
    return MemoriesListed(
        memories=page,
        next_cursor=None if last is None else write_position(last, number + 1, call, compiled, "list_memories"),
        looked_at=scan.looked_at,
    )


LIST_MEMORIES = Tool(
    name="list_memories",
    title="List memories",
    description=(
        "What the agents stored, in every scope, the last written first: active, quarantined and forgotten ones, "
        "marked; without captured ids. What was just written may come a moment later."
    ),
    arguments=ListMemoriesArguments,
    result=MemoriesListed,
    run=list_memories,
    in_pages=True,
    writes=False,
    idempotent=True,
)

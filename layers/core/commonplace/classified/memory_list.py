"""memory_list: what the session may see, newest first, in pages."""

from __future__ import annotations

from itertools import islice
from typing import Annotated, Self

from pydantic import Field

from ..domain.memory import Kind, Memory
from ..guards.admission import TAG_LIMIT, checked_name
from ..operations.audit import audit
from ..operations.call import Call
from ..operations.contract import AS_WHOLE, Arguments, LevelName, Result, Tag, Tool, level_name
from ..operations.cursors import read_cursor, write_cursor
from ..operations.reading import read_visible

DEFAULT_LIMIT = 50
LIMIT = 100


class MemoryListArguments(Arguments):
    """Arguments of memory_list."""

    tag: Tag | None = Field(default=None, description="Only memories with this tag.")
    limit: Annotated[int, Field(ge=1, le=LIMIT), AS_WHOLE] = Field(
        default=DEFAULT_LIMIT, description="How many at most."
    )
    cursor: str | None = Field(default=None, max_length=200, description="next_cursor of the page before.")


class ListedMemory(Result):
    """One memory."""

    key: str | None = Field(description="null where it was kept without one.")
    content: str
    classification: LevelName
    tags: list[str]

    @classmethod
    def of(cls, memory: Memory) -> Self:
        """Return a memory as the tools show it."""
        return cls(
            key=memory.key, content=memory.text, classification=level_name(memory.level), tags=list(memory.tags)
        )


class MemoryListed(Result):
    """What memory_list answers."""

    memories: list[ListedMemory]
    next_cursor: str | None = Field(description="Where the next page begins; null: this is the last.")


def memory_list(call: Call, arguments: MemoryListArguments) -> MemoryListed:
    """List facts, the last written first; versions are resolved before the tag, and the tag before the limit."""
    tag = None if arguments.tag is None else checked_name("tag", arguments.tag, TAG_LIMIT)
    binding = ("memory_list", call.caller.account_id, call.session_id, tag or "", str(tag is None))
    before = None if not arguments.cursor else read_cursor(arguments.cursor, *binding)
    _, found = read_visible(call, "by_time", arguments.limit + 1, before=before, side_task=audit(call, "list"))
    wanted = (memory for memory in found if memory.kind is Kind.FACT and (tag is None or tag in memory.tags))
    # One more than asked for shows whether there is a next page, so that none is empty.
    page = list(islice(wanted, arguments.limit + 1))
    shown = page[: arguments.limit]
    more = len(page) > len(shown)
    return MemoryListed(
        memories=[ListedMemory.of(memory) for memory in shown],
        next_cursor=write_cursor((shown[-1].updated_at, shown[-1].memory_id), *binding) if more else None,
    )


MEMORY_LIST = Tool(
    name="memory_list",
    title="List memories",
    description=(
        "List the memories that this session may see, the last written first; a tag keeps those that have it."
    ),
    arguments=MemoryListArguments,
    result=MemoryListed,
    run=memory_list,
    writes=False,
    idempotent=True,
)

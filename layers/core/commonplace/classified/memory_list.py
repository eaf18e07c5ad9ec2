"""memory_list: what the session may see, newest first, in pages.

A page ends early where its texts would be more than an answer holds: whoever lists wants to see every item as it
is, and goes on by the cursor. Only a text that is too long by itself is cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Annotated, Self

from pydantic import Field

from ..domain.clock import iso
from ..domain.memory import STATED, Memory
from ..guards.admission import TAG_LIMIT, checked_name
from ..operations.answer_text import ANSWER, LONGEST, ShownText, shortened
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

    id: str = Field(description="forget takes it, where there is no key.")
    key: str | None = Field(description="null where it was kept without one.")
    content: str = Field(description="Word for word as it was kept; where `truncated`, its beginning.")
    truncated: bool = Field(
        default=False, description="It was cut: memory_get gives it whole by its key; without one, recall_result."
    )
    length: int = Field(default=0, description="truncated: characters of the whole content.")
    classification: LevelName
    tags: list[str]
    created_at: str = Field(description="When it was first kept (RFC 3339).")
    updated_at: str = Field(description="When it was last written (RFC 3339).")

    @classmethod
    def of(cls, memory: Memory, shown: ShownText) -> Self:
        """Return a memory as the tools show it, with its text or the beginning of it."""
        return cls(
            id=memory.memory_id,
            key=memory.key,
            content=shown.text,
            **shown.marks(),
            classification=level_name(memory.level),
            tags=list(memory.tags),
            created_at=iso(memory.created_at),
            updated_at=iso(memory.updated_at),
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
    wanted = (memory for memory in found if memory.kind in STATED and (tag is None or tag in memory.tags))
    # One more than asked for shows whether there is a next page, so that none is empty.
    page = list(islice(wanted, arguments.limit + 1))
    shown = _fitting(page[: arguments.limit])
    return MemoryListed(memories=shown, next_cursor=_cursor(page, len(shown), binding))


def _cursor(page: Sequence[Memory], shown: int, binding: Sequence[str]) -> str | None:
    """Return where the next page begins, after the last one shown; None: there is none."""
    if shown == len(page):
        return None
    last = page[shown - 1]
    return write_cursor((last.updated_at, last.memory_id), *binding)


def _fitting(page: Sequence[Memory]) -> list[ListedMemory]:
    """Return the memories that an answer has room for; there is always room for the first."""
    shown: list[ListedMemory] = []
    used = 0
    for memory in page:
        text = shortened(memory.text)
        used += len(text.text)
        if used > ANSWER:
            break
        shown.append(ListedMemory.of(memory, text))
    return shown


MEMORY_LIST = Tool(
    name="memory_list",
    title="List memories",
    description=(
        "List the memories that this session may see, the last written first, in pages; a tag keeps those that "
        f"have it. A page ends before {ANSWER:,} characters: go on with `cursor`. A text over {LONGEST:,} is cut "
        "(`truncated`); memory_get gives it whole."
    ),
    arguments=MemoryListArguments,
    result=MemoryListed,
    run=memory_list,
    writes=False,
    idempotent=True,
)

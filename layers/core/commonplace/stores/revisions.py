"""revisions: how many memories of a store were superseded since they were written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from pydantic import Field

from ..domain.heads import Heads
from ..domain.lifetime import is_live
from ..operations.call import Call
from ..operations.contract import Result
from ..storage.speakers import LightRow
from .contract import StoreArguments, operation
from .paging import DEFAULT_LIMIT, Before, Limit, SkipIds, next_page, position_of
from .reading import Position, count_reads, read_store, space_of, visible_rows
from .rows import MemoryRow, memory_row


class RevisionsArguments(StoreArguments):
    """Arguments of revisions."""

    include: Literal["revised", "unrevised"] | None = Field(
        default=None, description="`revised` or `unrevised`: one page of these memories, too."
    )
    limit: Limit = DEFAULT_LIMIT
    before: Before = None
    skip_ids: SkipIds = None


class Revisions(Result):
    """What revisions answers; the fields of a page are set only where one was asked for."""

    user_id: str
    revised: int
    unrevised: int
    total: int
    counts: str = Field(description="What is counted, in words.")
    excludes: str = Field(description="What is not, in words.")
    ordered_by: Literal["last_write"] = Field(description="What a page is ordered by, newest first.")
    memories: list[MemoryRow] = Field(default=[], description="With include: one page.")
    has_more: bool = Field(default=False, description="With include: whether there are further ones.")
    next_before: str | None = Field(default=None, description="With include: send it back as before.")
    next_skip_ids: list[str] = Field(default=[], description="With include: send it back as skip_ids.")
    returned: int = Field(default=0, description="With include: rows on this page.")


def revisions(call: Call, arguments: RevisionsArguments) -> Revisions:
    """Count revised memories; their texts are read only where a page is asked for."""
    position = position_of(arguments.before, arguments.skip_ids)
    heads, levels = read_store(call, arguments.user_id, *count_reads(call))
    rows = visible_rows(call, heads, levels)
    revised = sum(one.revision > 0 for one in rows)
    page: dict[str, Any] = {}
    if arguments.include is not None:
        wanted = (one for one in rows if (one.revision > 0) is (arguments.include == "revised"))
        places, more = _page(wanted, position, arguments.limit)
        page = next_page(places, more=more, position=position, skip_ids=arguments.skip_ids)
        page["memories"] = _memories(call, heads, [memory_id for _, memory_id in places])
    return Revisions(
        user_id=arguments.user_id,
        revised=revised,
        unrevised=len(rows) - revised,
        total=len(rows),
        counts="Memories in force whose text was superseded at least once (revised), and all others (unrevised).",
        excludes="Deleted memories, earlier versions, and what is above the level of the key.",
        ordered_by="last_write",
        **page,
    )


def _page(rows: Iterable[LightRow], position: Position | None, limit: int) -> tuple[list[Position], bool]:
    """Return one page, newest first, and whether there are more."""
    ordered = sorted(((one.updated_at, one.memory_id) for one in rows), reverse=True)
    following = [one for one in ordered if position is None or one < position]
    return following[:limit], len(following) > limit


def _memories(call: Call, heads: Heads, ids: Sequence[str]) -> list[MemoryRow]:
    """Read the memories of a page, without those that were superseded or deleted in between."""
    found = call.runtime.tables.memories([(space_of(call), memory_id) for memory_id in ids])
    epochs, now = heads.epochs(), call.runtime.wall()
    return [memory_row(one, heads) for one in found if is_live(one, epochs, now)]


REVISIONS = operation(
    revisions,
    path="/won/revisions",
    title="How much was altered",
    description=(
        "How many memories of a store were superseded since they were first written. Counts alone, unless "
        "`include` asks for one page of the memories on one side, the last written first."
    ),
    writes=False,
)

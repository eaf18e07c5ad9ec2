"""Pages by time: a page continues before the last row's time, and skips the rows of that time already returned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field

from ..domain.clock import iso
from ..domain.dates import span_of
from ..domain.ids import is_memory_id
from ..operations.contract import AS_WHOLE, Result
from ..refusals.errors import InvalidInput
from .reading import Position

LIMIT = 50  # rows of a page
DEFAULT_LIMIT = 20

_AFTER_ANY_ID = "~"
_MOST_SKIPPED = 100  # ids in next_skip_ids; the last of them are enough to find the place

Limit = Annotated[int, Field(ge=1, le=LIMIT, description="How many at most."), AS_WHOLE]
Before = Annotated[str | None, Field(max_length=40, description="next_before of the page before.")]
SkipIds = Annotated[
    list[str] | None,
    Field(max_length=1_000, description="next_skip_ids of the page before: both belong together."),
]


class NextPage(Result):
    """Where a list by time continues."""

    has_more: bool
    next_before: str | None = Field(description="Send it back as before; null: this was the last page.")
    next_skip_ids: list[str] = Field(description="Send it back as skip_ids: several rows may share a moment.")
    returned: int = Field(description="Rows on this page.")


def position_of(before: str | None, skip_ids: Sequence[str] | None) -> Position | None:
    """Return after which row a page begins; None: it begins with the newest.

    Parameters
    ----------
    before
        Time of the last row returned, as RFC 3339.
    skip_ids
        Ids returned of that very time. Rows of one time are in descending order of their ids, so that the
        smallest id is the place.

    Raises
    ------
    InvalidInput
        If one of them did not come from an earlier page.
    """
    skip_ids = skip_ids or ()
    if before is None:
        if skip_ids:
            raise InvalidInput("field.combination.skip_ids", field="skip_ids")
        return None
    span = span_of(before)
    if span is None or span.first != span.last:
        raise InvalidInput("cursor.invalid.before", field="before")
    if not all(is_memory_id(one) for one in skip_ids):
        raise InvalidInput("cursor.invalid.skip_ids", field="skip_ids")
    return span.first, min((one.lower() for one in skip_ids), default=_AFTER_ANY_ID)


def next_page(
    rows: Sequence[Position],
    *,
    more: bool,
    position: Position | None,
    skip_ids: Sequence[str] | None,
) -> dict[str, Any]:
    """Return the fields of :class:`NextPage` for a page.

    Parameters
    ----------
    rows
        Of this page, newest first.
    more
        Whether there are further ones.
    position, skip_ids
        Where this page began.
    """
    if not more:
        return {"has_more": False, "next_before": None, "next_skip_ids": [], "returned": len(rows)}
    last = rows[-1][0]
    returned = [memory_id for time, memory_id in rows if time == last]
    if position is not None and position[0] == last:
        returned = [*(skip_ids or ()), *returned]  # still within one time
    return {
        "has_more": True,
        "next_before": iso(last),
        "next_skip_ids": returned[-_MOST_SKIPPED:],
        "returned": len(rows),
    }

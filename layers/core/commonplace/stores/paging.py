"""Pages by moment: a list goes on before the last row's time, and past the rows of that time already given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field

from ..domain.clock import iso
from ..domain.dates import span_of
from ..domain.ids import is_memory_id
from ..operations.contract import Result
from ..refusals.errors import InvalidInput

_AFTER_ANY_ID = "~"
_MOST_SKIPPED = 100  # ids that a page hands on: the last of a moment tell where it goes on

Before = Annotated[str | None, Field(max_length=40, description="next_before of the page before.")]
SkipIds = Annotated[
    list[str] | None,
    Field(max_length=1_000, description="next_skip_ids of the page before: both belong together."),
]


class NextPage(Result):
    """Where a list by moment goes on."""

    has_more: bool
    next_before: str | None = Field(description="Send it back as before; null: this was the last page.")
    next_skip_ids: list[str] = Field(description="Send it back as skip_ids: several rows may share a moment.")
    returned: int = Field(description="Rows on this page.")


def position_of(before: str | None, skip_ids: Sequence[str] | None) -> tuple[int, str] | None:
    """Read where a page begins.

    Parameters
    ----------
    before
        Moment of the last row that was given, as RFC 3339.
    skip_ids
        Ids that were given of that very moment. Rows of a moment come in the falling order of their ids, so that
        the smallest tells how far it was read.

    Returns
    -------
    tuple[int, str] | None
        What comes is before this moment (microseconds) and id; None: from the newest on.

    Raises
    ------
    InvalidInput
        If one of them is none of ours.
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
    rows: Sequence[tuple[int, str]],
    *,
    more: bool,
    position: tuple[int, str] | None,
    skip_ids: Sequence[str] | None,
) -> dict[str, Any]:
    """Return the fields of :class:`NextPage` after some rows.

    Parameters
    ----------
    rows
        Moment (microseconds) and id of each row on this page, newest first.
    more
        Whether there are further ones.
    position, skip_ids
        Where this page began.
    """
    if not more:
        return {"has_more": False, "next_before": None, "next_skip_ids": [], "returned": len(rows)}
    last = rows[-1][0]
    given = [memory_id for moment, memory_id in rows if moment == last]
    if position is not None and position[0] == last:
        given = [*(skip_ids or ()), *given]  # still within one moment
    return {
        "has_more": True,
        "next_before": iso(last),
        "next_skip_ids": given[-_MOST_SKIPPED:],
        "returned": len(rows),
    }

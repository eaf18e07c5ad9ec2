"""Pages of an account's feed for its owner: newest first, without expired and erased entries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from ..domain.lifetime import is_expired
from ..erasure import erased_at, receipts
from ..operations.call import Call
from ..operations.contract import AS_WHOLE, Arguments
from ..operations.cursors import read_cursor, write_cursor
from ..storage.activity import entries
from ..storage.items import Item, typed

LARGEST_PAGE = 200
_READS = 4  # per call: a filtered page may have fewer entries than requested
_BATCH = 250
_RECENT_ERASURES = 100  # receipts that are checked; the sweeps of earlier erasures are complete

Values = Mapping[str, Any]


class PageArguments(Arguments):
    """Arguments of a list."""

    limit: Annotated[int, Field(ge=1, le=LARGEST_PAGE), AS_WHOLE] = 50
    cursor: str | None = Field(default=None, description="Of the page before; left out: the newest.")


def read_page(
    call: Call,
    feed: str,
    arguments: PageArguments,
    only: tuple[str, str] | None = None,
    since: int | None = None,
) -> tuple[list[Values], str | None]:
    """Read a page of a feed.

    Parameters
    ----------
    call, arguments
        The owner's call, and which page.
    feed
        Partition key; entries have a UUID as id and a time, ``at``.
    only
        Filter: name and value of an attribute.
    since
        Result of :func:`last_account_erasure`, if it was read already.

    Returns
    -------
    tuple
        Entries as plain values, newest first, and the cursor of the next page; None: this was the last.

    Raises
    ------
    InvalidInput
        If the cursor belongs to another list.
    """
    tables, account_id = call.runtime.tables, call.caller.account_id
    bound = (account_id, feed, *(only or ()))
    after = None if arguments.cursor is None else _position(feed, read_cursor(arguments.cursor, *bound))
    now, since = call.runtime.wall(), last_account_erasure(call) if since is None else since
    size = arguments.limit + 1 if only is None else _BATCH
    found: list[Values] = []
    for _ in range(_READS):
        page, after = entries(tables.client, tables.names.activity_table, feed, size, after=after)
        for values in page:
            if len(found) == arguments.limit:
                return found, _cursor(found[-1], bound)
            counts = int(values["at"]) >= since and not is_expired(int(values["expires_at"]), now)
            if counts and (only is None or values[only[0]] == only[1]):
                found.append(values)
        if after is None:
            return found, None
    return found, _cursor(page[-1], bound)


def last_account_erasure(call: Call) -> int:
    """Return when the whole account was last erased, in microseconds: older entries may not be swept yet."""
    return erased_at(receipts(call.runtime, call.caller.account_id, _RECENT_ERASURES))


def truncate_page(
    call: Call, feed: str, found: list[Values], cursor: str | None, limit: int
) -> tuple[list[Values], str | None]:
    """Return the first entries of a page as a shorter page with its own cursor."""
    if len(found) <= limit:
        return found, cursor
    return found[:limit], _cursor(found[limit - 1], (call.caller.account_id, feed))


def _cursor(values: Values, bound: tuple[str, ...]) -> str:
    return write_cursor((int(values["at"]), str(values["entry_id"])), *bound)


def _position(feed: str, position: tuple[int, str]) -> Item:
    return typed({"feed": feed, "entry_id": position[1]})

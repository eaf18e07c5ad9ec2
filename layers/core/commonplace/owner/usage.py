"""read_usage and list_notes: counts of an account's calls, and the notes sent to its sessions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from ..domain.clock import SECOND, iso
from ..operations.call import Call
from ..operations.contract import AS_WHOLE, Arguments, Result, Tool
from ..operations.usage import day_of
from ..storage.activity import notes_feed
from ..storage.usage import Count, Dialect, counts, summed
from .changes import directory_of
from .feed_pages import PageArguments, Values, last_account_erasure, read_page, truncate_page
from .keys import names_of_keys

DAYS = 90
_DAY = 24 * 60 * 60 * SECOND


class ReadUsageArguments(Arguments):
    """Arguments of read_usage."""

    days: Annotated[int, Field(ge=1, le=DAYS), AS_WHOLE] = Field(
        default=30, description="How many, in UTC, today included."
    )


class Calls(Result):
    """Counts of calls."""

    reads: int
    writes: int


class DialectCalls(Calls):
    """Calls in one dialect."""

    dialect: Dialect = Field(
        description="`tools`: agents, under `/v1/tools`; `mcp`: the memory's tools on `/mcp`; "
        "`connectors`: connectors' tools; `stores`: applications, under `/api/v1`."
    )


class DayCalls(Calls):
    """Calls of one day."""

    day: str = Field(description="As `2026-10-20`, in UTC.")
    dialects: list[DialectCalls] = Field(description="Those that were called, by name.")


class KeyCalls(Calls):
    """Calls by one key."""

    key_id: str
    name: str | None = Field(
        description="null: no key, but a client that signed in; or one that is listed no more."
    )
    last_day: str = Field(description="The latest of the days on which it called, as `2026-10-20`, in UTC.")


class Usage(Calls):
    """The calls of some days, summed."""

    days: list[DayCalls] = Field(description="Every day, oldest first, days without calls too.")
    dialects: list[DialectCalls] = Field(description="Those that were called, by name.")
    keys: list[KeyCalls] = Field(description="Those that called, the busiest first.")


class SentNote(Result):
    """A note that was appended to a result."""

    id: str
    reason: str = Field(description="`heartbeat`, `memory_changed`, `disorientation` or `compaction_anchor`.")
    tokens: int
    session: str
    at: str = Field(description="RFC 3339.")


class Notes(Result):
    """A page of notes."""

    notes: list[SentNote] = Field(
        description="Newest first. A page may hold fewer than were asked for, and not be the last."
    )
    next_cursor: str | None = Field(description="Send it as `cursor` for the next page; null: this was the last.")


@dataclass(frozen=True, slots=True)
class LastCalls:
    """When keys were last used.

    Attributes
    ----------
    since
        First day of the period, as ``2026-10-20``.
    by_key
        Day of the last call in the period, by key id.
    """

    since: str
    by_key: dict[str, str]


def read_usage(call: Call, arguments: ReadUsageArguments) -> Usage:
    """Count the calls by day, dialect and key; the owner's own are not counted."""
    return _usage(call, arguments)[0]


def usage_and_notes(call: Call, days: int, most: int) -> tuple[Usage, Notes]:
    """Return the usage of some days and at most so many of the latest notes; both share one read of erasures."""
    usage, since = _usage(call, ReadUsageArguments(days=days))
    return usage, _notes(*read_page(call, _feed(call), PageArguments(limit=most), since=since))


def _usage(call: Call, arguments: ReadUsageArguments) -> tuple[Usage, int]:
    call.caller.require_owner()
    days = _days(call, arguments.days)
    book, account_id = directory_of(call.runtime), call.caller.account_id
    since, found, names = _counts_since_erasure(call, days, read_also=lambda: names_of_keys(book, account_id))
    by_day, by_key = defaultdict[str, list[Count]](list), defaultdict[str, list[Count]](list)
    for one in found:
        by_day[one.day].append(one)
        by_key[one.key_id].append(one)
    keys = [
        KeyCalls(key_id=key, name=names.get(key), last_day=max(one.day for one in part), **summed(part))
        for key, part in by_key.items()
    ]
    usage = Usage(
        **summed(found),
        days=[DayCalls(day=day, dialects=_by_dialect(by_day[day]), **summed(by_day[day])) for day in days],
        dialects=_by_dialect(found),
        keys=sorted(keys, key=lambda one: (-one.reads - one.writes, one.key_id)),
    )
    return usage, since


def last_calls(call: Call, days: int) -> LastCalls:
    """Return when each key was last used, within a number of days in UTC, including today."""
    call.caller.require_owner()
    looked_at, by_key = _days(call, days), dict[str, str]()
    _, found, _ = _counts_since_erasure(call, looked_at, read_also=dict)
    for one in found:
        by_key[one.key_id] = max(one.day, by_key.get(one.key_id, ""))
    return LastCalls(looked_at[0], by_key)


def _days(call: Call, number: int) -> list[str]:
    return [day_of(call.runtime.wall() - ago * _DAY) for ago in reversed(range(number))]


def _counts_since_erasure(
    call: Call, days: Sequence[str], read_also: Callable[[], dict[str, str]]
) -> tuple[int, list[Count], dict[str, str]]:
    """Read when the account was last erased, the counts of the days since then, and ``read_also``."""
    tables, account_id = call.runtime.tables, call.caller.account_id
    reads: list[Callable[[], Any]] = [
        lambda: last_account_erasure(call),
        read_also,
        lambda: list(counts(tables.client, tables.names.activity_table, account_id, days[0], days[-1])),
    ]
    since, other, read = tables.gather(reads)
    return since, [one for one in read if one.at >= since], other


def list_notes(call: Call, arguments: PageArguments) -> Notes:
    """List the notes that were sent to the account's sessions."""
    call.caller.require_owner()
    return _notes(*read_page(call, _feed(call), arguments))


def first_and_latest_notes(call: Call, most: int) -> tuple[Notes, Notes]:
    """Return the first page of the notes, and at most so many of the latest, by one read."""
    call.caller.require_owner()
    feed = _feed(call)
    found, cursor = read_page(call, feed, PageArguments(limit=most))
    return _notes(*truncate_page(call, feed, found, cursor, PageArguments().limit)), _notes(found, cursor)


def _feed(call: Call) -> str:
    return notes_feed(call.caller.account_id)


def _notes(found: Sequence[Values], cursor: str | None) -> Notes:
    return Notes(
        notes=[
            SentNote(
                id=values["entry_id"],
                reason=values["reason"],
                tokens=int(values["tokens"]),
                session=values["session_id"],
                at=iso(int(values["at"])),
            )
            for values in found
        ],
        next_cursor=cursor,
    )


def _by_dialect(found: list[Count]) -> list[DialectCalls]:
    by_dialect = defaultdict[Dialect, list[Count]](list)
    for one in found:
        by_dialect[one.dialect].append(one)
    return [DialectCalls(dialect=dialect, **summed(by_dialect[dialect])) for dialect in sorted(by_dialect)]


READ_USAGE = Tool(
    name="read_usage",
    title="Read the usage",
    description="How many calls of agents and applications there were, by day, key and dialect.",
    arguments=ReadUsageArguments,
    result=Usage,
    run=read_usage,
    in_pages=True,
    writes=False,
)
LIST_NOTES = Tool(
    name="list_notes",
    title="List notes",
    description="The notes that were appended to results: why, how long, in which session, when.",
    arguments=PageArguments,
    result=Notes,
    run=list_notes,
    in_pages=True,
    writes=False,
)

"""read_usage and list_notes: how much an account's agents call, and which notes they were sent."""

from __future__ import annotations

from collections import defaultdict
from typing import Annotated

from pydantic import Field

from ..call import Call
from ..clock import SECOND, iso
from ..counting import day_of
from ..tables.activity import notes_feed
from ..tables.usage import Count, Dialect, counts, summed
from ..tools.contract import AS_WHOLE, Arguments, Result, Tool
from .changes import directory_of
from .feeds import PageArguments, counts_from, read_page
from .keys import names_of_keys

DAYS = 90
_DAY = 24 * 60 * 60 * SECOND


class ReadUsageArguments(Arguments):
    """Arguments of read_usage."""

    days: Annotated[int, Field(ge=1, le=DAYS), AS_WHOLE] = Field(
        default=30, description="How many, in UTC, today included."
    )


class Calls(Result):
    """Numbers of calls."""

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
    """The calls of some days, summed up."""

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


def read_usage(call: Call, arguments: ReadUsageArguments) -> Usage:
    """Tell how many calls there were, by day, dialect and key; the owner's own are not counted."""
    call.caller.require_owner()
    tables, account_id, now = call.runtime.tables, call.caller.account_id, call.runtime.clock()
    days = [day_of(now - ago * _DAY) for ago in reversed(range(arguments.days))]
    names = names_of_keys(directory_of(call.runtime), account_id)
    read = counts(tables.client, tables.names.activity_table, account_id, days[0], days[-1])
    begin = counts_from(call)
    found = [one for one in read if one.at >= begin]
    by_day, by_key = defaultdict[str, list[Count]](list), defaultdict[str, list[Count]](list)
    for one in found:
        by_day[one.day].append(one)
        by_key[one.key_id].append(one)
    keys = [
        KeyCalls(key_id=key, name=names.get(key), last_day=max(one.day for one in part), **summed(part))
        for key, part in by_key.items()
    ]
    return Usage(
        **summed(found),
        days=[DayCalls(day=day, dialects=_by_dialect(by_day[day]), **summed(by_day[day])) for day in days],
        dialects=_by_dialect(found),
        keys=sorted(keys, key=lambda one: (-one.reads - one.writes, one.key_id)),
    )


def list_notes(call: Call, arguments: PageArguments) -> Notes:
    """List the notes that the account's sessions were sent."""
    call.caller.require_owner()
    feed = notes_feed(call.caller.account_id)
    found, cursor = read_page(call, feed, arguments)
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
    writes=False,
)
LIST_NOTES = Tool(
    name="list_notes",
    title="List notes",
    description="The notes that were appended to results: why, how long, in which session, when.",
    arguments=PageArguments,
    result=Notes,
    run=list_notes,
    writes=False,
)

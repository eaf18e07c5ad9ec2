"""Reads the events of a session from records and feeds, up to the level that the session may read."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ..domain.clock import SECOND
from ..domain.heads import Heads
from ..domain.levels import Level
from ..domain.memory import OWNER, Kind, Memory
from ..domain.spaces import Scope, session_space
from ..operations.call import Call
from ..operations.reading import Source, at_position, shows, sources, unhidden
from ..operations.runtime import Position
from ..storage import activity
from ..storage.items import Item
from ..storage.memories import Page

_KINDS = {Kind.GOAL: "goal_changed", Kind.PLAN: "plan_changed"}


@dataclass(frozen=True, slots=True)
class Event:
    """One event.

    Attributes
    ----------
    event_id
        Of the record or the feed entry.
    at
        Microseconds since 1970.
    kind
        A name of :data:`commonplace.agent.get_pending.EventName`.
    memory
        The memory that changed, if the session can still read it.
    memory_id, scope, level
        Of a memory that can no longer be read.
    connector
        Name of the connector whose tools changed, or did not answer.
    by
        ``owner`` if the owner did it and not an agent.
    """

    event_id: str
    at: int
    kind: str
    memory: Memory | None = None
    memory_id: str | None = None
    scope: str | None = None
    level: Level | None = None
    connector: str | None = None
    by: str | None = None


def newest_first(call: Call, page: int) -> tuple[Heads, Iterator[Event]]:
    """Read a session's heads and its events, newest first."""
    return _read(call, page, since=None)


def oldest_first(call: Call, page: int, since: int) -> tuple[Heads, Iterator[Event]]:
    """Read a session's heads and its events since a time (microseconds since 1970), oldest first."""
    return _read(call, page, since=since)


def _read(call: Call, page: int, since: int | None) -> tuple[Heads, Iterator[Event]]:
    """Read heads and the first page of every source in one round trip; later pages as events are consumed."""
    tables, forward = call.runtime.tables, since is not None

    def records(source: Source, after: Any = None) -> Page:
        return tables.page(
            "by_time", source.space, source.level, page, since=since, after=after, oldest_first=forward
        )

    def feed(name: str, after: Item | None = None) -> tuple[list[dict[str, Any]], Item | None]:
        return activity.entries(
            tables.client,
            tables.names.activity_table,
            name,
            page,
            since=None if since is None else _first_entry_id(since),
            after=after,
            oldest_first=forward,
        )

    def read(position: Position) -> tuple[Heads, tuple[list[Any], list[Any]]]:
        levels, feeds = sources(call, position), _feeds(call, position.generation)
        reads: list[Callable[[], Any]] = [lambda: tables.heads(call.heads_request())]
        reads += [lambda source=source: records(source) for source in levels]  # type: ignore[misc]
        reads += [lambda name=name: feed(name) for name in feeds]  # type: ignore[misc]
        heads, *found = tables.gather(reads)
        pages, entries = found[: len(levels)], found[len(levels) :]
        return heads, (list(zip(levels, pages, strict=True)), list(zip(feeds, entries, strict=True)))

    heads, (pages, entries) = at_position(call, read)
    streams: list[Iterator[Event]] = [_record_events(call, heads, records, *one) for one in pages]
    streams += [_feed_events(call, heads, feed, name, *one) for name, one in entries]
    return heads, heapq.merge(*streams, key=lambda event: (event.at, event.event_id), reverse=not forward)


def _feeds(call: Call, generation: int) -> list[str]:
    account = call.caller.account_id
    feeds = [
        activity.account_events_feed(account),
        activity.session_events_feed(session_space(account, call.session_id, generation)),
    ]
    if call.caller.team is not None and call.reads_team():
        feeds.append(activity.team_events_feed(call.caller.team.team_id))
    return feeds


def _record_events(
    call: Call, heads: Heads, read: Callable[..., Page], source: Source, page: Page
) -> Iterator[Event]:
    epochs, now = heads.epochs(), call.runtime.wall()

    def memories() -> Iterator[Memory]:
        found = page
        while True:
            yield from found.memories
            if found.after is None:
                return
            found = read(source, found.after)

    shown = (
        memory
        for memory in memories()
        # Captured ids concern the session alone, and questions change with their plan.
        if memory.kind not in (Kind.IDENTIFIER, Kind.QUESTION) and shows(memory, heads.session, epochs, now)
    )
    for memory in unhidden(call, heads, shown):
        by = OWNER if memory.writer == OWNER else None
        yield Event(memory.memory_id, memory.updated_at, _kind(memory), memory, by=by)


def _feed_events(
    call: Call,
    heads: Heads,
    read: Callable[..., tuple[list[dict[str, Any]], Item | None]],
    name: str,
    found: list[dict[str, Any]],
    after: Item | None,
) -> Iterator[Event]:
    epochs, now = heads.epochs(), call.runtime.wall()
    highest = call.level(heads.session.taint)
    while True:
        for values in found:
            author = str(values.get("author", heads.account_id))
            if (
                int(values["expires_at"]) * SECOND > now
                and int(values["epoch"]) >= epochs.get(author, 0)
                and int(values["level"]) <= highest
            ):
                yield Event(
                    values["entry_id"],
                    int(values["at"]),
                    values["event"],
                    memory_id=values.get("memory_id"),
                    scope=values.get("scope"),
                    level=Level(int(values["level"])),
                    connector=values.get("connector"),
                    by=values.get("by"),
                )
        if after is None:
            return
        found, after = read(name, after)


def _kind(memory: Memory) -> str:
    if memory.space.scope is Scope.TEAM:
        return "team_item_added"
    return _KINDS.get(memory.kind, "memory_changed")


def _first_entry_id(moment: int) -> str:
    """Return a lower bound of the ids since a time: a UUID of version 7 begins with its milliseconds."""
    milliseconds = f"{max(0, moment // 1000):012x}"
    return f"{milliseconds[:8]}-{milliseconds[8:]}"

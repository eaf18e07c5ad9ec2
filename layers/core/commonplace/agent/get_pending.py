"""get_pending: what happened while the agent was away."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, takewhile
from typing import Annotated, Any, Literal

from pydantic import Field

from ..domain.clock import iso
from ..domain.graphemes import cut_at_grapheme
from ..domain.memory import Memory
from ..domain.times import REREAD_WINDOW
from ..operations.call import Call
from ..operations.contract import Arguments, KindName, LevelName, Result, ScopeName, Tool, level_name
from ..pending import cursor as cursors
from ..pending.cursor import Cursor
from ..pending.events import Event, newest_first, oldest_first

LIMIT = 50
_EXCERPT = 200  # characters of a memory's text: recall has the whole

EventName = Literal[
    "memory_changed",
    "goal_changed",
    "plan_changed",
    "team_item_added",
    "memory_forgotten",
    "taint_raised",
    "tools_changed",
    "tools_cut_off",
    "connector_silent",
    "erased",
]


class GetPendingArguments(Arguments):
    """Arguments of get_pending."""

    since: Annotated[str, Field(max_length=100_000)] | None = Field(
        default=None, description="The cursor of the last event you have seen; without it, the last 50 events."
    )


class PendingEvent(Result):
    """One event."""

    cursor: str = Field(description="Send the last one as `since` to go on behind it.")
    event: EventName
    at: str = Field(description="When (RFC 3339).")
    id: str | None = Field(description="Of the memory it is about.")
    kind: KindName | None
    key: str | None
    text: str | None = Field(description="How the memory begins; recall has it whole.")
    scope: ScopeName | None
    classification: LevelName | None = Field(description="Of the memory, or what the session rose to.")
    connector: str | None = Field(
        default=None,
        description="Whose tools changed, were more than are listed, or did not answer; left out where none is.",
    )
    by: Literal["owner"] | None = Field(
        default=None, description="The owner did it, in the dashboard or by an import; left out where another did."
    )


class Pending(Result):
    """What get_pending answers."""

    events: list[PendingEvent] = Field(description="The oldest first.")
    more: bool = Field(description="Whether there are events behind the last one.")


def get_pending(call: Call, arguments: GetPendingArguments) -> Pending:
    """Return the events after a cursor; without one, the last events that the session may see."""
    binding = (call.caller.account_id, call.session_id)
    begun = call.runtime.settled()
    if not arguments.since:
        _, events = newest_first(call, LIMIT)
        last = list(islice(events, LIMIT))[::-1]
        return _page(last, _left_out(events, last), 0, begun, binding, more=False)
    seen = cursors.decode(arguments.since, *binding)
    _, events = oldest_first(call, LIMIT, seen.reread_from)
    before, new = _behind(events, seen)
    return _page(new[:LIMIT], before, seen.moment, begun, binding, more=len(new) > LIMIT)


def _left_out(older: Iterator[Event], last: list[Event]) -> list[tuple[int, bytes]]:
    """Return the events before the last ones that a cursor would read again: they count as delivered."""
    begin = last[-1].at - REREAD_WINDOW if last else 0
    near = takewhile(lambda event: event.at >= begin, older)
    return [(event.at, cursors.digest(event.event_id, event.at)) for event in near]


def _behind(events: Iterator[Event], seen: Cursor) -> tuple[list[tuple[int, bytes]], list[Event]]:
    """Part what was given already from what is new; one more than asked for tells whether there is more."""
    before: list[tuple[int, bytes]] = []
    new: list[Event] = []
    for event in events:
        name = cursors.digest(event.event_id, event.at)
        if event.at <= seen.moment and name in seen.delivered:
            before.append((event.at, name))
            continue
        new.append(event)
        if len(new) > LIMIT:
            break
    return before, new


def _page(
    events: list[Event],
    before: list[tuple[int, bytes]],
    furthest: int,
    begun: int,
    binding: tuple[str, ...],
    *,
    more: bool,
) -> Pending:
    given, shown = list(before), []
    for event in events:
        given.append((event.at, cursors.digest(event.event_id, event.at)))
        # A late event does not move the cursor back: it continues from the last moment delivered.
        furthest = max(furthest, event.at)
        here = cursors.cursor_at(furthest, given, begun)
        shown.append(_shown(event, cursors.encode(here, *binding)))
    return Pending(events=shown, more=more)


def _shown(event: Event, cursor: str) -> PendingEvent:
    memory = event.memory
    level = event.level if memory is None else memory.level
    return PendingEvent(
        cursor=cursor,
        event=event.kind,  # type: ignore[arg-type]
        at=iso(event.at),
        id=event.memory_id if memory is None else memory.memory_id,
        kind=None if memory is None else memory.kind.value,
        key=None if memory is None else memory.key,
        text=None if memory is None else _excerpt(memory),
        scope=event.scope if memory is None else memory.space.scope.value,  # type: ignore[arg-type]
        classification=None if level is None else level_name(level),
        **_named(event),
    )


def _named(event: Event) -> dict[str, Any]:
    """Return the optional fields of an event that it has."""
    values = {"connector": event.connector, "by": event.by}
    return {name: value for name, value in values.items() if value is not None}


def _excerpt(memory: Memory) -> str:
    text = memory.text
    return text if len(text) <= _EXCERPT else f"{cut_at_grapheme(text, _EXCERPT - 1)}…"


GET_PENDING = Tool(
    name="get_pending",
    title="What happened meanwhile",
    description=(
        "Tell what happened while you were away: goal, plan or memory changed, team items added, something "
        "forgotten or erased, the session's level raised, the list of tools changed, a connector that does not "
        "answer. Call it after a reconnect with the cursor of the last event you have seen."
    ),
    arguments=GetPendingArguments,
    result=Pending,
    run=get_pending,
    writes=False,
    idempotent=True,
)

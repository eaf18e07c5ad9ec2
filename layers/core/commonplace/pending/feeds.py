"""Writes the events that leave no record: each is an entry of a feed in the activity table."""

from __future__ import annotations

from typing import Any

from ..domain import ids
from ..domain.clock import SECOND
from ..domain.heads import Heads
from ..domain.levels import Level
from ..domain.lifetime import SESSION_SECONDS
from ..domain.memory import Memory
from ..domain.spaces import Scope, session_space, team_of
from ..operations.call import Call
from ..storage.actions import Action
from ..storage.activity import account_events_feed, entry, session_events_feed, team_events_feed
from ..storage.commit import ConditionFailed

TAINT_RAISED = "taint_raised"
MEMORY_CHANGED = "memory_changed"
MEMORY_FORGOTTEN = "memory_forgotten"
TOOLS_CHANGED = "tools_changed"
TOOLS_CUT_OFF = "tools_cut_off"
CONNECTOR_SILENT = "connector_silent"
ERASED = "erased"


def publish(call: Call, *events: Action) -> None:
    """Write the events of a change that is already stored; a failure is logged and does not undo the change."""
    if not events:
        return
    try:
        call.runtime.tables.commit(events, attempts=3)
    except ConditionFailed:  # the session was reset meanwhile
        return
    except Exception as error:
        from ..operations.logs import log_fault

        log_fault(error, function="pending", request_id="")


def taint_raised_event(call: Call, heads: Heads, level: Level) -> Action:
    """Return the event that the session was raised to a level."""
    space = session_space(call.caller.account_id, call.session_id, heads.session.generation)
    return event_entry(
        call.runtime.tables.names.activity_table,
        session_events_feed(space),
        TAINT_RAISED,
        call.runtime.clock(),
        heads.account.epoch,
        level,
    )


def memory_forgotten_event(call: Call, heads: Heads, memory: Memory) -> Action:
    """Return the event that a memory was forgotten, for the sessions that could read it."""
    table, now = call.runtime.tables.names.activity_table, call.runtime.clock()
    return memory_event(table, MEMORY_FORGOTTEN, memory, now, heads.account.epoch)


def memory_event(table: str, kind: str, memory: Memory, at: int, epoch: int, by: str | None = None) -> Action:
    """Return an event about a memory, for the sessions that can or could read it.

    Parameters
    ----------
    table, kind, at, epoch
        As for :func:`event_entry`.
    memory
        The event has its id and scope, and no part of its text.
    by
        :data:`commonplace.domain.memory.OWNER` if the owner did it.
    """
    match memory.space.scope:
        case Scope.ACCOUNT:
            feed = account_events_feed(memory.account_id)
        case Scope.SESSION:
            feed = session_events_feed(memory.space)
        case Scope.TEAM:
            feed = team_events_feed(team_of(memory.space))
    values = {"memory_id": memory.memory_id, "scope": memory.space.scope.value, "author": memory.account_id}
    if by is not None:
        values["by"] = by
    return event_entry(table, feed, kind, at, epoch, memory.level, **values)


def event_entry(table: str, feed: str, kind: str, at: int, epoch: int, level: Level, **values: Any) -> Action:
    """Return an event as an entry of a feed, which expires with a session's items.

    Parameters
    ----------
    table
        Name of the activity table.
    feed
        Partition of the sessions that read it.
    kind
        A constant of this module.
    at
        Microseconds since 1970.
    epoch
        The account's; an erasure after it hides the event.
    level
        Sessions that may read this level see the event.
    **values
        Further attributes: our own ids and names only, and ``author`` for the account whose epoch it is.
    """
    values = {"event": kind, "at": at, "epoch": epoch, "level": int(level), **values}
    return entry(table, feed, ids.time_ordered_id(at), at // SECOND + SESSION_SECONDS, values)

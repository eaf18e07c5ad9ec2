"""Events that leave no record behind: each an entry of a feed in the activity table."""

from __future__ import annotations

from typing import Any

from ..domain import ids
from ..domain.clock import SECOND
from ..domain.heads import Heads
from ..domain.levels import Level
from ..domain.memory import SESSION_SECONDS, Memory
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
ERASED = "erased"


def tell(call: Call, *told: Action) -> None:
    """Write an event of what is done already; what was done does not depend on its being told.

    Parameters
    ----------
    call
        In which the thing was done.
    *told
        As :func:`taint_raised` and its like write it. What cannot be written is counted as a fault.
    """
    if not told:
        return
    try:
        call.runtime.tables.commit(told, attempts=3)
    except ConditionFailed:  # the session that it was for has begun anew
        return
    except Exception as error:
        from ..operations.logs import log_fault

        log_fault(error, function="pending", request_id="")


def taint_raised(call: Call, heads: Heads, level: Level) -> Action:
    """Write that the session rose to a level."""
    space = session_space(call.caller.account_id, call.session_id, heads.session.generation)
    return event(
        call.runtime.tables.names.activity_table,
        session_events_feed(space),
        TAINT_RAISED,
        call.runtime.clock(),
        heads.account.epoch,
        level,
    )


def memory_forgotten(call: Call, heads: Heads, memory: Memory) -> Action:
    """Write that a memory was forgotten, for those who could see it."""
    table, now = call.runtime.tables.names.activity_table, call.runtime.clock()
    return of_memory(table, MEMORY_FORGOTTEN, memory, now, heads.account.epoch)


def of_memory(table: str, kind: str, memory: Memory, at: int, epoch: int, by: str | None = None) -> Action:
    """Write what happened to a memory, for those who can or could see it.

    Parameters
    ----------
    table, kind, at, epoch
        As for :func:`event`.
    memory
        Which; its id and scope are told, and nothing that it says.
    by
        :data:`commonplace.domain.memory.OWNER`, where the owner did it.
    """
    match memory.space.scope:
        case Scope.ACCOUNT:
            feed = account_events_feed(memory.account_id)
        case Scope.SESSION:
            feed = session_events_feed(memory.space)
        case Scope.TEAM:
            feed = team_events_feed(team_of(memory.space))
    told = {"memory_id": memory.memory_id, "scope": memory.space.scope.value, "author": memory.account_id}
    if by is not None:
        told["by"] = by
    return event(table, feed, kind, at, epoch, memory.level, **told)


def event(table: str, feed: str, kind: str, at: int, epoch: int, level: Level, **values: Any) -> Action:
    """Write an event, to be kept as long as a session's items.

    Parameters
    ----------
    table
        Name of the activity table.
    feed
        Whose.
    kind
        What happened.
    at
        Microseconds since 1970.
    epoch
        The account's: of before an erasure it does not count.
    level
        Whoever may see this level may see it.
    **values
        What else is told; ids and names of ours only, and ``author`` for the account whose epoch it is.
    """
    told = {"event": kind, "at": at, "epoch": epoch, "level": int(level), **values}
    return entry(table, feed, ids.time_ordered_id(at), at // SECOND + SESSION_SECONDS, told)

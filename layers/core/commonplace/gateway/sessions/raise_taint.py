"""raise_taint: report that the session has read something of a higher level."""

from __future__ import annotations

from pydantic import Field

from ...domain.levels import Level
from ...operations.call import Call
from ...operations.contract import Arguments, LevelName, Tool, level_name
from ...operations.session_head import head_expiry, keep_taint, listing
from ...pending.feeds import publish, taint_raised_event
from ...refusals.errors import Busy
from ...storage import heads as head_items
from ...storage.commit import ConditionFailed
from .reset_session import SessionState

ATTEMPTS = 20


class RaiseTaintArguments(Arguments):
    """Arguments of raise_taint."""

    level: LevelName = Field(description="What the session has read. A session never falls below where it is.")


def raise_taint(call: Call, arguments: RaiseTaintArguments) -> SessionState:
    """Raise the session to a level, unless it is as high already."""
    return raised(call, Level[arguments.level])


def raised(call: Call, level: Level) -> SessionState:
    """Raise a session's taint to at least a level, and return its level after that."""
    tables = call.runtime.tables
    for _ in range(ATTEMPTS):
        heads = tables.heads(call.heads_request())
        call.seen(heads)
        if heads.session.taint >= level:
            keep_taint(call, heads)
            return SessionState(session=call.session_id, classification=level_name(heads.session.taint))
        until = head_expiry(call.runtime.clock(), level)
        rise = head_items.raise_session(
            tables.names.sessions_table,
            call.caller.account_id,
            call.session_id,
            heads.session,
            level,
            until,
            epoch=heads.account.epoch,
        )
        try:
            tables.commit([rise, *listing(call, heads, until)])
        except ConditionFailed:  # moved meanwhile
            continue
        publish(call, taint_raised_event(call, heads, level))
    raise Busy("session.busy")


RAISE_TAINT = Tool(
    name="raise_taint",
    title="Raise the session's level",
    description=(
        "Tell that the session has read something of this level: from now on it writes at it. It never falls, "
        "but by a reset. For applications and owners; no tool of the model."
    ),
    arguments=RaiseTaintArguments,
    result=SessionState,
    run=raise_taint,
    writes=True,
    scope="manage",
    idempotent=True,
    path="/v1/sessions/taint",
)

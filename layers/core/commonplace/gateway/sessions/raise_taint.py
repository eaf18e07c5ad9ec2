"""raise_taint: report that the session has read something of a higher level."""

from __future__ import annotations

from pydantic import Field

from ...domain.levels import Level
from ...operations.call import Call
from ...operations.contract import Arguments, LevelName, Tool, level_name
from ...operations.session_head_lifetime import head_expiry, renew_taint, touch
from ...pending.feeds import publish, taint_raised_event
from .reset_session import SessionState


class RaiseTaintArguments(Arguments):
    """Arguments of raise_taint."""

    level: LevelName = Field(description="What the session has read. A session never falls below where it is.")


def raise_taint(call: Call, arguments: RaiseTaintArguments) -> SessionState:
    """Raise the session to a level, unless it is as high already."""
    return raise_session(call, Level[arguments.level])


def raise_session(call: Call, level: Level) -> SessionState:
    """Raise a session's taint to at least a level, and return its level after that."""
    tables = call.runtime.tables

    def attempt() -> SessionState:
        heads = tables.heads(call.heads_request())
        call.seen(heads)
        if heads.session.taint >= level:
            renew_taint(call, heads)
            return SessionState(session=call.session_id, classification=level_name(heads.session.taint))
        tables.commit(touch(call, heads, head_expiry(call.runtime.wall(), level), level=level))
        publish(call, taint_raised_event(call, heads, level))
        return attempt()  # what it is by now

    return tables.retry(attempt, "session.busy")


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

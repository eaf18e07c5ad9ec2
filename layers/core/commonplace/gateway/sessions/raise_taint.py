"""Raise: the session has read something secret. For the application or the owner, never the model."""

from __future__ import annotations

from pydantic import Field

from ...domain.levels import Level
from ...operations.call import Call
from ...operations.contract import Arguments, LevelName, Tool, level_name
from ...operations.session_head import head_expiry, keep_taint, touch
from ...pending.feeds import taint_raised, tell
from .reset_session import SessionState


class RaiseTaintArguments(Arguments):
    """Arguments of raise."""

    level: LevelName = Field(description="What the session has read. A session never falls below where it is.")


def raise_taint(call: Call, arguments: RaiseTaintArguments) -> SessionState:
    """Raise the session to a level; one that is as high already stays where it is."""
    return raised(call, Level[arguments.level])


def raised(call: Call, level: Level) -> SessionState:
    """Raise a session's taint to a level at least, and tell where it is then."""
    tables = call.runtime.tables

    def attempt() -> SessionState:
        heads = tables.heads(call.heads_request())
        call.seen(heads)
        if heads.session.taint >= level:
            keep_taint(call, heads)
            return SessionState(session=call.session_id, classification=level_name(heads.session.taint))
        tables.commit(touch(call, heads, head_expiry(call.runtime.clock(), level), level=level))
        tell(call, taint_raised(call, heads, level))
        return attempt()  # what it is by now

    return tables.retry(attempt, "the session changes too fast; send the call again")


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
    idempotent=True,
    path="/v1/sessions/taint",
)

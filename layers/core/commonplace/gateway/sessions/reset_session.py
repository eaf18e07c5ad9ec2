"""reset_session: start the session again, empty and at PUBLIC."""

from __future__ import annotations

from pydantic import Field

from ...domain.levels import Level
from ...operations.call import Call
from ...operations.contract import Arguments, LevelName, Result, Tool, level_name
from ...operations.session_head_lifetime import head_expiry, restart


class ResetSessionArguments(Arguments):
    """There are no arguments: the session comes from the connection."""


class SessionState(Result):
    """Answer of reset_session and raise_taint."""

    session: str
    classification: LevelName = Field(description="The session's level: what it may read, and writes at.")


def reset_session(call: Call, _arguments: ResetSessionArguments) -> SessionState:
    """Start the session's next generation: its items are unreadable from now on, and its level is PUBLIC."""
    tables = call.runtime.tables

    def attempt() -> SessionState:
        heads = tables.heads(call.heads_request())
        tables.commit(restart(call, heads, head_expiry(call.runtime.wall(), Level.PUBLIC)))
        heads = tables.heads(call.heads_request())
        call.seen(heads)
        return SessionState(session=call.session_id, classification=level_name(heads.session.taint))

    return tables.retry(attempt, "session.busy")


RESET_SESSION = Tool(
    name="reset_session",
    title="Reset the session",
    description=(
        "Begin the session anew, once the model's context is empty again: its own items are out of reach and "
        "its level is PUBLIC. For applications and owners; no tool of the model."
    ),
    arguments=ResetSessionArguments,
    result=SessionState,
    run=reset_session,
    writes=True,
    scope="manage",
    destructive=True,
    path="/v1/sessions/reset",
)

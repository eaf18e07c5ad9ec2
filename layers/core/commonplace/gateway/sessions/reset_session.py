"""Reset: the session begins anew, at PUBLIC and empty. For the application or the owner, never the model."""

from __future__ import annotations

from pydantic import Field

from ...domain.levels import Level
from ...operations.call import Call
from ...operations.contract import Arguments, LevelName, Result, Tool, level_name
from ...operations.session_head import begin, head_expiry


class ResetSessionArguments(Arguments):
    """Reset takes no arguments: the session comes from the connection."""


class SessionState(Result):
    """Where a session is."""

    session: str
    classification: LevelName = Field(description="The session's level: what it may read, and writes at.")


def reset_session(call: Call, _arguments: ResetSessionArguments) -> SessionState:
    """Raise the session's generation: what it held is out of reach at once, and its level is PUBLIC again."""
    tables = call.runtime.tables

    def attempt() -> SessionState:
        heads = tables.heads(call.heads_request())
        tables.commit(begin(call, heads, head_expiry(call.runtime.clock(), Level.PUBLIC)))
        heads = tables.heads(call.heads_request())
        call.seen(heads)
        return SessionState(session=call.session_id, classification=level_name(heads.session.taint))

    return tables.retry(attempt, "the session changes too fast; send the call again")


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
    destructive=True,
    path="/v1/sessions/reset",
)

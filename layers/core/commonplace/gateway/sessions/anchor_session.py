"""Anchor: the model's context was shortened. For the application or the owner, never the model."""

from __future__ import annotations

from pydantic import Field

from ...operations.call import Call
from ...operations.contract import Arguments, LevelName, Result, Tool, level_name
from ...operations.session_head import head_expiry, touch
from ..notes.history import CallHistory
from ..notes.reasons import BUDGETS, Reason


class AnchorSessionArguments(Arguments):
    """Anchor takes no arguments: the session comes from the connection."""


class SessionAnchored(Result):
    """What anchor answers."""

    session: str
    classification: LevelName
    budget: int = Field(description="The next result of a connector carries a note of at most so many tokens.")


def anchor_session(call: Call, _arguments: AnchorSessionArguments) -> SessionAnchored:
    """Let the next result of a connector carry goal, plan, pinned facts and ids."""
    tables = call.runtime.tables

    def attempt() -> SessionAnchored:
        heads = tables.heads(call.heads_request())
        call.seen(heads)
        taint = heads.session.taint
        calls = CallHistory.from_stored(heads.session.calls).asked_for_anchor().stored()
        tables.commit(touch(call, heads, head_expiry(call.runtime.clock(), taint), calls=calls))
        return SessionAnchored(
            session=call.session_id,
            classification=level_name(taint),
            budget=BUDGETS[Reason.COMPACTION_ANCHOR],
        )

    return tables.retry(attempt, "the session changes too fast; send the call again")


ANCHOR_SESSION = Tool(
    name="anchor_session",
    title="Anchor the session",
    description=(
        "Tell that the model's context was shortened: the next result of a connector's tool carries goal, plan, "
        "pinned facts and ids. For applications and owners; no tool of the model."
    ),
    arguments=AnchorSessionArguments,
    result=SessionAnchored,
    run=anchor_session,
    writes=True,
    idempotent=True,
    path="/v1/sessions/anchor",
)

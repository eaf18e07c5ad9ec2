"""anchor_session: report that the model's context was shortened."""

from __future__ import annotations

from pydantic import Field

from ...operations.call import Call
from ...operations.contract import Arguments, LevelName, Result, Tool, level_name
from ...operations.session_head_lifetime import head_expiry, touch
from ..notes.history import CallHistory
from ..notes.reasons import BUDGETS, Reason


class AnchorSessionArguments(Arguments):
    """There are no arguments: the session comes from the connection."""


class SessionAnchored(Result):
    """Answer of anchor_session."""

    session: str
    classification: LevelName
    budget: int = Field(description="The next result of a connector carries a note of at most so many tokens.")


def anchor_session(call: Call, _arguments: AnchorSessionArguments) -> SessionAnchored:
    """Add a note with goal, plan, pinned facts and ids to the next result of a connector."""
    tables = call.runtime.tables

    def attempt() -> SessionAnchored:
        heads = tables.heads(call.heads_request())
        call.seen(heads)
        taint = heads.session.taint
        calls = CallHistory.from_stored(heads.session.calls).with_anchor_requested().stored()
        tables.commit(touch(call, heads, head_expiry(call.runtime.wall(), taint), calls=calls))
        return SessionAnchored(
            session=call.session_id,
            classification=level_name(taint),
            budget=BUDGETS[Reason.COMPACTION_ANCHOR],
        )

    return tables.retry(attempt, "session.busy")


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

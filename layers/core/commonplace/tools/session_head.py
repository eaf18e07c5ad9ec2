"""How long a session's head lives: as long as anything that depends on it."""

from __future__ import annotations

from contextlib import suppress

from ..call import Call
from ..clock import SECOND
from ..records.heads import Heads
from ..records.levels import Level
from ..records.memory import session_expiry
from ..tables.commit import ConditionFailed
from ..tables.heads import touch_session

# A head outlives its session's items by up to this, so that most writes need not touch it.
_HEAD_SLACK = 24 * 60 * 60  # seconds
# What the model has read stays in its context, whatever becomes of our items: a tainted head lives on for a year
# after its last use, and is renewed when half of that is gone.
_TAINTED = 365 * 24 * 60 * 60


def head_expiry(now: int, taint: Level) -> int:
    """When a session's head that is written now may go: whole seconds since 1970, after all its items."""
    return now // SECOND + _TAINTED if taint > Level.PUBLIC else session_expiry(now) + _HEAD_SLACK


def keep_taint(call: Call, heads: Heads) -> None:
    """Let a tainted session's head live on while it only reads: it must not end and be PUBLIC by time alone."""
    session, now = heads.session, call.runtime.clock()
    if (
        session.taint is Level.PUBLIC
        or session.expires_at is None
        or session.expires_at > now // SECOND + _TAINTED // 2
    ):
        return
    tables = call.runtime.tables
    with suppress(ConditionFailed):  # who moved it has let it live on
        tables.commit(
            [
                touch_session(
                    tables.names.sessions_table,
                    call.caller.account_id,
                    call.session_id,
                    session,
                    head_expiry(now, session.taint),
                )
            ]
        )

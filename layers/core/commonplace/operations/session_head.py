"""How long a session's head lives: as long as anything that depends on it."""

from __future__ import annotations

from contextlib import suppress

from ..domain.clock import SECOND
from ..domain.heads import Heads
from ..domain.levels import Level
from ..domain.memory import session_expiry
from ..storage.actions import Action
from ..storage.commit import ConditionFailed
from ..storage.heads import touch_session
from ..storage.session_spaces import is_due, list_space
from .call import Call

# A head outlives its session's items by up to this, so that most writes need not touch it.
_HEAD_SLACK = 24 * 60 * 60  # seconds
# What the model has read stays in its context, whatever becomes of our items: a tainted head lives on for a year
# after its last use, and is renewed when half of that is gone.
_TAINTED = 365 * 24 * 60 * 60


def head_expiry(now: int, taint: Level) -> int:
    """When a session's head that is written now may go: whole seconds since 1970, after all its items."""
    return now // SECOND + _TAINTED if taint > Level.PUBLIC else session_expiry(now) + _HEAD_SLACK


def listing(call: Call, heads: Heads, expires_at: int, *, begins: bool = False) -> list[Action]:
    """List a session's space, for erasures to find it; nothing where it is listed for long enough.

    Parameters
    ----------
    call, heads
        Whose session, and its head before the write that this belongs to.
    expires_at
        When the head ends from that write on, in whole seconds since 1970.
    begins
        Whether that write begins a new generation.
    """
    session = heads.session
    if not begins and session.epoch >= heads.account.live_from and not is_due(session.expires_at, expires_at):
        return []
    return [
        list_space(
            call.runtime.tables.names.sessions_table,
            call.caller.account_id,
            call.session_id,
            session.generation + begins,
            heads.account.epoch,
            expires_at,
        )
    ]


def keep_taint(call: Call, heads: Heads) -> None:
    """Let a tainted session's head live on while it only reads: it must not end and be PUBLIC by time alone."""
    session, now = heads.session, call.runtime.clock()
    if call.view is not None and not call.view.wide:
        return  # it reads nothing of the session
    if (
        session.taint is Level.PUBLIC
        or session.expires_at is None
        or session.expires_at > now // SECOND + _TAINTED // 2
    ):
        return
    tables, expires_at = call.runtime.tables, head_expiry(now, session.taint)
    touched = touch_session(
        tables.names.sessions_table,
        call.caller.account_id,
        call.session_id,
        session,
        expires_at,
        epoch=heads.account.epoch,
    )
    with suppress(ConditionFailed):  # who moved it has let it live on
        tables.commit([touched, *listing(call, heads, expires_at)])

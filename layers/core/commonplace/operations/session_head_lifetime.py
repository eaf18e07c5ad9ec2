"""How long a session's head is stored: as long as anything that depends on it."""

from __future__ import annotations

from contextlib import suppress
from typing import Unpack

from ..domain.clock import SECOND
from ..domain.heads import Heads
from ..domain.levels import Level
from ..domain.lifetime import session_expiry
from ..storage.actions import Action
from ..storage.commit import ConditionFailed
from ..storage.disk import despite_full_disk
from ..storage.heads import Changes, begin_session, touch_session
from ..storage.session_spaces import is_due, list_space
from .call import Call

# A head outlives its session's items by up to this, so that most writes need not touch it.
_HEAD_SLACK = 24 * 60 * 60  # seconds
# What the model has read stays in its context when our items expire: a tainted head is stored for a year after its
# last use, and renewed when half of that has passed.
_TAINTED = 365 * 24 * 60 * 60


def head_expiry(now: int, taint: Level) -> int:
    """Return when a session's head that is written now expires: whole seconds since 1970, after all its items."""
    return now // SECOND + _TAINTED if taint > Level.PUBLIC else session_expiry(now) + _HEAD_SLACK


def touch(call: Call, heads: Heads, expires_at: int, **changes: Unpack[Changes]) -> list[Action]:
    """Extend a session's head to a time (whole seconds), change it, and list its space for erasures."""
    table, session = call.runtime.tables.names.sessions_table, heads.session
    account_id, epoch = call.caller.account_id, heads.account.epoch
    head = touch_session(table, account_id, call.session_id, session, expires_at, epoch=epoch, **changes)
    is_listed = session.epoch >= heads.account.live_from and not is_due(session.expires_at, expires_at)
    return [head] if is_listed else [head, _listing(call, heads, expires_at, session.generation)]


def restart(call: Call, heads: Heads, expires_at: int) -> list[Action]:
    """Give a session a new, empty space and a head that expires at a time, and list the space for erasures."""
    table, session = call.runtime.tables.names.sessions_table, heads.session
    account_id, epoch = call.caller.account_id, heads.account.epoch
    head = begin_session(table, account_id, call.session_id, session, expires_at, epoch=epoch)
    return [head, _listing(call, heads, expires_at, session.generation + 1)]


def _listing(call: Call, heads: Heads, expires_at: int, generation: int) -> Action:
    table, account_id = call.runtime.tables.names.sessions_table, call.caller.account_id
    return list_space(table, account_id, call.session_id, generation, heads.account.epoch, expires_at)


def renew_taint(call: Call, heads: Heads) -> None:
    """Extend a tainted session's head while it only reads: it must not become PUBLIC by expiring."""
    session, now = heads.session, call.runtime.wall()
    if call.view is not None and not call.view.wide:
        return  # it reads nothing of the session
    if (
        session.taint is Level.PUBLIC
        or session.expires_at is None
        or session.expires_at > now // SECOND + _TAINTED // 2
    ):
        return
    # Whoever changed it has extended it. A full disk: half its time is left, and each further read tries again.
    with suppress(ConditionFailed), despite_full_disk():
        call.runtime.tables.commit(touch(call, heads, head_expiry(now, session.taint)))

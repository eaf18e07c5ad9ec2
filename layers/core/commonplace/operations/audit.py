"""Audit lines: who did what to classified memory, and what the owner did, and when; never the content.

The tools use :func:`audit`. What the owner does, signed in or by a key under ``/v1/owner``, is recorded by
:func:`audit_owner` once it is done.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Literal

from ..domain import ids
from ..domain.clock import SECOND
from ..domain.levels import Level
from ..storage.activity import audit_feed, entry
from .call import Call
from .runtime import Position

KEPT_SECONDS = 90 * 24 * 60 * 60

Action = Literal["save", "get", "search", "list", "delete"]
OwnerAction = Literal[
    "export",
    "import",
    "erase",
    "key_created",
    "key_revoked",
    "team_created",
    "team_renamed",
    "team_joined",
    "team_left",
    "member_invited",
    "invitation_revoked",
    "member_changed",
    "member_removed",
    "sign_in_team_changed",
    "connector_changed",
    "connector_deleted",
    "memory_edited",
    "memory_pinned",
    "memory_unpinned",
    "memory_deleted",
    "memories_downloaded",
    "settings_changed",
]


def audit(call: Call, action: Action, *, key: str | None = None) -> Callable[[Position], None]:
    """Return a function that writes an audit line, with a hash of the memory's key, at the session's position.

    It runs in parallel to the call's own reading or writing. Run again at another position, it replaces the line.
    It never fails the call; a line that could not be written is counted as a fault.
    """
    now = call.runtime.clock()
    line_id = ids.time_ordered_id(now)

    def write(position: Position) -> None:
        hashed = None if key is None else key_hash(call.caller.account_id, key)
        level = Level(position.taint)
        _write(call, line_id, now, action=action, level=level.name, memory_key_hash=hashed)

    return write


def audit_owner(call: Call, action: OwnerAction, *, level: Level = Level.PUBLIC, about: str | None = None) -> None:
    """Write an audit line of something that the owner has done. Never fails.

    ``level`` is that of the memory, if it is about one. ``about`` is an id of ours (memory, key, team, erasure) or
    a connector's name; never anything a person worded.
    """
    now = call.runtime.clock()
    _write(call, ids.time_ordered_id(now), now, action=action, level=level.name, about=about)


def _write(call: Call, line_id: str, now: int, **values: str | None) -> None:
    line = {"key_id": call.caller.key_id, "session_id": call.session_id, "at": now, **values}
    feed = audit_feed(call.caller.account_id)
    table = call.runtime.tables.names.activity_table
    call.runtime.try_to_write(entry(table, feed, line_id, now // SECOND + KEPT_SECONDS, line), "audit")


def key_hash(account_id: str, key: str) -> str:
    """Hash a memory's key for an audit line.

    Equal keys of two accounts have different hashes.

    >>> key_hash("acme", "deadline") == key_hash("other", "deadline")
    False
    """
    return hashlib.sha256(f"{account_id}/{key}".encode()).hexdigest()[:32]

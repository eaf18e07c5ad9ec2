"""Audit lines: who did what to classified memory, and when. Never what it said."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Literal

from .call import Call
from .clock import SECOND
from .records import ids
from .records.levels import Level
from .runtime import Position
from .tables.activity import audit_feed, entry

KEPT_SECONDS = 90 * 24 * 60 * 60

Action = Literal["save", "get", "search", "list", "delete"]


def audit(call: Call, action: Action, *, key: str | None = None) -> Callable[[Position], None]:
    """Return what writes an audit line, to be done beside the call's own reading or writing.

    Parameters
    ----------
    call
        Who, in which session.
    action
        What.
    key
        Of the memory, where there is one; its hash is written.

    Returns
    -------
    Callable
        Takes where the session is; done again elsewhere, it writes the same line anew. Never fails: a call
        does not depend on its audit line. A line that could not be written is counted.
    """
    now = call.runtime.clock()
    line_id = ids.time_ordered_id(now)

    def write(position: Position) -> None:
        line = entry(
            call.runtime.tables.names.activity_table,
            audit_feed(call.caller.account_id),
            line_id,
            now // SECOND + KEPT_SECONDS,
            {
                "action": action,
                "key_id": call.caller.key_id,
                "session_id": call.session_id,
                "level": Level(position.taint).name,
                "memory_key_hash": None if key is None else key_hash(call.caller.account_id, key),
                "at": now,
            },
        )
        try:
            call.runtime.tables.commit([line], attempts=2)  # it may not hold up the call
        except Exception as error:
            from .logs import log_fault

            log_fault(error, function="audit", request_id="")

    return write


def key_hash(account_id: str, key: str) -> str:
    """Hash a memory's key for an audit line; equal keys of two accounts have different hashes."""
    return hashlib.sha256(f"{account_id}/{key}".encode()).hexdigest()[:32]

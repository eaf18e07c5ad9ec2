"""Turns an answered call into the digests and ids that the call history needs."""

from __future__ import annotations

from typing import Any

from ...identifiers.meeting import met_ids, used_ids
from .history import FinishedCall, call_digest


def finished_call(
    connector: str,
    tool: str,
    arguments: Any,
    result: Any,
    *,
    failed: bool,
    at: int,
    reconnected: bool = False,
) -> FinishedCall:
    """Reduce a call to what the rules for notes need; the fields are those of :class:`.history.FinishedCall`."""
    return FinishedCall(
        digest=call_digest(connector, tool, arguments),
        failed=failed,
        at=at,
        used_ids=used_ids(connector, tool, arguments),
        met_ids=met_ids(connector, tool, result),
        reconnected=reconnected,
    )

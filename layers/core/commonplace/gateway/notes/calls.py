"""From an answered call to what the history keeps of it."""

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
    connected_anew: bool = False,
) -> FinishedCall:
    """Return what the rules about notes need of a call.

    Parameters
    ----------
    connector, tool, arguments, result
        As for :func:`commonplace.identifiers.capture.capture`.
    failed
        The connector could not be reached, or the result says ``isError``.
    at
        Microseconds since 1970.
    connected_anew
        The client has connected (``initialize``) since the call before.
    """
    return FinishedCall(
        digest=call_digest(connector, tool, arguments),
        failed=failed,
        at=at,
        used=used_ids(connector, tool, arguments),
        met=met_ids(connector, tool, result),
        connected_anew=connected_anew,
    )

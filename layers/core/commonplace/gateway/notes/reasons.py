"""The reasons for a note, and the token budget of each."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class Reason(StrEnum):
    """Why a note is sent."""

    HEARTBEAT = "heartbeat"
    MEMORY_CHANGED = "memory_changed"
    DISORIENTATION = "disorientation"
    COMPACTION_ANCHOR = "compaction_anchor"


class LostReason(StrEnum):
    """Which rule says that the agent seems lost."""

    SAME_CALL = "same_call"
    FAILING_CALLS = "failing_calls"
    UNKNOWN_ID = "unknown_id"
    FRESH_START = "fresh_start"


# Tokens (o200k) of a whole note, its opening and closing tags included.
BUDGETS: Mapping[Reason, int] = MappingProxyType(
    {
        Reason.HEARTBEAT: 140,
        Reason.MEMORY_CHANGED: 180,
        Reason.DISORIENTATION: 240,
        Reason.COMPACTION_ANCHOR: 300,
    }
)

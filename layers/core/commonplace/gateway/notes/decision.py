"""Decides whether a connector's result carries a note, and why. The rules are in docs/notes.md."""

from __future__ import annotations

from .history import CallHistory, MemoryState, digested
from .reasons import Reason

HEARTBEAT_CALLS = 12  # connector calls since the last note


def decide(history: CallHistory, state: MemoryState) -> Reason | None:
    """Return why the last call of a history needs a note, or None.

    If several reasons apply, the one with the largest budget is returned; its note covers the others.
    """
    if history.anchor_requested:
        return Reason.COMPACTION_ANCHOR
    if history.lost is not None:
        return Reason.DISORIENTATION
    if _has_changed(history.last_noted, digested(state)):
        return Reason.MEMORY_CHANGED
    if history.calls >= HEARTBEAT_CALLS:
        return Reason.HEARTBEAT
    return None


def _has_changed(noted: MemoryState, now: MemoryState) -> bool:
    """Check for writes by others and a replaced goal or plan; a first goal or plan is the session's own write."""
    return (
        now.changed_at > noted.changed_at
        or bool(noted.goal and now.goal and now.goal != noted.goal)
        or bool(noted.plan and now.plan and now.plan != noted.plan)
    )

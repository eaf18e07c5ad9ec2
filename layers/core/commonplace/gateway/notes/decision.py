"""Whether a connector's result carries a note, and why. The rules stand in docs/notes.md."""

from __future__ import annotations

from .history import CallHistory, MemoryState, digested
from .reasons import Reason

HEARTBEAT_CALLS = 12  # connector calls since any note


def decide(history: CallHistory, state: MemoryState) -> Reason | None:
    """Return why the last call's result is to carry a note, if it is.

    Where several reasons meet, the one with the largest budget counts; its note settles the others.

    Parameters
    ----------
    history
        With the last call in it.
    state
        Of the memory, now.
    """
    if history.anchor_asked:
        return Reason.COMPACTION_ANCHOR
    if history.lost is not None:
        return Reason.DISORIENTATION
    if _has_changed(history.told, digested(state)):
        return Reason.MEMORY_CHANGED
    if history.calls >= HEARTBEAT_CALLS:
        return Reason.HEARTBEAT
    return None


def _has_changed(told: MemoryState, now: MemoryState) -> bool:
    """Tell whether others wrote, or goal or plan were replaced; a first one is the session's own news."""
    return (
        now.changed > told.changed
        or bool(told.goal and now.goal and now.goal != told.goal)
        or bool(told.plan and now.plan and now.plan != told.plan)
    )

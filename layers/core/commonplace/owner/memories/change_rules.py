"""Checks before an owner changes a memory, and the events that tell running sessions of the change."""

from __future__ import annotations

from ...domain.heads import Heads
from ...domain.memory import Memory, State
from ...domain.spaces import Scope, team_of
from ...operations.call import Call
from ...pending import owner_changes
from ...refusals.errors import Conflict, NotAllowed
from ...storage.actions import Action
from ..changes import directory_of
from .owned_memories import OwnedMemories


def require_seen(memory: Memory, version: int) -> None:
    """Raise Conflict if the memory is no longer at the version that its owner opened."""
    if memory.version != version:
        raise Conflict("memory.changed.opened", field="version")


def require_changeable(call: Call, memories: OwnedMemories, memory: Memory) -> None:
    """Refuse to change a memory that can only be deleted.

    Raises
    ------
    Conflict
        It is an earlier version, or its session was reset.
    NotAllowed
        It is shared with a team in which the account may not write.
    """
    if memory.state is State.SUPERSEDED:
        raise Conflict("memory.superseded")
    if memories.is_ended(memory):
        raise Conflict("memory.session_ended")
    if memory.space.scope is not Scope.TEAM:
        return
    rights = directory_of(call.runtime).membership(team_of(memory.space), memory.account_id)
    if rights is None or not rights.may_write:
        raise NotAllowed("team.not_writable.own")


def change_events(call: Call, heads: Heads, kind: str, memory: Memory, at: int) -> list[Action]:
    """Return the writes that notify running sessions of a change which the record itself does not show.

    Parameters
    ----------
    call, heads
        The owner's call, and the heads of the memory's space.
    kind
        Kind of the event (:mod:`commonplace.pending.feeds`).
    memory
        As agents saw it; there are no events for a memory that agents never received.
    at
        Microseconds since 1970.
    """
    if not owner_changes.reaches_agents(memory):
        return []
    return [
        owner_changes.event(call.runtime, kind, memory, at, heads.account.epoch),
        *owner_changes.marks(call.runtime, memory, heads.session, at),
    ]

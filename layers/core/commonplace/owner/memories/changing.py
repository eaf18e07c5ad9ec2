"""What every change of a memory by its owner has in common: whether it may be, and how it is told."""

from __future__ import annotations

from ...domain.heads import Heads
from ...domain.memory import Memory, State
from ...domain.spaces import Scope, team_of
from ...operations.call import Call
from ...pending import owner_changes
from ...refusals.errors import Conflict, NotAllowed
from ...storage.actions import Action
from ..changes import directory_of
from .holdings import OwnedMemories


def require_seen(memory: Memory, version: int) -> None:
    """Refuse to change what its owner has not seen.

    Raises
    ------
    Conflict
        It is another version than the one that was opened.
    """
    if memory.version != version:
        raise Conflict("memory.changed.opened", field="version")


def require_changeable(call: Call, memories: OwnedMemories, memory: Memory) -> None:
    """Refuse to change what can only be deleted.

    Raises
    ------
    Conflict
        It is an earlier version, or of a session that has begun anew.
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


def told(call: Call, heads: Heads, kind: str, memory: Memory, at: int) -> list[Action]:
    """Write what lets running sessions learn of a change that no record tells them.

    Parameters
    ----------
    call, heads
        The owner's, and the heads of the memory's space.
    kind
        What happened (:mod:`commonplace.pending.feeds`).
    memory
        As agents knew it; nothing is told of one that they were never handed.
    at
        When, in microseconds since 1970.
    """
    if not owner_changes.reaches_agents(memory):
        return []
    return [
        owner_changes.event(call.runtime, kind, memory, at, heads.account.epoch),
        *owner_changes.marks(call.runtime, memory, heads.session, at),
    ]

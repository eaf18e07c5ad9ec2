"""What every change of a memory by its owner has in common: whether it may be, and how it is told."""

from __future__ import annotations

from ...domain.heads import Heads
from ...domain.memory import Memory, State
from ...domain.spaces import Scope, team_of
from ...operations.call import Call
from ...pending import owner
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
        raise changed()


def changed() -> Conflict:
    """Answer for what was written since its owner looked at it."""
    return Conflict("it has changed since it was opened; look at it again", field="version")


def forgotten() -> Conflict:
    """Answer for what is changed though it was forgotten."""
    return Conflict("it was forgotten; edit it with `restore` to bring it back, or delete it", field="restore")


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
        raise Conflict("this is an earlier version, which stays as it was; change the one that replaced it")
    if memories.is_ended(memory):
        raise Conflict("its session has begun anew, and no agent is handed this any more; it can be deleted")
    if memory.space.scope is not Scope.TEAM:
        return
    rights = directory_of(call.runtime).membership(team_of(memory.space), memory.account_id)
    if rights is None or not rights.may_write:
        raise NotAllowed("your membership does not allow writing team memory; you can delete what you shared")


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
    if not owner.reaches_agents(memory):
        return []
    return [
        owner.event(call.runtime, kind, memory, at, heads.account.epoch),
        *owner.marks(call.runtime, memory, heads.session, at),
    ]

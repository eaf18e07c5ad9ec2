"""Reports an owner's change of a memory to running sessions: as an event, and as a mark in a head.

The next connector call finds the mark in the heads, which it reads anyway, and sends a note. The mark is needed
for changes that no record shows: a deleted memory, and a pin, which does not change a memory's time of last write.
"""

from __future__ import annotations

from ..domain.heads import SessionHead
from ..domain.memory import OWNER, Memory, State
from ..domain.spaces import DEFAULT_STORE, Scope, session_of, store_of, team_of
from ..operations.runtime import Runtime
from ..storage.actions import Action
from ..storage.heads import account_key, mark_changed, session_key, team_key
from .feeds import memory_event


def reaches_agents(memory: Memory) -> bool:
    """Check whether agents can read a memory: it is active and in a store that they use."""
    if memory.state is not State.ACTIVE:
        return False
    return memory.space.scope is not Scope.ACCOUNT or store_of(memory.space) == DEFAULT_STORE


def event(runtime: Runtime, kind: str, memory: Memory, at: int, epoch: int) -> Action:
    """Return the event of an owner's change.

    Parameters
    ----------
    runtime
        Has the names of the tables.
    kind
        A constant of :mod:`commonplace.pending.feeds`.
    memory
        As it was before the change.
    at, epoch
        The time in microseconds since 1970, and the account's epoch.
    """
    return memory_event(runtime.tables.names.activity_table, kind, memory, at, epoch, OWNER)


def marks(runtime: Runtime, memory: Memory, session: SessionHead, at: int) -> list[Action]:
    """Return the mark in the head that covers a memory: the account's, the team's, or the running session's.

    ``session`` is the head of the memory's session, if it belongs to one; ``at`` as for :func:`event`.
    """
    directory = runtime.tables.names.directory_table
    if memory.space.scope is Scope.ACCOUNT:
        return [mark_changed(directory, account_key(memory.account_id), memory.level, at)]
    if memory.space.scope is Scope.TEAM:
        return [mark_changed(directory, team_key(team_of(memory.space)), memory.level, at)]
    name, generation = session_of(memory.space)
    if session.expires_at is None or session.generation != generation:
        return []  # the session has ended or was reset
    key = session_key(memory.account_id, name)
    table = runtime.tables.names.sessions_table
    return [mark_changed(table, key, memory.level, at, generation=generation)]

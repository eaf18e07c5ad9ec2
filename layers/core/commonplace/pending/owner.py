"""What the owner does to a memory, told to running sessions: by an event, and by a mark in a head.

The mark lets the next connector call see that a note is due, beside the heads that it reads anyway. It stands for
what no record tells: a memory that is gone, and a pin, which leaves a memory's last write as it was.
"""

from __future__ import annotations

from ..domain.heads import SessionHead
from ..domain.memory import OWNER, Memory, State
from ..domain.spaces import DEFAULT_STORE, Scope, session_of, store_of, team_of
from ..operations.runtime import Runtime
from ..storage.actions import Action
from ..storage.heads import account_key, mark_changed, session_key, team_key
from .feeds import of_memory


def reaches_agents(memory: Memory) -> bool:
    """Tell whether agents are handed a memory: an active one, of a store they work in."""
    if memory.state is not State.ACTIVE:
        return False
    return memory.space.scope is not Scope.ACCOUNT or store_of(memory.space) == DEFAULT_STORE


def event(runtime: Runtime, kind: str, memory: Memory, at: int, epoch: int) -> Action:
    """Write the event of what the owner did to a memory.

    Parameters
    ----------
    runtime
        Names of the tables.
    kind
        What happened (:mod:`commonplace.pending.feeds`).
    memory
        As agents knew it.
    at, epoch
        When, in microseconds since 1970, and the account's epoch.
    """
    return of_memory(runtime.tables.names.activity_table, kind, memory, at, epoch, OWNER)


def marks(runtime: Runtime, memory: Memory, session: SessionHead, at: int) -> list[Action]:
    """Mark the head of those who see a memory: the account's, the team's, or the session's if it still runs.

    Parameters
    ----------
    runtime, memory, at
        As for :func:`event`.
    session
        Head of the memory's session, where it is in one.
    """
    directory = runtime.tables.names.directory_table
    if memory.space.scope is Scope.ACCOUNT:
        return [mark_changed(directory, account_key(memory.account_id), memory.level, at)]
    if memory.space.scope is Scope.TEAM:
        return [mark_changed(directory, team_key(team_of(memory.space)), memory.level, at)]
    name, generation = session_of(memory.space)
    if session.expires_at is None or session.generation != generation:
        return []  # nobody reads it any more
    key = session_key(memory.account_id, name)
    table = runtime.tables.names.sessions_table
    return [mark_changed(table, key, memory.level, at, generation=generation)]

"""Erasing one memory with its earlier versions: few items, which go in the transaction that asks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..domain.erasures import Order
from ..domain.heads import SessionHead
from ..domain.levels import Level
from ..domain.memory import Memory as MemoryRecord
from ..domain.memory import may_precede
from ..domain.spaces import Scope, team_space
from ..operations.runtime import Runtime
from ..pending import owner_changes
from ..pending.feeds import MEMORY_FORGOTTEN
from ..refusals.errors import Conflict, NotFound
from ..storage import epochs, memories
from ..storage.actions import Action
from .targets import Memory


@dataclass(frozen=True, slots=True)
class Plan:
    """How something is erased.

    Attributes
    ----------
    order
        With what is to be known of it later.
    actions
        What goes in the transaction that asks.
    changed
        Level of what agents see no more of the account's memories; None: their notes need not say.
    """

    order: Order
    actions: list[Action]
    changed: Level | None = None


_VERSIONS = 90  # that are deleted with the request; a longer chain takes several transactions


def plan_memory(runtime: Runtime, session: SessionHead, order: Order, target: Memory) -> Plan:
    """Delete a memory of the account's, and what it replaced, version by version.

    Parameters
    ----------
    runtime, order, target
        What is erased.
    session
        Head of the session that the memory is in, if it is in one.

    Returns
    -------
    Plan
        The order with what is deleted, and the actions; agents who saw it get an event.

    Raises
    ------
    NotFound
        If there is none, or it is another's.
    Conflict
        If it is another version than the one that is named.
    """
    tables, space = runtime.tables, target.space
    chain = list(_chain(runtime, target))
    if not chain or not _is_own(runtime, chain[0], order.account_id):
        raise NotFound("memory.not_found", field="id")
    if target.version not in (None, chain[0].version):
        raise Conflict("memory.changed", field="version")
    table = tables.names.memories_table
    deletions = [memories.delete_own(table, one) for one in reversed(chain)]
    if target.version is not None:
        deletions[-1] = memories.delete_seen(table, chain[0])
    while len(deletions) > _VERSIONS:  # the oldest first: what fails in between is started again from the latest
        tables.commit(deletions[:_VERSIONS])
        deletions = deletions[_VERSIONS:]
    planned = replace(order, space=space.key, memory_ids=tuple(one.memory_id for one in chain))
    if not owner_changes.reaches_agents(chain[0]):
        return Plan(planned, deletions)
    told = owner_changes.event(runtime, MEMORY_FORGOTTEN, chain[0], order.asked_at, order.epoch)
    if space.scope is Scope.ACCOUNT:
        return Plan(planned, [*deletions, told], chain[0].level)
    return Plan(planned, [*deletions, told, *owner_changes.marks(runtime, chain[0], session, order.asked_at)])


def _chain(runtime: Runtime, target: Memory) -> Iterator[MemoryRecord]:
    """Go through a memory and the versions that it replaced, the last one first."""
    later: MemoryRecord | None = None
    memory_id: str | None = target.memory_id
    seen = set()
    while memory_id is not None and memory_id not in seen:
        found = runtime.tables.memories([(target.space, memory_id)])
        if not found or (later is not None and not may_precede(found[0], later)):
            return
        later = found[0]
        yield later
        seen.add(memory_id)
        memory_id = later.replaces


def _is_own(runtime: Runtime, memory: MemoryRecord, account_id: str) -> bool:
    """Check whether an account may erase a memory: its own, in a space of its own or in a team of its."""
    if memory.account_id != account_id:
        return False
    if memory.space.scope is not Scope.TEAM:
        return memory.space.key.startswith(f"account/{account_id}/")
    teams = epochs.teams_of(runtime.tables, account_id)
    return any(memory.space == team_space(team) for team, _ in teams)

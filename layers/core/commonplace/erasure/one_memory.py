"""Erasing one memory with its earlier versions: few items, which go in the transaction that asks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..errors import NotFound
from ..pending.feeds import MEMORY_FORGOTTEN, event
from ..records.erasures import Order
from ..records.memory import Memory as MemoryRecord
from ..records.spaces import Scope, team_space
from ..runtime import Runtime
from ..tables import live_from, memories
from ..tables.activity import account_events_feed, session_events_feed, team_events_feed
from ..tables.commit import Action
from .targets import Memory

_VERSIONS = 90  # that are deleted with the request; a longer chain takes several transactions


def plan_memory(runtime: Runtime, order: Order, target: Memory) -> tuple[Order, list[Action]]:
    """Delete a memory of the account's, and what it replaced, version by version.

    Returns
    -------
    tuple[Order, list[Action]]
        The order with what is deleted, and the actions.

    Raises
    ------
    NotFound
        If there is none, or it is another's.
    """
    tables, space = runtime.tables, target.space
    chain = list(_chain(runtime, target))
    if not chain or not _is_own(runtime, chain[0], order.account_id):
        raise NotFound("there is no such memory", field="id")
    deletions = [memories.delete(tables.names.memories_table, space, one.memory_id) for one in reversed(chain)]
    while len(deletions) > _VERSIONS:  # the oldest first: what fails in between is begun anew from the latest
        tables.commit(deletions[:_VERSIONS])
        deletions = deletions[_VERSIONS:]
    found = tuple(one.memory_id for one in chain)
    told = _told_of_memory(runtime, order, chain[0])
    return replace(order, space=space.key, memory_ids=found), [*deletions, told]


def _chain(runtime: Runtime, target: Memory) -> Iterator[MemoryRecord]:
    """Go through a memory and the versions that it replaced, the last one first."""
    memory_id: str | None = target.memory_id
    seen = set()
    while memory_id is not None and memory_id not in seen:
        found = runtime.tables.memories([(target.space, memory_id)])
        if not found:
            return
        yield found[0]
        seen.add(memory_id)
        memory_id = found[0].replaces


def _is_own(runtime: Runtime, memory: MemoryRecord, account_id: str) -> bool:
    """Tell whether an account may erase a memory: its own, in a space of its own or in a team of its."""
    if memory.account_id != account_id:
        return False
    if memory.space.scope is not Scope.TEAM:
        return memory.space.key.startswith(f"account/{account_id}/")
    teams = live_from.teams_of(runtime.tables, account_id)
    return any(memory.space == team_space(team) for team, _ in teams)


def _told_of_memory(runtime: Runtime, order: Order, memory: MemoryRecord) -> Action:
    return event(
        runtime.tables.names.activity_table,
        _feed_of(memory),
        MEMORY_FORGOTTEN,
        order.asked_at,
        order.epoch,
        memory.level,
        memory_id=memory.memory_id,
        scope=memory.space.scope.value,
        author=memory.account_id,
    )


def _feed_of(memory: MemoryRecord) -> str:
    match memory.space.scope:
        case Scope.ACCOUNT:
            return account_events_feed(memory.account_id)
        case Scope.SESSION:
            return session_events_feed(memory.space)
        case Scope.TEAM:
            return team_events_feed(memory.space.key.split("/")[1])

"""memory_delete: hide a memory of the session's own level."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ..domain.heads import Heads
from ..domain.lifetime import is_live
from ..domain.memory import Memory
from ..domain.shadowing import visible_version
from ..domain.spaces import Scope
from ..guards.admission import KEY_LIMIT, checked_name
from ..operations.audit import audit
from ..operations.call import Call
from ..operations.contract import Arguments, Key, Result, Tool
from ..operations.reading import SideTask
from ..pending.feeds import memory_forgotten_event, publish
from ..refusals.errors import NotAllowed, NotFound
from ..storage import memories
from .memory_get import versions_of


class MemoryDeleteArguments(Arguments):
    """Arguments of memory_delete."""

    key: Key = Field(description="The memory's key.")


class MemoryDeleted(Result):
    """What memory_delete answers."""

    deleted: Literal[True]
    key: str


def memory_delete(call: Call, arguments: MemoryDeleteArguments) -> MemoryDeleted:
    """Hide the account's memory of this key at the session's own level; it stays for the owner's audit."""
    key = checked_name("key", arguments.key, KEY_LIMIT)
    line: SideTask | None = audit(call, "delete", key=key)
    tables = call.runtime.tables

    def attempt() -> MemoryDeleted:
        nonlocal line
        heads, versions = versions_of(call, key, line)
        line = None
        memory = _own(call, heads, versions)
        tables.commit([memories.forget(tables.names.memories_table, memory, call.runtime.clock())])
        publish(call, memory_forgotten_event(call, heads, memory))
        return MemoryDeleted(deleted=True, key=key)

    return tables.retry(attempt, "memory.busy.often")


def _own(call: Call, heads: Heads, versions: list[Memory]) -> Memory:
    kept = [memory for memory in versions if memory.space.scope is Scope.ACCOUNT]
    epochs, now, taint = heads.epochs(), call.runtime.wall(), heads.session.taint
    for memory in kept:
        if memory.level is taint and is_live(memory, epochs, now):
            return memory
    if (visible := visible_version(kept, epochs, now)) is not None:
        raise NotAllowed("memory.other_level.delete", field="key", level=visible.level.name, own=taint.name)
    raise NotFound("memory.not_found.key", field="key")


MEMORY_DELETE = Tool(
    name="memory_delete",
    title="Delete a memory",
    description=(
        "Hide the memory with this key. Only memories of this session's own level can be deleted; "
        "the owner can still see it in the dashboard."
    ),
    arguments=MemoryDeleteArguments,
    result=MemoryDeleted,
    run=memory_delete,
    writes=True,
    destructive=True,
)

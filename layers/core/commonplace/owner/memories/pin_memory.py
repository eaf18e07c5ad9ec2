"""pin_memory: include a memory in every note, or stop doing so."""

from __future__ import annotations

import dataclasses

from pydantic import Field

from ...domain.memory import Memory, State
from ...operations.audit import audit_owner
from ...operations.call import Call
from ...operations.contract import Arguments, Tool
from ...pending.feeds import MEMORY_CHANGED
from ...refusals.errors import Conflict
from ...storage import memories as memory_items
from .change_rules import change_events, require_changeable, require_seen
from .contract import OwnedMemory, Ref, SeenVersion
from .owned_memories import OwnedMemories


class PinMemoryArguments(Arguments):
    """Arguments of pin_memory."""

    ref: Ref
    pinned: bool = Field(description="false: no more; by its importance it may stay pinned.")
    version: SeenVersion | None = Field(default=None, description="Left out: whatever it says by now.")


def pin_memory(call: Call, arguments: PinMemoryArguments) -> OwnedMemory:
    """Pin or unpin a memory.

    ``updated_at`` does not change, since a pin is no new content: the order of the owner's list and the expiry of
    a session memory stay. In recall it ranks as importance 0.9 at least. Agents are notified by an event and a
    mark (pending/owner.py).
    """
    call.caller.require_owner()

    def attempt() -> OwnedMemory:
        memories = OwnedMemories(call)
        memory = memories.find(arguments.ref)
        if memory.pinned_by_owner is arguments.pinned:
            return memories.shown(memory)
        if arguments.version is not None:
            require_seen(memory, arguments.version)
        require_changeable(call, memories, memory)
        if arguments.pinned:
            _require_pinnable(memory)
        pinned = dataclasses.replace(memory, pinned_by_owner=arguments.pinned, version=memory.version + 1)
        tables, now = call.runtime.tables, call.runtime.clock()
        pin = memory_items.pin(tables.names.memories_table, memory, pinned=arguments.pinned)
        tables.commit([pin, *change_events(call, memories.heads(memory), MEMORY_CHANGED, pinned, now)])
        action = "memory_pinned" if arguments.pinned else "memory_unpinned"
        audit_owner(call, action, level=memory.level, about=memory.memory_id)  # type: ignore[arg-type]
        return memories.shown(pinned)

    return call.runtime.tables.retry(attempt, "memory.busy.owner")


def _require_pinnable(memory: Memory) -> None:
    """Raise Conflict for a quarantined or forgotten memory: agents never receive it."""
    if memory.state is State.QUARANTINED:
        raise Conflict("memory.quarantined")
    if memory.state is State.FORGOTTEN:
        raise Conflict("memory.forgotten", field="restore")


PIN_MEMORY = Tool(
    name="pin_memory",
    title="Pin a memory",
    description=(
        "Show a memory to agents first, or take the pin away: recall ranks it as importance 0.9 at least, and it "
        "stands in the notes of all sessions (a session's own: in that one; a team's: its members'). In stores "
        "other than `default`, which agents do not read, it is a mark alone. It counts as no write: the order of "
        "lists and a session memory's end stay. Running sessions see it at once. What agents are not handed, "
        "quarantined or forgotten, is not pinned."
    ),
    arguments=PinMemoryArguments,
    result=OwnedMemory,
    run=pin_memory,
    in_pages=True,
    writes=True,
    idempotent=True,
)

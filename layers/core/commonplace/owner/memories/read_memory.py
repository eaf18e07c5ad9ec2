"""read_memory: one memory."""

from __future__ import annotations

from ...operations.call import Call
from ...operations.contract import Arguments, Tool
from .contract import OwnedMemory, Ref
from .owned_memories import OwnedMemories


class ReadMemoryArguments(Arguments):
    """Arguments of read_memory."""

    ref: Ref


def read_memory(call: Call, arguments: ReadMemoryArguments) -> OwnedMemory:
    """Read one memory as it is now."""
    call.caller.require_owner()
    memories = OwnedMemories(call)
    return memories.shown(memories.find(arguments.ref))


READ_MEMORY = Tool(
    name="read_memory",
    title="Read a memory",
    description="One memory as it is now. What was deleted, and what was never there, is not found alike.",
    arguments=ReadMemoryArguments,
    result=OwnedMemory,
    run=read_memory,
    in_pages=True,
    writes=False,
    idempotent=True,
)

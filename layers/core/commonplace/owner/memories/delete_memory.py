"""delete_memory: delete a memory permanently."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ...erasure import Memory, ask
from ...operations.audit import audit_owner
from ...operations.call import Call
from ...operations.contract import Arguments, Result, Tool
from ...refusals.errors import Conflict, NotFound
from .change_rules import require_seen
from .contract import Ref, SeenVersion
from .owned_memories import OwnedMemories


class DeleteMemoryArguments(Arguments):
    """Arguments of delete_memory."""

    ref: Ref
    version: SeenVersion


class MemoryDeleted(Result):
    """What delete_memory answers."""

    deleted: Literal[True]
    id: str = Field(description="Of the memory that is gone.")
    erasure: str = Field(description="Id of the receipt.")


def delete_memory(call: Call, arguments: DeleteMemoryArguments) -> MemoryDeleted:
    """Delete a memory in any state and scope, with its earlier versions, from all tables.

    A memory that changed since the owner opened it is not deleted: the owner has not seen the new version.
    """
    call.caller.require_owner()
    memory = OwnedMemories(call).find(arguments.ref)
    require_seen(memory, arguments.version)
    target = Memory(memory.space, memory.memory_id, memory.version)
    try:
        erasure = ask(call.runtime, call.caller.account_id, target)
    except NotFound:  # deleted meanwhile
        raise NotFound("memory.not_found.deleted", field="ref") from None
    except Conflict:
        raise Conflict("memory.changed.opened", field="version") from None
    audit_owner(call, "memory_deleted", level=memory.level, about=memory.memory_id)
    return MemoryDeleted(deleted=True, id=memory.memory_id, erasure=erasure)


DELETE_MEMORY = Tool(
    name="delete_memory",
    title="Delete a memory for good",
    description=(
        "Delete a memory with its earlier versions, whatever its state: nobody reads it any more, and no table "
        "holds it. A receipt without content stays, and a restored backup is rid of it, too. One that was changed "
        "since it was looked at is not deleted."
    ),
    arguments=DeleteMemoryArguments,
    result=MemoryDeleted,
    run=delete_memory,
    in_pages=True,
    writes=True,
    destructive=True,
)

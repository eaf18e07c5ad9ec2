"""delete_memory: delete a memory for good."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ...erasure import Memory, ask
from ...operations.audit import audit_owner
from ...operations.call import Call
from ...operations.contract import Arguments, Result, Tool
from ...refusals.errors import Conflict, NotFound
from .changing import require_seen
from .contract import Ref, SeenVersion
from .holdings import OwnedMemories


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
    """Delete a memory of whatever state and scope, with its earlier versions: no table holds it after this.

    What was written since its owner looked at it stays: he has not seen what would go.
    """
    call.caller.require_owner()
    memory = OwnedMemories(call).find(arguments.ref)
    require_seen(memory, arguments.version)
    target = Memory(memory.space, memory.memory_id, memory.version)
    try:
        erasure = ask(call.runtime, call.caller.account_id, target)
    except NotFound:  # somebody was faster
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
    writes=True,
    destructive=True,
)

"""forget: delete one memory for good, or everything in a store."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from pydantic import Field

from ..domain import ids
from ..domain.erasures import Deletion
from ..domain.heads import Heads
from ..domain.levels import Level
from ..domain.memory import Memory, State
from ..domain.spaces import DEFAULT_STORE
from ..domain.stores import STORE_FIELD
from ..operations.call import Call
from ..operations.contract import Result
from ..pending.feeds import memory_forgotten_event, publish
from ..refusals.errors import InvalidInput, NotAllowed, NotFound
from ..storage import memories
from ..storage.actions import Action
from ..storage.chunks import chunks
from ..storage.erasures import ledger_of
from .contract import MemoryId, StoreArguments, checked_memory_id, operation
from .emptying import empty_store
from .reading import space_of
from .stores import require_store
from .versions import earlier_versions, shown_by_id

_AT_ONCE = 100  # actions of one transaction


class ForgetArguments(StoreArguments):
    """Arguments of forget: null or a blank is no memory's id, and never means the whole store."""

    memory_id: MemoryId = Field(
        default="",
        description="The memory to delete. Left out: everything in the store, which must be named then.",
    )


class ForgottenInStore(Result):
    """What forget answers."""

    user_id: str
    memory_id: str | None = Field(default=None, description="Of the memory that is gone; left out: all of them.")
    status: Literal["deleted"]


def forget(call: Call, arguments: ForgetArguments) -> ForgottenInStore:
    """Delete one memory with its earlier versions; or, where none is named, everything in the store."""
    if "memory_id" in arguments.model_fields_set:
        memory_id = checked_memory_id(arguments.memory_id)
        _forget_one(call, arguments.user_id, memory_id)
        return ForgottenInStore(user_id=arguments.user_id, memory_id=memory_id, status="deleted")
    if STORE_FIELD not in arguments.model_fields_set:
        raise InvalidInput("field.required.forgotten", field=STORE_FIELD)
    empty_store(call, arguments.user_id)
    return ForgottenInStore(user_id=arguments.user_id, status="deleted")


def _forget_one(call: Call, store_id: str, memory_id: str) -> None:
    tables = call.runtime.tables

    def attempt() -> None:
        heads, found = tables.heads_and_memories(call.heads_request(), [(space_of(call), memory_id)])
        require_store(heads.store, store_id)
        memory = _own(call, heads, found)
        actions = _deletions(call, memory)
        # The oldest first: what fails in between is begun again from the memory, which goes last.
        for some in chunks(actions, _AT_ONCE):
            tables.commit(some)
        if call.store == DEFAULT_STORE and memory.state is State.ACTIVE:  # agents work there too
            publish(call, memory_forgotten_event(call, heads, memory))

    tables.retry(attempt, "memory.busy.often")


def _own(call: Call, heads: Heads, found: list[Memory]) -> Memory:
    memory = next((one for one in found if shown_by_id(call, heads, one)), None)
    if memory is None:
        raise NotFound("memory.not_found.in_store", field="memory_id")
    level = call.level(Level.PUBLIC)
    if memory.level < level:
        raise NotAllowed("memory.other_level.key", field="memory_id", level=memory.level.name, own=level.name)
    return memory


def _deletions(call: Call, memory: Memory) -> list[Action]:
    """Delete its versions, oldest first, and it; what was kept under a key stays for the owner, marked.

    That it was deleted is kept without content, so that a backup which is restored does not bring it back.
    """
    table, space, now = call.runtime.tables.names.memories_table, memory.space, call.runtime.clock()
    earlier = [one.memory_id for one in earlier_versions(call, memory)]
    deletion = Deletion(ids.time_ordered_id(now), now, space.key, tuple(earlier))
    if memory.key is not None and memory.state is State.ACTIVE:
        last = memories.forget(table, memory, now)
        deletion = replace(deletion, hidden=memory.memory_id)
    else:
        last = memories.delete_seen(table, memory)
        deletion = replace(deletion, memory_ids=(*earlier, memory.memory_id))
    kept = ledger_of(call.runtime.tables).keep_deletion(deletion)
    return [*(memories.delete(table, space, one) for one in reversed(earlier)), last, kept]


FORGET = operation(
    path="/memory/forget",
    name="forget_memories",
    title="Delete a memory, or all of a store",
    description=(
        "Delete one memory for good, with its earlier versions. Without `memory_id`: everything in the store, of "
        "whatever level, at once for everybody; its speakers stay registered. What an agent kept under a key "
        "stays for the owner in the dashboard, and is handed out no more."
    ),
    arguments=ForgetArguments,
    result=ForgottenInStore,
    run=forget,
    writes=True,
    destructive=True,
)

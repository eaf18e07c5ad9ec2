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
from .delete_store import erase_store
from .reading import require_store, space_of
from .versions import earlier_versions, is_own_quarantined, shown_by_id

_TRANSACTION_ACTIONS = 100


class ForgetArguments(StoreArguments):
    """Arguments of forget: a null or blank ``memory_id`` is refused, and never means the whole store."""

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
    """Delete one memory with its earlier versions, or without ``memory_id`` everything in the store."""
    if "memory_id" in arguments.model_fields_set:
        memory_id = checked_memory_id(arguments.memory_id)
        _forget_one(call, arguments.user_id, memory_id)
        return ForgottenInStore(user_id=arguments.user_id, memory_id=memory_id, status="deleted")
    if STORE_FIELD not in arguments.model_fields_set:
        raise InvalidInput("field.required.forgotten", field=STORE_FIELD)
    erase_store(call, arguments.user_id, delete=False)
    return ForgottenInStore(user_id=arguments.user_id, status="deleted")


def _forget_one(call: Call, store_id: str, memory_id: str) -> None:
    tables = call.runtime.tables

    def attempt() -> None:
        heads, found = tables.heads_and_memories(call.heads_request(), [(space_of(call), memory_id)])
        require_store(heads.store, store_id)
        memory = _own(call, heads, found)
        actions = _deletions(call, memory)
        # The oldest first, the memory last: after a failure in between, the next call starts from it again.
        for some in chunks(actions, _TRANSACTION_ACTIONS):
            tables.commit(some)
        if call.store == DEFAULT_STORE and memory.state is State.ACTIVE:  # agents work there too
            publish(call, memory_forgotten_event(call, heads, memory))

    tables.retry(attempt, "memory.busy.often")


def _own(call: Call, heads: Heads, found: list[Memory]) -> Memory:
    deletable = (one for one in found if shown_by_id(call, heads, one) or is_own_quarantined(call, heads, one))
    memory = next(deletable, None)
    if memory is None:
        raise NotFound("memory.not_found.in_store", field="memory_id")
    level = call.level(Level.PUBLIC)
    if memory.level < level:
        raise NotAllowed("memory.other_level.key", field="memory_id", level=memory.level.name, own=level.name)
    return memory


def _deletions(call: Call, memory: Memory) -> list[Action]:
    """Return what deletes a memory's earlier versions, oldest first, and the memory.

    A memory with a key is only marked as forgotten: the owner still sees it. A record of the deletion, without
    content, is stored with it, so that a restored backup does not bring the memory back.
    """
    table, space, now = call.runtime.tables.names.memories_table, memory.space, call.runtime.clock()
    earlier = [one.memory_id for one in earlier_versions(call, memory)]
    deletion = Deletion(ids.time_ordered_id(now), now, space.key, tuple(earlier))
    if memory.key is not None and memory.state is State.ACTIVE:
        last = memories.forget(table, memory, now)
        deletion = replace(deletion, hidden=memory.memory_id)
    elif memory.forgotten_at is not None:  # it was forgotten first, and goes on hiding what that hid
        last = memories.put_away(table, memory)
        deletion = replace(deletion, hidden=memory.memory_id)
    else:
        last = memories.delete_seen(table, memory)
        deletion = replace(deletion, memory_ids=(*earlier, memory.memory_id))
    recorded = ledger_of(call.runtime.tables).keep_deletion(deletion)
    return [*(memories.delete(table, space, one) for one in reversed(earlier)), last, recorded]


FORGET = operation(
    forget,
    path="/memory/forget",
    name="forget_memories",
    title="Delete a memory, or all of a store",
    description=(
        "Delete one memory for good, with its earlier versions. Without `memory_id`: everything in the store, of "
        "whatever level, at once for everybody; its speakers stay registered. What an agent kept under a key "
        "stays for the owner in the dashboard, and is handed out no more."
    ),
    writes=True,
    destructive=True,
)

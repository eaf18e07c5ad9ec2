"""get_memory: one memory by its id."""

from __future__ import annotations

from ..domain.heads import Heads
from ..domain.memory import Memory
from ..operations.call import Call
from ..operations.contract import Result
from ..operations.reading import at_position
from ..operations.runtime import Position
from ..refusals.errors import NotFound
from .contract import MemoryId, StoreArguments, checked_memory_id, operation
from .rows import MemoryRow, row
from .stores import require_store
from .versions import shown_by_id


class GetMemoryArguments(StoreArguments):
    """Arguments of get_memory."""

    memory_id: MemoryId


class MemoryGot(Result):
    """What get_memory answers."""

    memory: MemoryRow


def get_memory(call: Call, arguments: GetMemoryArguments) -> MemoryGot:
    """Return one memory; what is not there, not the caller's or above the key's level all answer alike."""
    memory_id = checked_memory_id(arguments.memory_id)
    heads, memory = find(call, arguments.user_id, memory_id)
    return MemoryGot(memory=row(memory, heads))


def find(call: Call, store_id: str, memory_id: str) -> tuple[Heads, Memory]:
    """Find a memory wherever a wide read may look, in one round trip.

    Parameters
    ----------
    call
        Who reads.
    store_id
        As sent.
    memory_id
        As :func:`commonplace.stores.contract.checked_memory_id` returns it.

    Returns
    -------
    tuple[Heads, Memory]
        The memory is in force, or one that a version still in force replaced.

    Raises
    ------
    NotFound
        If there is no such store, or no such memory in it that the caller may read.
    """

    def read(position: Position) -> tuple[Heads, list[Memory]]:
        wanted = [(space, memory_id) for space in call.readable_spaces(position.generation)]
        return call.runtime.tables.heads_and_memories(call.heads_request(), wanted)

    heads, found = at_position(call, read)
    require_store(heads.store, store_id)
    for memory in found:
        if shown_by_id(call, heads, memory):
            return heads, memory
    raise NotFound("memory.not_found.in_store", field="memory_id")


GET_MEMORY = operation(
    path="/memory/get",
    name="get_memory",
    title="One memory",
    description=(
        "One memory by its id, as storing and listing tell it; a superseded version too. In store `default` also "
        "what an agent keeps in the running session (X-Session-Id) or shares with the key's team."
    ),
    arguments=GetMemoryArguments,
    result=MemoryGot,
    run=get_memory,
    writes=False,
    wide=True,
)

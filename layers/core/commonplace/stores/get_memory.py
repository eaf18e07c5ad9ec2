"""get_memory: one memory by its id."""

from __future__ import annotations

from ..domain.heads import Heads
from ..domain.memory import Memory
from ..operations.call import Call
from ..operations.contract import Result
from ..operations.reading import at_position
from ..operations.runtime import Position
from ..refusals.errors import NotFound
from .contract import MemoryArguments, checked_memory_id, operation
from .reading import require_store
from .rows import MemoryRow, memory_row
from .versions import shown_by_id


class MemoryGot(Result):
    """What get_memory answers."""

    memory: MemoryRow


def get_memory(call: Call, arguments: MemoryArguments) -> MemoryGot:
    """Return one memory; one that does not exist and one that the key may not read give the same error."""
    heads, memory = find_memory(call, arguments)
    return MemoryGot(memory=memory_row(memory, heads))


def find_memory(call: Call, arguments: MemoryArguments) -> tuple[Heads, Memory]:
    """Find a memory in every space that the call may read, in one round trip.

    Returns
    -------
    tuple[Heads, Memory]
        The memory is in force, or a version in force has replaced it.

    Raises
    ------
    NotFound
        If there is no such store, or no such memory in it that the caller may read.
    """
    memory_id = checked_memory_id(arguments.memory_id)

    def read(position: Position) -> tuple[Heads, list[Memory]]:
        wanted = [(space, memory_id) for space in call.readable_spaces(position.generation)]
        return call.runtime.tables.heads_and_memories(call.heads_request(), wanted)

    heads, found = at_position(call, read)
    require_store(heads.store, arguments.user_id)
    for memory in found:
        if shown_by_id(call, heads, memory):
            return heads, memory
    raise NotFound("memory.not_found.in_store", field="memory_id")


GET_MEMORY = operation(
    get_memory,
    path="/memory/get",
    title="One memory",
    description=(
        "One memory by its id, as storing and listing tell it; a superseded version too. In store `default` also "
        "what an agent keeps in the running session (X-Session-Id) or shares with the key's team."
    ),
    writes=False,
    wide=True,
)

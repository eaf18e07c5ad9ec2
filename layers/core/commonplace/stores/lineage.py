"""lineage: what became of one memory, from a version forward to the one in force."""

from __future__ import annotations

from pydantic import Field

from ..call import Call
from ..records.memory import State
from ..tools.contract import Result
from .contract import MemoryId, StoreArguments, checked_memory_id, operation
from .get_memory import find
from .rows import MemoryRow, row
from .versions import later_versions


class LineageArguments(StoreArguments):
    """Arguments of lineage."""

    memory_id: MemoryId


class VersionRow(MemoryRow):
    """One version."""

    is_current: bool = Field(description="Whether this is the version in force.")


class Lineage(Result):
    """What lineage answers."""

    memory_id: str
    versions: list[VersionRow] = Field(description="From the one asked for to the one in force, oldest first.")
    count: int


def lineage(call: Call, arguments: LineageArguments) -> Lineage:
    """Follow a memory forward; the id of the version in force comes back alone."""
    memory_id = checked_memory_id(arguments.memory_id)
    heads, memory = find(call, arguments.user_id, memory_id)
    versions = [
        VersionRow(**dict(row(one, heads)), is_current=one.state is State.ACTIVE)
        for one in later_versions(call, heads, memory)
    ]
    return Lineage(memory_id=memory_id, versions=versions, count=len(versions))


LINEAGE = operation(
    path="/memory/lineage",
    name="lineage",
    title="What became of a memory",
    description=(
        "The edits that followed one memory: from the version asked for forward to the one in force, oldest "
        "first. Ask with the first version's id to see all of it."
    ),
    arguments=LineageArguments,
    result=Lineage,
    run=lineage,
    writes=False,
    idempotent=True,
)

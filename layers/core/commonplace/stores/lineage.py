"""lineage: what became of one memory, from a version forward to the one in force."""

from __future__ import annotations

from pydantic import Field

from ..domain.memory import Memory, State
from ..operations.call import Call
from ..operations.contract import Result
from .contract import MemoryId, StoreArguments, checked_memory_id, operation
from .get_memory import find
from .rows import BYTES, MemoryRow, row
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
    count: int = Field(description="How many versions that is.")
    left_out: int = Field(default=0, description="How many of them are not told, where all would be too much.")


def lineage(call: Call, arguments: LineageArguments) -> Lineage:
    """Follow a memory forward; the id of the version in force comes back alone."""
    memory_id = checked_memory_id(arguments.memory_id)
    heads, memory = find(call, arguments.user_id, memory_id)
    versions = later_versions(call, heads, memory)
    told = _told(versions)
    rows = [VersionRow(**dict(row(one, heads)), is_current=one.state is State.ACTIVE) for one in told]
    if len(told) == len(versions):
        return Lineage(memory_id=memory_id, versions=rows, count=len(versions))
    return Lineage(memory_id=memory_id, versions=rows, count=len(versions), left_out=len(versions) - len(told))


def _told(versions: list[Memory]) -> list[Memory]:
    """Leave out versions before the one in force, where their texts together are more than an answer holds."""
    room = BYTES - len(versions[-1].text.encode())
    told: list[Memory] = []
    for one in versions[:-1]:
        room -= len(one.text.encode())
        if room < 0:
            break
        told.append(one)
    return [*told, versions[-1]]


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
    wide=True,
)

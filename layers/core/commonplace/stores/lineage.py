"""lineage: the versions of one memory, from the one asked for to the one in force."""

from __future__ import annotations

from pydantic import Field

from ..domain.memory import Memory, State
from ..operations.call import Call
from ..operations.contract import Result
from .contract import MemoryArguments, operation
from .get_memory import find_memory
from .rows import BYTES, MemoryRow, memory_row
from .versions import later_versions


class VersionRow(MemoryRow):
    """One version."""

    is_current: bool = Field(description="Whether this is the version in force.")


class Lineage(Result):
    """What lineage answers."""

    memory_id: str
    versions: list[VersionRow] = Field(description="From the one asked for to the one in force, oldest first.")
    count: int = Field(description="How many versions that is.")
    left_out: int = Field(default=0, description="How many of them are not told, where all would be too much.")


def lineage(call: Call, arguments: MemoryArguments) -> Lineage:
    """List a memory and the versions after it; for the version in force, that is it alone."""
    heads, memory = find_memory(call, arguments)
    versions = later_versions(call, heads, memory)
    shown = _fitting(versions)
    rows = [VersionRow(**dict(memory_row(one, heads)), is_current=one.state is State.ACTIVE) for one in shown]
    if len(shown) == len(versions):
        return Lineage(memory_id=memory.memory_id, versions=rows, count=len(versions))
    left_out = len(versions) - len(shown)
    return Lineage(memory_id=memory.memory_id, versions=rows, count=len(versions), left_out=left_out)


def _fitting(versions: list[Memory]) -> list[Memory]:
    """Return the oldest versions that fit into an answer together with the one in force, and that one."""
    room = BYTES - len(versions[-1].text.encode())
    shown: list[Memory] = []
    for one in versions[:-1]:
        room -= len(one.text.encode())
        if room < 0:
            break
        shown.append(one)
    return [*shown, versions[-1]]


LINEAGE = operation(
    lineage,
    path="/memory/lineage",
    title="What became of a memory",
    description=(
        "The edits that followed one memory: from the version asked for forward to the one in force, oldest "
        "first. Ask with the first version's id to see all of it."
    ),
    writes=False,
    wide=True,
)

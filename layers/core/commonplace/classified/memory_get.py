"""memory_get: one memory by its key."""

from __future__ import annotations

from pydantic import Field

from ..domain import ids
from ..domain.clock import iso
from ..domain.heads import Heads
from ..domain.memory import Memory
from ..domain.shadowing import visible_version
from ..guards.admission import KEY_LIMIT, checked_name
from ..operations.audit import audit
from ..operations.call import Call
from ..operations.contract import Arguments, Key, LevelName, Result, Tool, level_name
from ..operations.reading import SideTask, at_position, side_tasks
from ..operations.runtime import Position


class MemoryGetArguments(Arguments):
    """Arguments of memory_get."""

    key: Key = Field(description="The memory's key.")


class MemoryGot(Result):
    """What memory_get answers; where there is none, ``found`` and ``key`` alone."""

    found: bool = Field(description="false: there is none that this session may see.")
    key: str
    content: str | None = None
    classification: LevelName | None = None
    tags: list[str] | None = None
    updated_at: str | None = Field(default=None, description="When it was last written (RFC 3339).")


def memory_get(call: Call, arguments: MemoryGetArguments) -> MemoryGot:
    """Return a key's highest version that the session may see: the account's, else its own, else the team's."""
    key = checked_name("key", arguments.key, KEY_LIMIT)
    heads, versions = versions_of(call, key, audit(call, "get", key=key))
    epochs, now = heads.epochs(), call.runtime.wall()
    for space in call.readable_spaces(heads.session.generation):
        memory = visible_version([found for found in versions if found.space == space], epochs, now)
        if memory is not None:
            return MemoryGot(
                found=True,
                key=key,
                content=memory.text,
                classification=level_name(memory.level),
                tags=list(memory.tags),
                updated_at=iso(memory.updated_at),
            )
    return MemoryGot(found=False, key=key)


def versions_of(call: Call, key: str, side_task: SideTask | None = None) -> tuple[Heads, list[Memory]]:
    """Read all versions of a checked key at visible levels, in whatever state, in one round trip."""

    def read(position: Position) -> tuple[Heads, list[Memory]]:
        wanted = [
            (space, ids.derived_id(space, ids.key_slot(key), level))
            for space in call.readable_spaces(position.generation)
            for level in call.level(position.taint).visible()
        ]
        tables = call.runtime.tables
        *_, found = tables.gather(
            [
                *side_tasks(side_task, position),
                lambda: tables.heads_and_memories(call.heads_request(), wanted),
            ]
        )
        answer: tuple[Heads, list[Memory]] = found
        return answer

    return at_position(call, read)


MEMORY_GET = Tool(
    name="memory_get",
    title="Get a memory",
    description="Get one memory by its key, if there is one that this session may see.",
    arguments=MemoryGetArguments,
    result=MemoryGot,
    run=memory_get,
    writes=False,
    idempotent=True,
)

"""memory_save: store a memory under a key, at the session's level."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ..domain import ids
from ..domain.heads import Heads
from ..domain.memory import IMPORTANCE, Kind
from ..domain.spaces import Scope
from ..guards.admission import TextField, admit
from ..guards.characters import refuse_replaced
from ..operations.audit import audit
from ..operations.call import Call
from ..operations.contract import Arguments, Kept, Key, LevelName, Tag, Text, Tool, level_name, quarantined
from ..operations.writing import draft, upsert, with_heads


class MemorySaveArguments(Arguments):
    """Arguments of memory_save."""

    key: Key = Field(description="A name of its own, such as user-name or project-deadline.")
    content: Text = Field(description="What to keep, in words that stand on their own.")
    tags: list[Tag] = Field(default=[], max_length=20, description="Words to sort it by.")


class MemorySaved(Kept):
    """What memory_save answers."""

    saved: bool = Field(description="false: it was quarantined, and no tool hands it out.")
    key: str
    classification: LevelName = Field(description="The session's level; no argument chooses it.")
    status: Literal["saved", "quarantined"] = Field(default="saved", description="Only where it was quarantined.")


def memory_save(call: Call, arguments: MemorySaveArguments) -> MemorySaved:
    """Store a memory in the account; it replaces that of its key at the same level."""
    refuse_replaced("key", arguments.key)
    admitted = admit(TextField("content", arguments.content), key=arguments.key, tags=arguments.tags)
    key = admitted.key or ""
    line = audit(call, "save", key=key)

    def write(heads: Heads) -> MemorySaved:
        memory = draft(
            call,
            heads,
            admitted,
            scope=Scope.ACCOUNT,
            kind=Kind.FACT,
            importance=IMPORTANCE[Kind.FACT],
            slot=ids.key_slot(key),
        )
        call.runtime.tables.gather(
            [lambda: line(call.seen(heads)), lambda: upsert(call, heads, memory, has_key=True)]
        )
        level = level_name(memory.level)
        if memory.quarantined_for is None:
            return MemorySaved(saved=True, key=key, classification=level)
        why = quarantined(memory.quarantined_for, memory.text)
        return MemorySaved(saved=False, key=key, classification=level, status="quarantined", **why)

    return with_heads(call, write)


MEMORY_SAVE = Tool(
    name="memory_save",
    title="Save a memory",
    description=(
        "Keep a fact or piece of information under a key, across sessions. Its classification is this session's "
        "level. Saving under the same key at the same level replaces it."
    ),
    arguments=MemorySaveArguments,
    result=MemorySaved,
    run=memory_save,
    writes=True,
    idempotent=True,
)

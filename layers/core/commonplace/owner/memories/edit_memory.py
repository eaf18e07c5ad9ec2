"""edit_memory: change a memory in place."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any, Literal

from pydantic import Field

from ...domain import ids
from ...domain.heads import Heads
from ...domain.lifetime import is_erased, is_expired, session_expiry
from ...domain.memory import OWNER, STATED, Kind, Memory, State, is_withheld
from ...domain.spaces import Scope, session_of
from ...domain.speakers import TURN
from ...domain.times import MAX_WRITE_TIME
from ...guards.admission import CONTENT_LIMIT, TAGS_LIMIT, Admitted, TextField, admit
from ...guards.characters import with_newlines
from ...operations.audit import audit_owner
from ...operations.call import Call
from ...operations.contract import AS_FRACTION, Arguments, Kept, Tag, Tool, quarantined
from ...operations.writing import over, touch
from ...pending.feeds import MEMORY_CHANGED, MEMORY_FORGOTTEN, publish
from ...refusals.errors import Conflict
from ...storage import memories as memory_items
from ...storage.actions import Action
from ...storage.commit import ConditionFailed
from .change_rules import change_events, require_changeable, require_seen
from .contract import OwnedMemory, Ref, SeenVersion
from .owned_memories import OwnedMemories

_IMPERATIVE = (Kind.GOAL, Kind.PLAN, Kind.QUESTION)


class EditMemoryArguments(Arguments):
    """Arguments of edit_memory; what is left out stays. Key, level, scope and speaker stay in any case."""

    ref: Ref
    version: SeenVersion
    text: Annotated[str, Field(json_schema_extra={"maxLength": CONTENT_LIMIT, "minLength": 1})] | None = Field(
        default=None, description="A changed text is judged anew, like any that comes in."
    )
    importance: Annotated[float, Field(ge=0, le=1), AS_FRACTION] | None = None
    tags: Annotated[list[Tag], Field(max_length=TAGS_LIMIT)] | None = Field(
        default=None, description="All of them."
    )
    pinned: bool | None = None
    restore: bool = Field(
        default=False, description="Brings a forgotten memory back; without it such a one is not edited."
    )


class MemoryEdited(Kept):
    """What edit_memory answers."""

    status: Literal["active", "quarantined"] = Field(
        description="`active`: agents are handed it. `quarantined`: they are not."
    )
    memory: OwnedMemory


def edit_memory(call: Call, arguments: EditMemoryArguments) -> MemoryEdited:
    """Replace a memory in place. Running sessions see it immediately; a session memory's expiry restarts."""
    call.caller.require_owner()

    def attempt() -> MemoryEdited:
        memories = OwnedMemories(call)
        memory = memories.find(arguments.ref)
        require_seen(memory, arguments.version)
        require_changeable(call, memories, memory)
        heads = memories.heads(memory)
        edited = _written(call, heads, memory, _edited(call, memories, heads, memory, arguments))
        audit_owner(call, "memory_edited", level=memory.level, about=memory.memory_id)
        return MemoryEdited(
            status="active" if edited.state is State.ACTIVE else "quarantined",
            memory=memories.shown(edited),
            **quarantined(edited.quarantined_for, edited.text),
        )

    return call.runtime.tables.retry(attempt, "memory.busy.owner")


def _edited(
    call: Call, memories: OwnedMemories, heads: Heads, memory: Memory, arguments: EditMemoryArguments
) -> Memory:
    """Return the edited record.

    Raises
    ------
    Conflict
        The memory is forgotten, and ``restore`` was not sent.
    Refusal
        The guards refuse the new content.
    """
    if memory.state is State.FORGOTTEN and not arguments.restore:
        raise Conflict("memory.forgotten", field="restore")
    text = memory.text if arguments.text is None else with_newlines(arguments.text)
    tags = list(memory.tags) if arguments.tags is None else arguments.tags
    now = call.runtime.clock()
    changes: dict[str, Any] = {
        "epoch": heads.account.epoch,
        "updated_at": now,
        "version": memory.version + 1,
        "writer": OWNER,
        "importance": memory.importance if arguments.importance is None else arguments.importance,
        "unrated": memory.unrated and arguments.importance is None,
        "pinned_by_owner": memory.pinned_by_owner if arguments.pinned is None else arguments.pinned,
        "expires_at": session_expiry(call.runtime.wall()) if memory.space.scope is Scope.SESSION else None,
    }
    # What is withheld is judged anew at each edit: the guards or the setting may have changed since.
    if text != memory.text or tags != list(memory.tags) or memory.state is not State.ACTIVE:
        admitted = _admitted(memory, text, tags, memories.speaker(memory)).under(
            call.imperatives(heads, memory.space.scope)
        )
        changes |= {
            "text": admitted.texts[0],
            "tags": admitted.tags,
            "state": admitted.state,
            "kind": admitted.kind if memory.kind in STATED else memory.kind,
            "quarantined_for": admitted.quarantined_for,
            # A quarantined text does not undo an earlier forget.
            "forgotten_at": None if admitted.is_active else memory.forgotten_at,
        }
    if text != memory.text:
        # Embedding and chunks belong to the old text, and an edited text is no longer an exchange.
        changes |= {"embedding": None, "chunks": None, "turn_split": None}
        if memory.speaker_id == TURN:
            changes["speaker_id"] = None
    return dataclasses.replace(memory, **changes)


def _admitted(memory: Memory, text: str, tags: list[str], speaker: str | None) -> Admitted:
    field = TextField("text", text, CONTENT_LIMIT, imperative_allowed=memory.kind in _IMPERATIVE)
    return admit(field, key=memory.key, speaker=speaker, tags=tags)


def _written(call: Call, heads: Heads, memory: Memory, edited: Memory) -> Memory:
    """Write the edited record and return it as stored.

    Raises
    ------
    ConditionFailed
        The memory or its session changed meanwhile.
    """
    tables = call.runtime.tables
    table = tables.names.memories_table
    if is_withheld(memory) and edited.state is State.ACTIVE:
        edited, writes = _released(call, heads, memory, edited)
    else:
        writes = [memory_items.overwrite(table, edited, memory)]
    tables.commit([*writes, *_touched(call, heads, edited)])
    publish(call, *_edit_events(call, heads, memory, edited))  # separately: both may write the session's head
    while (now := call.runtime.clock()) - edited.updated_at > MAX_WRITE_TIME:
        # The write took so long that a warm search may already have read past its timestamp: stamp it again.
        again = dataclasses.replace(edited, updated_at=now, version=edited.version + 1)
        try:
            tables.commit([memory_items.overwrite(table, again, edited)])
        except ConditionFailed:  # a later change has stamped it
            break
        edited = again
    return edited


def _released(call: Call, heads: Heads, memory: Memory, edited: Memory) -> tuple[Memory, list[Action]]:
    """Move what was quarantined beside a key's record to the key: the record, and the writes of one transaction.

    Raises
    ------
    Conflict
        Another member of the team has the key.
    """
    table, now = call.runtime.tables.names.memories_table, call.runtime.wall()
    key_id = ids.derived_id(memory.space, ids.key_slot(memory.key or ""), memory.level)
    seen = next(iter(call.runtime.tables.memories([(memory.space, key_id)])), None)
    if seen is not None and seen.account_id != memory.account_id:
        gone = is_expired(seen.expires_at, now) or is_erased(seen, heads.epochs())
        if not gone and seen.state is State.ACTIVE:
            raise Conflict("memory.other_member.key", field="ref")
    moved = over(dataclasses.replace(edited, memory_id=key_id, version=1), seen, heads, now)
    moved = dataclasses.replace(moved, pinned_by_owner=moved.pinned_by_owner or edited.pinned_by_owner)
    return moved, [memory_items.overwrite(table, moved, seen), memory_items.delete_seen(table, memory)]


def _touched(call: Call, heads: Heads, edited: Memory) -> list[Action]:
    """Extend the expiry of the session's head to that of the memory."""
    if edited.space.scope is not Scope.SESSION:
        return []
    session, _ = session_of(edited.space)
    return touch(dataclasses.replace(call, session_id=session, view=None), heads, edited)


def _edit_events(call: Call, heads: Heads, memory: Memory, edited: Memory) -> list[Action]:
    """Return events for what the record does not show: agents lost the memory, or a question changed."""
    if edited.state is not State.ACTIVE:
        kind, seen = MEMORY_FORGOTTEN, memory
    elif edited.kind is Kind.QUESTION:
        kind, seen = MEMORY_CHANGED, edited
    else:
        return []
    return change_events(call, heads, kind, seen, edited.updated_at)


EDIT_MEMORY = Tool(
    name="edit_memory",
    title="Edit a memory",
    description=(
        "Write a memory anew in its place. A text that holds a credential is refused; one that reads like a "
        "command is quarantined; a plain fact releases one that was. A goal or plan stays the one that it is: "
        "where it is not its session's latest, agents do not see it. Earlier versions and memories of sessions "
        "that have begun anew are not edited, and team memory by who may write it alone."
    ),
    arguments=EditMemoryArguments,
    result=MemoryEdited,
    run=edit_memory,
    in_pages=True,
    writes=True,
)

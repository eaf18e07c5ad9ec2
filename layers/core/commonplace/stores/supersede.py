"""supersede: let a new text take the place of a memory's."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import Field

from ..domain import ids
from ..domain.heads import Heads
from ..domain.memory import Memory, State, is_erased, is_expired, writer_of
from ..domain.spaces import account_space
from ..domain.speakers import TURN
from ..guards.admission import CONTENT_LIMIT, Admitted, TextField, admit
from ..operations.call import Call
from ..operations.contract import Result
from ..operations.idempotency import Once
from ..refusals.errors import Busy, Conflict, InvalidInput, NotAllowed, NotFound
from ..search.sentences import count
from ..storage import memories
from ..storage.actions import Action
from ..storage.attempts import AttemptRecord
from ..storage.retry import tries
from .arguments import Content, quarantine_note
from .contract import StoreArguments, operation
from .keeping import TRIES, read_attempt, settle
from .meanings import UNKNOWN, Meaning, meanings
from .stores import require_store

FIELD = "old_memory_id"
_DERIVED = 8  # version of a UUID that stands for a key


class SupersedeArguments(StoreArguments):
    """Arguments of supersede."""

    old_memory_id: Annotated[str, Field(json_schema_extra={"format": "uuid"})] = Field(
        description="Id of the memory that is no longer so."
    )
    new_content: Content = Field(description="What is so now, in words that stand on their own.")


class Superseded(Result):
    """What supersede answers."""

    old_memory_id: str = Field(description="Where the old text is kept.")
    new_memory_id: str = Field(description="Of the memory that is current now.")
    status: Literal["superseded", "quarantined"]
    note: str | None = Field(
        default=None, description="quarantined: the new text is kept for the owner alone, and the old one stays."
    )


@dataclass(frozen=True, slots=True)
class Change:
    """What a new text changes.

    Attributes
    ----------
    actions
        All or none of them.
    written
        The new record.
    answer
        Tells it.
    """

    actions: Sequence[Action]
    written: Memory
    answer: Superseded


def supersede(call: Call, arguments: SupersedeArguments) -> Superseded:
    """Store a new version of a memory: its speaker, dates and importance stay, and it is nobody's duplicate."""
    old_id = checked_id(arguments.old_memory_id)
    admitted = admit(TextField("new_content", arguments.new_content, CONTENT_LIMIT))
    meaning: Meaning | None = None
    once = Once(call)

    def embed() -> None:
        nonlocal meaning
        if meaning is None:
            (meaning,) = meanings(admitted.texts) if admitted.is_active else [UNKNOWN]

    for _ in tries(call.runtime.tables.sleep, TRIES):
        heads, old, found = _read(call, once, old_id, embed)
        require_store(heads.store, arguments.user_id)
        once.resume(heads, found)
        assert meaning is not None  # noqa: S101 - embedded beside the heads
        change = _change(call, heads, _current(call, heads, old), admitted, meaning)
        if once.commit(heads, change.actions, change.answer):
            settle(call, [change.written])
            return change.answer
    raise Busy("memory.busy")


def checked_id(value: str) -> str:
    """Return a memory's id as it is stored.

    Raises
    ------
    InvalidInput
        If it is blank or no UUID.
    """
    memory_id = value.strip().lower()
    if not ids.is_memory_id(memory_id):
        raise InvalidInput("field.not_a_uuid.store", field=FIELD)
    return memory_id


def _read(
    call: Call, once: Once, old_id: str, beside: Callable[[], None]
) -> tuple[Heads, Memory | None, AttemptRecord | None]:
    """Read the heads, the old memory, and what stands under the idempotency key, in one round trip."""
    tables, space = call.runtime.tables, account_space(call.caller.account_id, call.store)
    reads: list[Callable[[], Any]] = [
        lambda: tables.heads_and_memories(call.heads_request(), [(space, old_id)]),
        lambda: read_attempt(call, once),
        beside,
    ]
    (heads, found), attempt, _ = tables.gather(reads)
    return heads, found[0] if found else None, attempt


def _current(call: Call, heads: Heads, found: Memory | None) -> Memory:
    """Return the old memory if its text can be replaced.

    Raises
    ------
    NotFound
        The caller sees no such memory; who asks of one above his level learns nothing more.
    Conflict
        Another version took its place already; the error names it.
    NotAllowed
        It is of a lower level.
    """
    level = call.level(0)
    is_seen = (
        found is not None
        and found.level <= level
        and found.state in (State.ACTIVE, State.SUPERSEDED)
        and not is_expired(found.expires_at, call.runtime.clock())
        and not is_erased(found, heads.epochs())
    )
    if found is None or not is_seen:
        raise NotFound("memory.not_found.superseded", field=FIELD)
    if found.level < level:
        raise NotAllowed("memory.other_level.supersede", field=FIELD, level=found.level.name, own=level.name)
    if found.state is State.SUPERSEDED:
        raise Conflict(
            "memory.superseded.already", field=FIELD, details={"superseded_by": found.superseded_by or ""}
        )
    return found


def _change(call: Call, heads: Heads, old: Memory, admitted: Admitted, meaning: Meaning) -> Change:
    now, table = call.runtime.clock(), call.runtime.tables.names.memories_table
    new_id = ids.time_ordered_id(now)
    is_exchange = old.speaker_id == TURN
    new = replace(
        old,
        epoch=heads.account.epoch,
        text=admitted.texts[0],
        created_at=now,
        updated_at=now,
        # A new text is nobody's exchange any more.
        speaker_id=None if is_exchange else old.speaker_id,
        turn_split=None,
        chunks=count(admitted.texts[0]),
        embedding=meaning.embedding,
        writer=writer_of(call.caller.key_id, call.session_id),
        revision=old.revision + 1,
        forgotten_at=None,
    )
    if not admitted.is_active:
        kept = replace(
            new,
            memory_id=new_id,
            key=None,
            version=1,
            state=admitted.state,
            quarantined_for=admitted.quarantined_for,
            revision=0,
            replaces=None,
        )
        # What the caller goes on with is the memory that still is current.
        told = Superseded(
            old_memory_id=old.memory_id,
            new_memory_id=old.memory_id,
            status="quarantined",
            note=f"{quarantine_note(admitted.quarantined_for)} The memory stays as it was.",
        )
        return Change([memories.put(table, kept)], kept, told)
    if uuid.UUID(old.memory_id).version == _DERIVED:
        # Whoever knows the key finds its current text under the one id that derives from it.
        current = replace(new, version=old.version + 1, replaces=new_id)
        past = replace(old, memory_id=new_id, version=1, state=State.SUPERSEDED, superseded_by=old.memory_id)
        actions = [memories.overwrite(table, current, old), memories.put(table, past)]
        told = Superseded(old_memory_id=new_id, new_memory_id=old.memory_id, status="superseded")
        return Change(actions, current, told)
    current = replace(new, memory_id=new_id, version=1, replaces=old.memory_id)
    actions = [memories.supersede(table, old, new_id), memories.put(table, current)]
    told = Superseded(old_memory_id=old.memory_id, new_memory_id=new_id, status="superseded")
    return Change(actions, current, told)


SUPERSEDE = operation(
    path="/memory/supersede",
    name="supersede",
    title="Supersede a memory",
    description=(
        "Let a new text take the place of a memory's, when what it says has changed. Its speaker, category, "
        "conversation, date and importance stay; the old text is kept as an earlier version and no longer found."
    ),
    arguments=SupersedeArguments,
    result=Superseded,
    run=supersede,
    writes=True,
)

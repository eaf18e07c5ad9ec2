"""supersede: replace a memory's text by a new version."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import Field

from ..domain import ids
from ..domain.heads import Heads
from ..domain.lifetime import is_erased, is_expired
from ..domain.memory import IMPORTANCE, Kind, Memory, State, writer_of
from ..domain.speakers import TURN
from ..guards.admission import CONTENT_LIMIT, Admitted, TextField, admit
from ..operations.call import Call
from ..operations.contract import Result
from ..operations.idempotency import Once
from ..refusals.errors import Busy, Conflict, NotAllowed, NotFound
from ..search.embedding.meaning import Meaning
from ..search.sentences import count
from ..storage import memories
from ..storage.actions import Action
from ..storage.attempts import AttemptRecord
from ..storage.retry import tries
from .contract import Content, StoreArguments, checked_memory_id, operation, quarantine_note
from .reading import require_store, space_of
from .writing import TRIES, Embedding, read_attempt, restamp_late

FIELD = "old_memory_id"
_DERIVED = 8  # version of the UUIDs that are derived from a key


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
    """What is written for a new text, and the result."""

    actions: Sequence[Action]
    written: Memory  # the new record
    answer: Superseded


def supersede(call: Call, arguments: SupersedeArguments) -> Superseded:
    """Store a new version of a memory: its speaker, dates and importance stay. It is never a duplicate."""
    old_id = checked_memory_id(arguments.old_memory_id, FIELD)
    admitted = admit(TextField("new_content", arguments.new_content, CONTENT_LIMIT))
    embedding, once = Embedding(admitted.texts[0], is_active=admitted.may_be_active), Once(call)
    for _ in tries(call.runtime.tables.sleep, TRIES):
        heads, old, found = _read(call, once, old_id, embedding.run)
        require_store(heads.store, arguments.user_id)
        once.resume(heads, found)
        change = _change(call, heads, _current(call, heads, old), admitted, embedding.meaning)
        if once.commit(heads, change.actions, change.answer):
            restamp_late(call, [change.written])
            return change.answer
    raise Busy("memory.busy")


def _read(
    call: Call, once: Once, old_id: str, meanwhile: Callable[[], None]
) -> tuple[Heads, Memory | None, AttemptRecord | None]:
    """Read the heads, the old memory, and the record under the idempotency key, in one round trip."""
    tables, space = call.runtime.tables, space_of(call)
    reads: list[Callable[[], Any]] = [
        lambda: tables.heads_and_memories(call.heads_request(), [(space, old_id)]),
        lambda: read_attempt(call, once),
        meanwhile,
    ]
    (heads, found), attempt, _ = tables.gather(reads)
    return heads, found[0] if found else None, attempt


def _current(call: Call, heads: Heads, found: Memory | None) -> Memory:
    """Return the old memory if it can be replaced.

    Raises
    ------
    NotFound
        There is no such memory, or it is above the caller's level: the error does not say which.
    Conflict
        Another version has replaced it already; the error names it.
    NotAllowed
        It is of a lower level.
    """
    level = call.level(0)
    is_seen = (
        found is not None
        and found.level <= level
        and found.state in (State.ACTIVE, State.SUPERSEDED)
        and not is_expired(found.expires_at, call.runtime.wall())
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


def _change(call: Call, heads: Heads, old: Memory, judged: Admitted, meaning: Meaning) -> Change:
    admitted = judged.under(call.imperatives(heads, old.space.scope))
    now, table = call.runtime.clock(), call.runtime.tables.names.memories_table
    new_id = ids.time_ordered_id(now)
    is_exchange = old.speaker_id == TURN
    new = replace(
        old,
        epoch=heads.account.epoch,
        text=admitted.texts[0],
        kind=admitted.kind,
        created_at=now,
        updated_at=now,
        # A new text is no longer an exchange.
        speaker_id=None if is_exchange else old.speaker_id,
        turn_split=None,
        chunks=count(admitted.texts[0]),
        embedding=meaning.embedding,
        writer=writer_of(call.caller.key_id, call.session_id),
        revision=old.revision + 1,
        unrated=old.unrated or _lacks_its_mark(old),
        forgotten_at=None,
    )
    if not admitted.is_active:
        quarantined_memory = replace(
            new,
            memory_id=new_id,
            key=None,
            version=1,
            state=admitted.state,
            quarantined_for=admitted.quarantined_for,
            revision=0,
            replaces=None,
        )
        # The old memory stays current, so the result names it.
        answer = Superseded(
            old_memory_id=old.memory_id,
            new_memory_id=old.memory_id,
            status="quarantined",
            note=f"{quarantine_note(admitted.quarantined_for, admitted.texts[0])} The memory stays as it was.",
        )
        return Change([memories.put(table, quarantined_memory)], quarantined_memory, answer)
    if uuid.UUID(old.memory_id).version == _DERIVED:
        # The current text of a key is always under the id derived from it.
        current = replace(new, version=old.version + 1, replaces=new_id)
        past = replace(old, memory_id=new_id, version=1, state=State.SUPERSEDED, superseded_by=old.memory_id)
        actions = [memories.overwrite(table, current, old), memories.put(table, past)]
        answer = Superseded(old_memory_id=new_id, new_memory_id=old.memory_id, status="superseded")
        return Change(actions, current, answer)
    current = replace(new, memory_id=new_id, version=1, replaces=old.memory_id)
    actions = [memories.supersede(table, old, new_id), memories.put(table, current)]
    answer = Superseded(old_memory_id=old.memory_id, new_memory_id=new_id, status="superseded")
    return Change(actions, current, answer)


def _lacks_its_mark(memory: Memory) -> bool:
    """Tell whether an application stored a memory before such were marked as unrated (decision 0022).

    Sentences are counted by the stores' writes alone, and these gave the default importance.
    """
    is_as_stored = memory.revision == 0 and memory.key is None and memory.chunks is not None
    return is_as_stored and memory.importance == IMPORTANCE[Kind.FACT]


SUPERSEDE = operation(
    supersede,
    path="/memory/supersede",
    title="Supersede a memory",
    description=(
        "Let a new text take the place of a memory's, when what it says has changed. Its speaker, category, "
        "conversation, date and importance stay; the old text is kept as an earlier version and no longer found."
    ),
    writes=True,
)

"""Records of imported memories, and what is written where a record with the same id exists."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from ..domain import ids
from ..domain.lifetime import is_erased, is_expired
from ..domain.memory import OWNER, STATED, Kind, Memory, State
from ..domain.quarantine import AS_EXPORTED
from ..domain.speakers import TURN
from ..guards.characters import with_newlines
from ..refusals.errors import Conflict
from .destinations import Place
from .validation import Judged

Key = tuple[str, str]  # of a space, and id
_IDENTIFIER = "identifier"  # as gateway/tool_calls/finishing.py names the slot of a captured id


@dataclass(frozen=True, slots=True)
class ImportWrite:
    """One write of an import.

    Attributes
    ----------
    memory
        The record.
    over
        What it replaces, which must not have changed since; None: nothing may be there.
    is_aside
        Whether it got another id because a newer record has its own.
    """

    memory: Memory
    over: Memory | None
    is_aside: bool = False


def key_of(memory: Memory) -> Key:
    """Return the key of a memory."""
    return memory.space.key, memory.memory_id


def drafted(judged: Judged, place: Place, registration: str | None) -> Memory:
    """Make the record of a memory, from the texts that the guards let through, in a space of the caller's."""
    record, admitted = judged.record, judged.admitted
    slot = _slot(judged)
    memory_id = _own_id(judged, place) if slot is None else ids.derived_id(place.space, slot, judged.level)
    is_withheld = slot is not None and _is_withheld(judged)
    if slot is not None and is_withheld:
        account_id = place.call.caller.account_id
        memory_id = ids.withheld_id(place.space, slot.name, judged.level, account_id)
    successor = _lower(record.superseded_by) if judged.state is State.SUPERSEDED else None
    if successor is not None and admitted.key is not None:  # versions of a key all name its one id
        successor = ids.derived_id(place.space, ids.key_slot(admitted.key), judged.level)
    split = record.exchange_split
    is_exchange = split is not None
    quarantined_for = admitted.quarantined_for
    if judged.state is State.QUARANTINED and quarantined_for is None:
        quarantined_for = AS_EXPORTED
    return Memory(
        space=place.space,
        memory_id=memory_id,
        account_id=place.call.caller.account_id,
        epoch=place.heads.account.epoch,
        text=admitted.texts[0],
        kind=judged.kind,
        level=judged.level,
        importance=record.importance,
        unrated=record.unrated is True,
        created_at=judged.created_at,
        updated_at=judged.updated_at,
        key=admitted.key,
        speaker_id=TURN if is_exchange else registration,
        tags=admitted.tags,
        pinned_by_owner=record.pinned,
        state=judged.state,
        expires_at=judged.expires_at,
        checkpoint=_lower(record.checkpoint),
        forgotten_at=None if is_withheld else judged.forgotten_at,
        quarantined_for=quarantined_for,
        writer=OWNER,
        category=admitted.labels.get("category"),
        conversation_id=admitted.labels.get("conversation_id"),
        event_date=admitted.labels.get("event_date"),
        turn_split=None if split is None else len(with_newlines(record.text[:split])),
        chunks=record.sentences,
        revision=record.revision,
        replaces=_lower(record.replaces),
        superseded_by=successor,
    )


def resolved(memory: Memory, existing: Memory | None, place: Place, now: int) -> ImportWrite | None:
    """Decide what to write where a record with a memory's id may exist; None: the same, or a newer one, is there.

    Raises
    ------
    Conflict
        If another member's record has the id.
    """
    if existing is None:
        return ImportWrite(memory, None)
    if is_expired(existing.expires_at, now) or is_erased(existing, place.heads.epochs()):
        return ImportWrite(dataclasses.replace(memory, version=existing.version + 1), existing)
    is_other = existing.account_id != memory.account_id
    if not is_other and is_same(existing, memory.text, memory.created_at):
        return None
    if memory.memory_id[14] == "7":  # the id is another memory's here
        return ImportWrite(_aside(memory), None)
    if is_other:
        raise Conflict("memory.other_member.key", field="key")
    if max(existing.updated_at, existing.forgotten_at or 0) >= memory.updated_at:
        return None
    if memory.state is State.QUARANTINED and existing.state is State.ACTIVE:  # it must not replace an active one
        return ImportWrite(dataclasses.replace(_aside(memory), key=None), None, is_aside=True)
    return ImportWrite(dataclasses.replace(memory, version=existing.version + 1), existing)


def is_same(existing: Memory, text: str, created_at: int) -> bool:
    """Check whether the record with a memory's id is the same memory."""
    return existing.text == text and existing.created_at == created_at


def _aside(memory: Memory) -> Memory:
    aside = ids.aside_id(memory.space, memory.memory_id, memory.created_at)
    return dataclasses.replace(memory, memory_id=aside)


def _slot(judged: Judged) -> ids.Slot | None:
    """Return the slot that writes to one key, goal, plan or captured id share; None: the memory has its own id."""
    record = judged.record
    if judged.kind is Kind.IDENTIFIER:
        return ids.Slot(_IDENTIFIER, judged.admitted.texts[0])
    if judged.kind in STATED:
        is_version = judged.state is State.SUPERSEDED
        return None if judged.admitted.key is None or is_version else ids.key_slot(judged.admitted.key)
    if not record.current or judged.state is not State.ACTIVE:
        return None
    if judged.kind is Kind.GOAL:
        return ids.GOAL
    if judged.kind is Kind.PLAN:
        return ids.PLAN
    return None if record.place is None else ids.question(record.place)


def _is_withheld(judged: Judged) -> bool:
    """Return whether it belongs beside its key's record; what was forgotten once is the key's."""
    if judged.admitted.key is None or judged.record.forgotten_at is not None:
        return False
    is_put_away = judged.state is State.FORGOTTEN and not judged.admitted.is_active
    return judged.state is State.QUARANTINED or is_put_away


def _own_id(judged: Judged, place: Place) -> str:
    """Return a memory's id if it is a time-ordered one; one derived from a key could hide that key's memory.

    What it has instead is the same each time, so that a file that is imported again doubles nothing.
    """
    memory_id = judged.record.id.lower()
    return memory_id if memory_id[14] == "7" else ids.aside_id(place.space, memory_id, judged.created_at)


def _lower(value: str | None) -> str | None:
    return None if value is None else value.lower()

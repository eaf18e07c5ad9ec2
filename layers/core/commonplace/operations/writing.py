"""How the tools write: read the heads, write on condition that they are unchanged, and else try again."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import TypeVar

from ..domain import ids
from ..domain.clock import SECOND, iso
from ..domain.heads import Checkpoint, Heads
from ..domain.lifetime import is_erased, is_expired, session_expiry
from ..domain.memory import STATED, Kind, Memory, State, writer_of
from ..domain.spaces import Scope
from ..domain.speakers import shared_speaker_id, speaker_id
from ..domain.times import MAX_WRITE_TIME
from ..guards.admission import Admitted
from ..refusals.errors import Busy
from ..storage import memories
from ..storage.actions import Action
from ..storage.commit import ConditionFailed
from ..storage.retry import retry, tries
from .call import Call
from .contract import Stored, level_name, quarantined
from .session_head_lifetime import head_expiry, renew_taint
from .session_head_lifetime import touch as touch_head

T = TypeVar("T")


class SessionChanged(Exception):
    """The session was reset, rose or took another checkpoint since its head was read."""


def with_heads(call: Call, write: Callable[[Heads], T]) -> T:
    """Read the heads and write with them; again if ``write`` raises :class:`SessionChanged`.

    Raises
    ------
    Busy
        If the session keeps changing, or something was erased meanwhile: what was sent before an erasure must not
        be stored after it.
    """
    epoch: int | None = None

    def attempt() -> T:
        nonlocal epoch
        heads = call.runtime.tables.heads(call.heads_request())
        epoch = heads.account.epoch if epoch is None else epoch
        if heads.erased_since(epoch):
            raise Busy("memory.erased")
        call.seen(heads)
        written = write(heads)
        renew_taint(call, heads)
        return written

    return retry(attempt, "session.busy", call.runtime.tables.sleep, SessionChanged)


def draft(
    call: Call,
    heads: Heads,
    admitted: Admitted,
    *,
    scope: Scope,
    kind: Kind,
    importance: float,
    text: str | None = None,
    slot: ids.Slot | None = None,
    checkpoint: str | None = None,
) -> Memory:
    """Make the record that a write is about to store, at the session's level and in the account's epoch.

    Parameters
    ----------
    admitted
        What the guards let through; a record is made of nothing else.
    text
        One of the admitted texts; by default the first.
    slot
        Writes to the same slot replace each other; None: the record gets an id of its own. What is quarantined
        under a key has a slot beside the key's.
    checkpoint
        Id of the checkpoint it belongs to.
    """
    now = call.runtime.clock()
    space = call.space(scope, heads)
    named = shared_speaker_id if scope is Scope.TEAM else speaker_id
    level = call.level(heads.session.taint)
    admitted = admitted.under(call.imperatives(heads, scope))
    if kind in STATED:
        kind = admitted.kind
    if slot is None:
        memory_id = ids.time_ordered_id(now)
    elif admitted.key is not None and not admitted.is_active:
        memory_id = ids.withheld_id(space, admitted.key, level, call.caller.account_id)
    else:
        memory_id = ids.derived_id(space, slot, level)
    return Memory(
        space=space,
        memory_id=memory_id,
        account_id=call.caller.account_id,
        epoch=heads.account.epoch,
        text=admitted.texts[0] if text is None else text,
        kind=kind,
        level=level,
        importance=importance,
        created_at=now,
        updated_at=now,
        key=admitted.key,
        speaker_id=named(admitted.speaker, heads.store.speakers),
        tags=admitted.tags,
        state=admitted.state,
        quarantined_for=admitted.quarantined_for,
        expires_at=session_expiry(call.runtime.wall()) if scope is Scope.SESSION else None,
        checkpoint=checkpoint,
        writer=writer_of(call.caller.key_id, call.session_id),
    )


def upsert(
    call: Call, heads: Heads, memory: Memory, *, has_key: bool, with_actions: Sequence[Action] = ()
) -> None:
    """Store a record and further actions in one transaction.

    Parameters
    ----------
    has_key
        Whether an earlier record may have its id, which it then replaces.
    with_actions
        A failed condition among them means that the session has changed.

    Raises
    ------
    SessionChanged
        The heads must be read again.
    """
    table = call.runtime.tables.names.memories_table

    def written(memory: Memory) -> Action:
        return (
            memories.replace(table, memory, call.runtime.wall() // SECOND)
            if has_key
            else memories.put(table, memory)
        )

    first = written(memory)
    for _ in tries(call.runtime.tables.sleep):
        try:
            call.runtime.tables.commit([first, *with_actions])
        except ConditionFailed as failed:
            if failed.action > 0:
                raise SessionChanged from None
            seen = memories.memory_of(memory.space, failed.item) if failed.item else None
            if seen is not None and seen.account_id == memory.account_id and seen.epoch > memory.epoch:
                raise SessionChanged from None  # erased since the heads were read, and written again: that stays
            first = memories.overwrite(table, over(memory, seen, heads, call.runtime.wall()), seen)
        else:
            if call.runtime.clock() - memory.updated_at <= MAX_WRITE_TIME:
                return
            # It took so long that a warm search may have read past its time: store it again with a new one.
            memory = dataclasses.replace(memory, updated_at=call.runtime.clock())
            first, with_actions = written(memory), ()
    raise Busy("memory.busy")


def touch(
    call: Call,
    heads: Heads,
    memory: Memory,
    *,
    goal_id: str | None = None,
    checkpoint: Checkpoint | None = None,
) -> list[Action]:
    """Return the writes that extend the session's head beyond a memory and set its goal or checkpoint."""
    session = heads.session
    expires_at = memory.expires_at
    if expires_at is None:
        return []
    # A head that is older than the account's last erasure is about to be deleted.
    is_kept = (
        session.expires_at is not None
        and session.expires_at >= expires_at
        and session.epoch >= heads.account.live_from
    )
    if is_kept and checkpoint is None and goal_id in (None, session.goal_id):
        return []
    until = head_expiry(call.runtime.wall(), session.taint)
    return touch_head(call, heads, until, goal_id=goal_id, checkpoint=checkpoint)


def stored(memory: Memory) -> Stored:
    """Return the answer to a write."""
    return Stored(
        status="stored" if memory.quarantined_for is None else "quarantined",
        id=memory.memory_id,
        scope=memory.space.scope.value,
        classification=level_name(memory.level),
        expires_at=None if memory.expires_at is None else iso(memory.expires_at * SECOND),
        **quarantined(memory.quarantined_for, memory.text),
    )


def over(memory: Memory, seen: Memory | None, heads: Heads, now: int) -> Memory:
    """Return the record as it replaces ``seen``, at a moment in microseconds.

    Over one that is erased, expired or forgotten it counts as new.
    """
    if seen is None:
        return memory
    replaced = dataclasses.replace(memory, version=seen.version + 1)
    gone = (
        seen.state not in (State.ACTIVE, State.QUARANTINED)
        or is_expired(seen.expires_at, now)
        or is_erased(seen, heads.epochs())
    )
    if gone:
        forgotten_at = seen.forgotten_at if memory.state is State.QUARANTINED else None
        return dataclasses.replace(replaced, forgotten_at=forgotten_at)
    return dataclasses.replace(
        replaced,
        created_at=seen.created_at,
        pinned_by_owner=seen.pinned_by_owner,
        revision=seen.revision,
        replaces=seen.replaces,
        forgotten_at=seen.forgotten_at if memory.state is State.QUARANTINED else None,
    )

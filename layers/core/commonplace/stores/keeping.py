"""How the stores' writes are kept: judged against what is stored, or as they are; each once under its key."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from ..domain.heads import Heads
from ..domain.memory import Memory, State
from ..domain.spaces import account_space
from ..domain.times import MAX_WRITE_TIME
from ..operations.call import Call
from ..operations.contract import Result
from ..operations.idempotency import Once
from ..refusals.errors import Busy
from ..search.warm_vectors import confirmed
from ..storage import memories
from ..storage.actions import Action
from ..storage.attempts import AttemptRecord
from ..storage.commit import ConditionFailed
from ..storage.gates import read_state
from ..storage.retry import tries
from .meanings import Meaning
from .neighbours import Neighbours, Version
from .scene import Scene, look
from .stores import require_store

TRIES = 40  # each failed one means that another write was done, or that what was met is gone
_RESTAMPS = 5


@dataclass(frozen=True, slots=True)
class Draft:
    """A memory as it would be stored.

    Attributes
    ----------
    memory
        Made by the heads of this try.
    meaning
        Its own.
    same_as
        Id of a memory that says the same: then it is not stored.
    """

    memory: Memory
    meaning: Meaning
    same_as: str | None = None

    @property
    def is_kept(self) -> bool:
        """Whether it is written."""
        return self.same_as is None


class Resumed(Exception):
    """Part of a write was done under its key before, by a sending that went no further, or by one that still runs.

    Parameters
    ----------
    record
        How far.
    """

    def __init__(self, record: AttemptRecord) -> None:
        super().__init__("done in part")
        self.record = record


@dataclass(frozen=True, slots=True)
class Write:
    """What a write wants kept.

    Attributes
    ----------
    store_id
        Where, as it was sent.
    draft
        Makes the memories and their meanings by the heads; refuses what they do not allow.
    answer
        Tells what became of them.
    beside
        Done while the heads are read: embedding. More than once where the read is repeated.
    is_judged
        Whether what says the same as a stored memory is dropped.
    begins, ends
        For one of several parts: how many were done before it, and how many are with it; None: it is the last.
    """

    store_id: str
    draft: Callable[[Heads], list[Draft]]
    answer: Callable[[Sequence[Draft]], Result]
    beside: Callable[[], None]
    is_judged: bool
    begins: int = 0
    ends: int | None = None


def keep(call: Call, once: Once, write: Write) -> Sequence[Draft]:
    """Keep what a write wants kept, but for duplicates.

    Parameters
    ----------
    call, once
        Who writes, and this sending of it.
    write
        What.

    Returns
    -------
    Sequence[Draft]
        What became of each memory.

    Raises
    ------
    NotFound
        There is no such store.
    Replay, Unprocessable
        Something was done under the key before.
    Resumed
        It was done in part, and not up to where this part begins.
    Busy
        If other writes are always first.
    """
    without: set[Version] = set()
    for _ in tries(call.runtime.tables.sleep, TRIES):
        drafts = _judged(call, once, write, without) if write.is_judged else _as_it_is(call, once, write)
        if drafts is not None:
            return drafts
    raise Busy("store.busy")


def settle(call: Call, written: Sequence[Memory]) -> None:
    """Stamp anew what landed so late that a warm read may have looked past its time already.

    Parameters
    ----------
    call
        Who wrote.
    written
        As they were written.
    """
    tables = call.runtime.tables
    for _ in range(_RESTAMPS):
        now = call.runtime.clock()
        late = [memory for memory in written if now - memory.updated_at > MAX_WRITE_TIME]
        written = []
        for memory in late:
            again = replace(memory, updated_at=now, version=memory.version + 1)
            with suppress(ConditionFailed):  # who changed it since has stamped it
                tables.commit([memories.overwrite(tables.names.memories_table, again, memory)])
                written = [*written, again]
        if not written:
            return


def _judged(call: Call, once: Once, write: Write, without: set[Version]) -> Sequence[Draft] | None:
    """Try once; None: what it stood on has changed."""
    scene = look(call, once.entry, write.beside)
    _resume(once, scene.heads, scene.found, write)
    drafts, met = _judge(scene, write.draft(scene.heads), call.runtime.clock(), without)
    if met and not _are_there(call, scene, met, without):
        return None
    kept = [draft.memory for draft in drafts if draft.is_kept]
    if not any(memory.state is State.ACTIVE for memory in kept):
        return drafts if _commit(call, once, scene.heads, write, drafts) else None
    stamp = uuid.uuid4().hex
    if not _commit(call, once, scene.heads, write, drafts, scene.actions(call, stamp)):
        return None
    scene.passed(call, stamp, [memory for memory in kept if memory.state is State.ACTIVE])
    settle(call, kept)
    return drafts


def _as_it_is(call: Call, once: Once, write: Write) -> Sequence[Draft] | None:
    heads, found = heads_and_attempt(call, once, write.beside)
    _resume(once, heads, found, write)
    drafts = write.draft(heads)
    if not _commit(call, once, heads, write, drafts):
        return None
    settle(call, [draft.memory for draft in drafts])
    return drafts


def heads_and_attempt(call: Call, once: Once, beside: Callable[[], object]) -> tuple[Heads, AttemptRecord | None]:
    """Read the heads, and what stands under the idempotency key, in one round trip.

    Parameters
    ----------
    call, once
        Who writes, and this sending of it.
    beside
        Done meanwhile.
    """
    tables = call.runtime.tables
    reads: list[Callable[[], Any]] = [
        lambda: tables.heads(call.heads_request()),
        lambda: read_attempt(call, once),
        beside,
    ]
    heads, found, _ = tables.gather(reads)
    return heads, found


def read_attempt(call: Call, once: Once) -> AttemptRecord | None:
    """Read what stands under the idempotency key."""
    account_id = call.caller.account_id
    space = account_space(account_id, call.store)
    return read_state(call.runtime.tables, space, (), account_id, once.entry)[1]


def _resume(once: Once, heads: Heads, found: AttemptRecord | None, write: Write) -> None:
    require_store(heads.store, write.store_id)
    record = once.resume(heads, found)
    if record is not None and record.done != write.begins:
        raise Resumed(record)


def _judge(
    scene: Scene, drafts: Sequence[Draft], now: int, without: set[Version]
) -> tuple[list[Draft], list[Memory]]:
    """Tell which of the drafts say something new, each judged against what is stored and those before it.

    Returns
    -------
    tuple
        The drafts, and the stored memories that some of them say the same as.
    """
    neighbours = Neighbours(scene.parts, scene.heads, now, without)
    judged: list[Draft] = []
    met: dict[str, Memory] = {}
    for draft in drafts:
        if draft.memory.state is not State.ACTIVE:
            judged.append(draft)
            continue
        stored = neighbours.same_as(draft.memory, draft.meaning)
        if stored is None:
            neighbours.add(draft.memory, draft.meaning)
            judged.append(draft)
            continue
        judged.append(replace(draft, same_as=stored.memory_id))
        if not neighbours.is_new(stored):
            met[stored.memory_id] = stored
    return judged, list(met.values())


def _are_there(call: Call, scene: Scene, met: Sequence[Memory], without: set[Version]) -> bool:
    """Read anew what was met: what is gone, hidden or changed is no reason to drop anything."""
    found = confirmed(call, scene.heads, scene.parts, [memory.memory_id for memory in met])
    current = {memory.memory_id: memory.version for memory in found}
    gone = {
        (memory.memory_id, memory.version) for memory in met if current.get(memory.memory_id) != memory.version
    }
    without |= gone
    return not gone


def _commit(
    call: Call,
    once: Once,
    heads: Heads,
    write: Write,
    drafts: Sequence[Draft],
    gates: Sequence[Action] = (),
) -> bool:
    table = call.runtime.tables.names.memories_table
    puts = [memories.put(table, draft.memory) for draft in drafts if draft.is_kept]
    return once.commit(heads, [*gates, *puts], write.answer(drafts), done=write.ends)

"""How new texts are written to a store: duplicates skipped if asked for, each once under its idempotency key."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from ..domain.heads import Heads
from ..domain.memory import IMPORTANCE, Kind, Memory, State
from ..domain.spaces import Scope
from ..domain.times import MAX_WRITE_TIME
from ..guards.admission import Admitted
from ..operations.call import Call
from ..operations.contract import Result
from ..operations.idempotency import Once
from ..operations.writing import draft
from ..refusals.errors import Busy
from ..search.embedding.meaning import UNKNOWN, Meaning, meanings
from ..search.warm_reading import confirmed
from ..storage import memories
from ..storage.actions import Action
from ..storage.attempts import AttemptRecord
from ..storage.commit import ConditionFailed
from ..storage.gates import read_state
from ..storage.retry import tries
from .neighbours import Neighbours, Version
from .reading import require_store, space_of
from .snapshot import StoreSnapshot, read_snapshot

TRIES = 40  # a try fails only if another write succeeded, or a duplicate found is gone
_RESTAMPS = 5


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory that is to be written, unless a memory ``duplicate_of`` says the same."""

    memory: Memory
    meaning: Meaning
    duplicate_of: str | None = None

    @property
    def is_written(self) -> bool:
        """Whether it is not a duplicate."""
        return self.duplicate_of is None


class PartlyDone(Exception):
    """Parts of a write are done under its key already, by an earlier or a concurrent attempt."""

    def __init__(self, record: AttemptRecord) -> None:
        super().__init__("done in part")
        self.record = record


class Embedding:
    """The meaning of one text, computed at most once: ``run`` in parallel with reads, ``meaning`` after it."""

    def __init__(self, text: str, *, is_active: bool) -> None:
        self._text, self._is_active = text, is_active
        self._meaning: Meaning | None = None

    def run(self) -> None:
        """Embed the text, unless it is quarantined."""
        if self._meaning is None:
            (self._meaning,) = meanings([self._text]) if self._is_active else [UNKNOWN]

    @property
    def meaning(self) -> Meaning:
        """What :meth:`run` found."""
        assert self._meaning is not None  # noqa: S101 - run before the candidates are made
        return self._meaning


@dataclass(frozen=True, slots=True)
class Write:
    """What is to be written to a store.

    Attributes
    ----------
    store_id
        As sent.
    candidates
        Makes the memories by the heads of one try; raises refusals.
    answer
        Makes the result, once it is known which of them are duplicates.
    meanwhile
        Runs in parallel with the reads of each try.
    skips_duplicates
        Whether a memory is dropped if one in the store says the same.
    begins, ends
        For one part of several: how many texts were done before it, and with it; None: it is the last.
    """

    store_id: str
    candidates: Callable[[Heads], list[Candidate]]
    answer: Callable[[Sequence[Candidate]], Result]
    meanwhile: Callable[[], None]
    skips_duplicates: bool
    begins: int = 0
    ends: int | None = None


def new_fact(call: Call, heads: Heads, admitted: Admitted, meaning: Meaning, text: str | None = None) -> Memory:
    """Make the record of a new fact in the call's store.

    Parameters
    ----------
    text
        Instead of the first of the admitted texts.
    """
    memory = draft(
        call,
        heads,
        admitted,
        scope=Scope.ACCOUNT,
        kind=Kind.FACT,
        importance=IMPORTANCE[Kind.FACT],
        text=text,
    )
    labels = {field.rpartition(".")[2]: value for field, value in admitted.labels.items()}
    return replace(
        memory,
        unrated=True,
        embedding=meaning.embedding,
        category=labels.get("category"),
        conversation_id=labels.get("conversation_id"),
    )


def write_candidates(call: Call, once: Once, write: Write) -> Sequence[Candidate]:
    """Write the candidates that are no duplicates; return all, with what each one duplicates.

    Raises
    ------
    NotFound
        There is no such store.
    Replay, Unprocessable
        Something was done under the idempotency key before.
    PartlyDone
        A part was done under it that does not end where this one begins.
    Busy
        If other writes are always first.
    """
    gone: set[Version] = set()
    for _ in tries(call.runtime.tables.sleep, TRIES):
        if write.skips_duplicates:
            candidates = _write_without_duplicates(call, once, write, gone)
        else:
            candidates = _write_all(call, once, write)
        if candidates is not None:
            return candidates
    raise Busy("store.busy")


def restamp_late(call: Call, written: Sequence[Memory]) -> None:
    """Stamp memories again that were written so late that warm readers may not look for their time any more."""
    tables = call.runtime.tables
    for _ in range(_RESTAMPS):
        now = call.runtime.clock()
        late = [memory for memory in written if now - memory.updated_at > MAX_WRITE_TIME]
        written = []
        for memory in late:
            again = replace(memory, updated_at=now, version=memory.version + 1)
            with suppress(ConditionFailed):  # another write has changed it, and so stamped it
                tables.commit([memories.overwrite(tables.names.memories_table, again, memory)])
                written = [*written, again]
        if not written:
            return


def read_attempt(call: Call, once: Once) -> AttemptRecord | None:
    """Read the record under the idempotency key."""
    return read_state(call.runtime.tables, space_of(call), (), call.caller.account_id, once.entry)[1]


def _write_without_duplicates(
    call: Call, once: Once, write: Write, gone: set[Version]
) -> Sequence[Candidate] | None:
    """Try once; None: what the snapshot holds has changed."""
    snapshot = read_snapshot(call, once.entry, write.meanwhile)
    _resume(once, snapshot.heads, snapshot.attempt, write)
    made = write.candidates(snapshot.heads)
    candidates, originals = _find_duplicates(snapshot, made, call.runtime.wall(), gone)
    if originals and not _still_there(call, snapshot, originals, gone):
        return None
    written = [one.memory for one in candidates if one.is_written]
    active = [memory for memory in written if memory.state is State.ACTIVE]
    if not active:
        return candidates if _commit(call, once, snapshot.heads, write, candidates) else None
    stamp = uuid.uuid4().hex
    if not _commit(call, once, snapshot.heads, write, candidates, snapshot.gate_actions(call, stamp)):
        return None
    snapshot.add_written(call, stamp, active)
    restamp_late(call, written)
    return candidates


def _write_all(call: Call, once: Once, write: Write) -> Sequence[Candidate] | None:
    tables = call.runtime.tables
    reads: list[Callable[[], Any]] = [
        lambda: tables.heads(call.heads_request()),
        lambda: read_attempt(call, once),
        write.meanwhile,
    ]
    heads, attempt, _ = tables.gather(reads)
    _resume(once, heads, attempt, write)
    candidates = write.candidates(heads)
    if not _commit(call, once, heads, write, candidates):
        return None
    restamp_late(call, [one.memory for one in candidates])
    return candidates


def _resume(once: Once, heads: Heads, attempt: AttemptRecord | None, write: Write) -> None:
    require_store(heads.store, write.store_id)
    record = once.resume(heads, attempt)
    if record is not None and record.done != write.begins:
        raise PartlyDone(record)


def _find_duplicates(
    snapshot: StoreSnapshot, candidates: Sequence[Candidate], now: int, gone: set[Version]
) -> tuple[list[Candidate], list[Memory]]:
    """Compare each candidate with what is stored and with those before it.

    Returns
    -------
    tuple
        The candidates, and the stored memories that some of them duplicate.
    """
    neighbours = Neighbours(snapshot.partitions, snapshot.heads, now, gone)
    compared: list[Candidate] = []
    originals: dict[str, Memory] = {}
    for one in candidates:
        if one.memory.state is not State.ACTIVE:
            compared.append(one)
            continue
        stored = neighbours.same_as(one.memory, one.meaning)
        if stored is None:
            neighbours.add(one.memory, one.meaning)
            compared.append(one)
            continue
        compared.append(replace(one, duplicate_of=stored.memory_id))
        if not neighbours.is_new(stored):
            originals[stored.memory_id] = stored
    return compared, list(originals.values())


def _still_there(call: Call, snapshot: StoreSnapshot, originals: Sequence[Memory], gone: set[Version]) -> bool:
    """Read the originals from the table; add those to ``gone`` that are deleted, hidden or changed."""
    found = confirmed(call, snapshot.heads, snapshot.partitions, [memory.memory_id for memory in originals])
    current = {memory.memory_id: memory.version for memory in found}
    missing = {
        (memory.memory_id, memory.version)
        for memory in originals
        if current.get(memory.memory_id) != memory.version
    }
    gone |= missing
    return not missing


def _commit(
    call: Call,
    once: Once,
    heads: Heads,
    write: Write,
    candidates: Sequence[Candidate],
    gates: Sequence[Action] = (),
) -> bool:
    table = call.runtime.tables.names.memories_table
    puts = [memories.put(table, one.memory) for one in candidates if one.is_written]
    return once.commit(heads, [*gates, *puts], write.answer(candidates), done=write.ends)

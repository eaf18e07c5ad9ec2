"""Importing records: each is judged, placed and written by itself; what is refused hinders no other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from ..domain import ids
from ..domain.heads import Checkpoint
from ..domain.lifetime import is_live
from ..domain.memory import Kind, Memory, State
from ..domain.spaces import Scope
from ..domain.stores import STORE_FIELD
from ..operations.call import Call
from ..operations.writing import touch
from ..refusals.errors import Busy, Conflict, InProgress, InvalidInput, Refusal
from ..storage import memories
from ..storage.actions import Action
from ..storage.commit import ConditionFailed
from ..storage.heads import account_key, note_import, team_key
from ..storage.retry import tries
from .destinations import Place, Places
from .drafts import ImportWrite, Key, drafted, key_of, resolved
from .format import MemoryRecord, StoreRecord
from .validation import Judged, judge, record_of
from .version_links import Links

CHUNK = 48  # memories that are looked up and written at once
ATTEMPTS = 8
MOST_REFUSED = 200  # of one answer; the caller goes on behind them
MOST_RENAMED = 4_000  # likewise: an answer under an idempotency key is kept in one item, of 400 KB at most
MOST_WITHHELD = 200  # named in an answer; the count has all
# By code; of all others, what is invalid is so by its form.
_KINDS = {
    "credential.found": "credential",
    "record.above_level": "level",
    "record.busy": "busy",
    "record.expired": "expired",
    "record.session_ended": "ended",
    "record.time": "time",
    "speaker.limit": "limit",
    "store.limit": "limit",
}


@dataclass(frozen=True, slots=True)
class RefusedRecord:
    """A record that was not imported.

    Attributes
    ----------
    line
        Its place.
    kind
        Why, in a word.
    refusal
        With the field at fault, where there is one; never with anything of the record.
    """

    line: int
    kind: str
    refusal: Refusal


@dataclass
class Imported:
    """What became of the records of one call.

    Attributes
    ----------
    stored, quarantined
        How many were written; those that read like a command, for the owner alone, are counted apart.
    unchanged
        How many were there already, or something later in their place.
    ignored
        Records of kinds that are not imported.
    refused
        In the order of their lines.
    withheld
        Line, id and kind of command of the first that were quarantined, :data:`MOST_WITHHELD` at most.
    renamed
        Ids by line where a memory could not keep its own; in the order of their lines, too.
    stores_created, speakers_registered
        How many.
    next_line
        Where to go on, where time was short or as many were refused as an answer names; None: all are done.
    """

    stored: int = 0
    quarantined: int = 0
    unchanged: int = 0
    ignored: int = 0
    refused: list[RefusedRecord] = field(default_factory=list)
    withheld: list[tuple[int, str, str | None]] = field(default_factory=list)
    renamed: list[tuple[int, str]] = field(default_factory=list)
    stores_created: int = 0
    speakers_registered: int = 0
    next_line: int | None = None


@dataclass(frozen=True, slots=True)
class _Waiting:
    line: int
    judged: Judged
    memory: Memory
    place: Place


class Importer:
    """Imports the records of one call.

    Parameters
    ----------
    call
        Into whose account; its key's level is the highest that is written.
    first_line
        Line of the first record.
    before_writing
        Raises if nothing more may be written.
    """

    def __init__(self, call: Call, first_line: int, before_writing: Callable[[], None] | None = None) -> None:
        self.done = Imported()
        self._before_writing = before_writing or (lambda: None)
        self._call, self._first_line = call, first_line
        self._places = Places(call)
        self._waiting: dict[Key, _Waiting] = {}
        self._links = Links(call, ())
        self._teams: set[str] = set()
        self._wrote = False

    def run(self, records: Sequence[Any], has_time: Callable[[], bool]) -> Imported:
        """Import records.

        Parameters
        ----------
        records
            As JSON was read.
        has_time
            Asked between records.

        Raises
        ------
        Busy, InProgress
            If the account is erased meanwhile, the tables are too busy, or the idempotency key was held for too
            long; what was done may be sent again.
        """
        self._links = Links(self._call, records)
        try:
            for line, value in enumerate(records, self._first_line):
                if line > self._first_line and (self._is_full() or not has_time()):
                    self.done.next_line = line
                    break
                self._one(line, value)
            self._write()
        finally:
            self._note_import()
        self.done.refused.sort(key=lambda one: one.line)
        self.done.renamed.sort()
        self.done.withheld.sort(key=lambda one: one[0])
        self.done.stores_created = self._places.stores_created
        self.done.speakers_registered = self._places.speakers_registered
        return self.done

    def _is_full(self) -> bool:
        """Return whether the answer can name no more lines."""
        names_most = len(self.done.renamed) + len(self._waiting) >= MOST_RENAMED
        return names_most or len(self.done.refused) >= MOST_REFUSED

    def _one(self, line: int, value: Any) -> None:
        try:
            record = record_of(value)
            if isinstance(record, StoreRecord):
                self._places.take(record)
            elif isinstance(record, MemoryRecord):
                self._take(line, record)
            else:
                self.done.ignored += 1
        except (Busy, InProgress):
            raise
        except Refusal as refusal:
            self.done.refused.append(_refused(line, refusal))

    def _take(self, line: int, record: MemoryRecord) -> None:
        judged = judge(record, self._call.caller.level, self._call.runtime.clock())
        place = self._places.of(judged)
        judged = judged.under(place.call.imperatives(place.heads, judged.scope))
        registration = self._places.registration(place, judged.admitted.speaker)
        memory = drafted(judged, place, registration)
        if key_of(memory) in self._waiting or len(self._waiting) >= CHUNK:
            self._write()
        self._waiting[key_of(memory)] = _Waiting(line, judged, memory, place)

    def _write(self) -> None:
        """Write the waiting records in parallel, and those of sessions one after the other."""
        waiting, self._waiting = list(self._waiting.values()), {}
        if not waiting:
            return
        self._before_writing()
        tables = self._call.runtime.tables
        wanted = [(one.memory.space, one.memory.memory_id) for one in waiting]
        existing = {key_of(memory): memory for memory in tables.memories(wanted)}
        drafts = self._links.judged([(one.memory, one.place) for one in waiting])
        waiting = [replace(one, memory=memory) for one, memory in zip(waiting, drafts, strict=True)]
        self._wrote = True
        alone = [one for one in waiting if one.memory.space.scope is not Scope.SESSION]
        writes = [partial(self._settle, one, existing.get(key_of(one.memory))) for one in alone]
        outcomes = list(zip(alone, tables.gather(writes), strict=True)) if writes else []
        for one in waiting:  # one after the other: each may move its session's head
            if one.memory.space.scope is Scope.SESSION:
                outcomes.append((one, self._settle(one, existing.get(key_of(one.memory)))))
        for one, outcome in outcomes:
            if outcome is None:
                self.done.unchanged += 1
            elif isinstance(outcome, Refusal):
                self.done.refused.append(_refused(one.line, outcome))
            else:
                self._count(one, outcome)

    def _settle(self, one: _Waiting, existing: Memory | None) -> Memory | Refusal | None:
        """Write a record; return it, or what it is refused for, or None if the like is there already."""
        tables, memory, place = self._call.runtime.tables, one.memory, one.place
        for _ in tries(tables.sleep, ATTEMPTS):
            if memory.space.scope is Scope.SESSION:
                place = self._places.session(one.judged.place)  # as the record before left it
            if place.space.key != memory.space.key:  # the session was reset
                memory = drafted(one.judged, place, memory.speaker_id)
                found = tables.memories([(memory.space, memory.memory_id)])
                existing = found[0] if found else None
            try:
                write = resolved(memory, existing, place, self._call.runtime.wall())
            except Refusal as refusal:
                return refusal
            if write is None:
                return None
            heads = self._heads(one, place, write)
            written = memories.overwrite(tables.names.memories_table, write.memory, write.over)
            try:
                tables.commit([written, *heads])
            except ConditionFailed as failed:
                memory = write.memory
                if failed.action == 0:
                    existing = None if failed.item is None else memories.memory_of(memory.space, failed.item)
                else:
                    self._places.moved(one.judged.place)
                continue
            if heads:
                self._places.moved(one.judged.place)
            return write.memory
        return Conflict("record.busy")

    def _heads(self, one: _Waiting, place: Place, write: ImportWrite) -> list[Action]:
        """Let a session's head outlive the record, and point to a goal or plan that is the session's latest."""
        memory = write.memory
        if memory.space.scope is not Scope.SESSION:
            return []
        goal_id, checkpoint = None, None
        if one.judged.record.current and memory.state is State.ACTIVE and not write.is_aside:
            if memory.kind is Kind.GOAL and not self._yields(place, memory, place.heads.session.goal_id):
                goal_id = memory.memory_id
            if memory.kind in (Kind.PLAN, Kind.QUESTION) and memory.checkpoint is not None:
                checkpoint = self._checkpoint(one, place, memory, memory.checkpoint)
        return touch(place.call, place.heads, memory, goal_id=goal_id, checkpoint=checkpoint)

    def _checkpoint(self, one: _Waiting, place: Place, memory: Memory, checkpoint_id: str) -> Checkpoint | None:
        latest, number = place.heads.session.checkpoint, one.judged.record.place
        questions = 0 if number is None else number + 1
        if latest is None:
            return Checkpoint(checkpoint_id, memory.level, questions)
        if latest.checkpoint_id != checkpoint_id:
            plan = ids.derived_id(place.space, ids.PLAN, latest.level)
            is_later = self._yields(place, memory, plan)
            return None if is_later else Checkpoint(checkpoint_id, memory.level, questions)
        return Checkpoint(checkpoint_id, latest.level, questions) if questions > latest.questions else None

    def _yields(self, place: Place, memory: Memory, latest: str | None) -> bool:
        """Check whether what the session points to is alive, and later than an imported goal or plan."""
        if latest is None or latest == memory.memory_id:
            return False
        found = self._call.runtime.tables.memories([(place.space, latest)])
        now = self._call.runtime.wall()
        return any(is_live(one, place.heads.epochs(), now) and one.updated_at > memory.updated_at for one in found)

    def _count(self, one: _Waiting, memory: Memory) -> None:
        if memory.quarantined_for is not None or memory.state is State.QUARANTINED:
            self.done.quarantined += 1
            if len(self.done.withheld) < MOST_WITHHELD:
                self.done.withheld.append((one.line, memory.memory_id, memory.quarantined_for))
        else:
            self.done.stored += 1
        if memory.memory_id != one.judged.record.id.lower():
            self.done.renamed.append((one.line, memory.memory_id))
        if memory.space.scope is Scope.TEAM:
            self._teams.add(memory.space.key.split("/")[1])

    def _note_import(self) -> None:
        """Make warm readers read everything again: imported records may be of any age."""
        if not self._wrote:
            return
        tables, now = self._call.runtime.tables, self._call.runtime.clock()
        table = tables.names.directory_table
        for key in (account_key(self._call.caller.account_id), *map(team_key, sorted(self._teams))):
            with suppress(ConditionFailed):  # it was deleted
                tables.commit([note_import(table, key, now)])


def _refused(line: int, refusal: Refusal) -> RefusedRecord:
    if refusal.field == STORE_FIELD:  # what the stores' dialect calls it
        refusal.field = "store"
    kind = _KINDS.get(refusal.code) or ("form" if isinstance(refusal, InvalidInput) else "conflict")
    return RefusedRecord(line, kind, refusal)

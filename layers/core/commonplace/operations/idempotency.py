"""Idempotent writes: one outcome for a key, whoever comes at once.

The answer is stored under the idempotency key in the write's own transaction, so a write that is done in one has
no state "in progress": a second request that comes while the first runs does the same work, only one of the two
can write, and the other finds the stored answer.

What takes long holds its key while it runs (:meth:`Once.held`): else a later, shorter request could be done first,
and the work of the first would be lost.
"""

from __future__ import annotations

import hashlib
import json
import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from ..domain.clock import SECOND
from ..domain.heads import Heads
from ..domain.ids import is_memory_id
from ..domain.lifetime import is_erased, is_expired
from ..domain.spaces import account_space, space_of
from ..domain.times import KEY_ASKED_AGAIN, KEY_HELD
from ..guards.characters import with_newlines
from ..refusals.errors import Busy, InProgress, InvalidInput, Unprocessable
from ..storage.actions import Action, Put
from ..storage.attempts import AttemptRecord, attempt_of, put_attempt
from ..storage.commit import ConditionFailed
from ..storage.conditions import equals
from .call import Attempt, Call
from .caller import Caller
from .contract import Result
from .http import Replay

HEADER = "Idempotency-Key"
KEPT_SECONDS = 24 * 60 * 60
_KEY = re.compile(r"[A-Za-z0-9._:-]{1,128}", re.ASCII)
_ID = re.compile(r'"([0-9a-f-]{36})"')  # as answers write it
_MOST_CLAIMS = 8  # each fails only if another request under the key began or ended meanwhile


def attempt_in(headers: Mapping[str, str], operation: str, body: Any, caller: Caller) -> Attempt | None:
    """Read the idempotency key of a request; None: it has none.

    Raises
    ------
    InvalidInput
        If the header has another form than that of a key.
    """
    key = headers.get(HEADER.lower())
    if key is None:
        return None
    if not _KEY.fullmatch(key):
        raise InvalidInput("idempotency.invalid_key", field=HEADER)
    # A hash, since the key may be a secret; of the level too, so that a key at another level is another key.
    entry = hashlib.sha256(f"{int(caller.level)}/{key}".encode()).hexdigest()
    return Attempt(entry, digest_of(operation, body))


def digest_of(operation: str, body: Any) -> str:
    """Hash an operation and its body, so that bodies that mean the same have the same hash.

    No difference are the order of an object's fields, whitespace, how a character is escaped, how lines end, and
    how a number is written: 1, 1.0 and 1e0 are one number, as RFC 8785 has it. Everything else is one, also null
    in place of a field that is left out.

    >>> digest_of("store", {"a": 1, "b": [2.5]}) == digest_of("store", {"b": [2.50], "a": 1.0})
    True
    >>> digest_of("store", {"a": 1}) == digest_of("store", {"a": True})
    False
    """
    canonical = json.dumps([operation, _canonical(body)], sort_keys=True, separators=(",", ":"), default=vars)
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


def _canonical(value: Any) -> Any:
    """Return a value of JSON with whole numbers written as such, and with line ends as they are stored."""
    if isinstance(value, str):
        return with_newlines(value)
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, Mapping):
        return {name: _canonical(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_canonical(one) for one in value]
    return value


class Once:
    """Does a write once for its idempotency key; without a key, each time."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._seen: AttemptRecord | None = None
        self._held: AttemptRecord | None = None  # as this call put it there last
        self._epoch: int | None = None

    @property
    def entry(self) -> str | None:
        """Hash of the idempotency key."""
        attempt = self._call.attempt
        return None if attempt is None else attempt.entry

    @contextmanager
    def held(self, heads: Heads, begun: Result) -> Iterator[AttemptRecord | None]:
        """Hold the key while a write runs that takes long, for 60 seconds at most.

        Each of its parts, and its outcome, are stored on condition that the key is still held by this call: by a
        stamp that is drawn for it, so that nothing depends on clocks but who is asked to wait. If the write fails,
        the key is given back, and what parts of it are done stays known. If the process dies, the same request
        goes on from there once the lease is over.

        Parameters
        ----------
        heads
            As read just now.
        begun
            The answer while nothing is done.

        Yields
        ------
        AttemptRecord | None
            What is done in part.

        Raises
        ------
        Replay
            The write is done.
        Unprocessable
            The key was used for another request, or is held by one.
        InProgress
            The same request holds it.
        """
        if self._call.attempt is None:
            yield None
            return
        earlier = self._hold(self._call.attempt, heads, begun)
        try:
            yield earlier
        except Exception:
            self._give_back(self._call.attempt)
            raise

    def check_held(self) -> None:
        """Require that the lease still runs: for what a write does besides its parts and its outcome.

        Raises
        ------
        InProgress
            It is over, and another request may have taken the key over.
        """
        now = self._call.runtime.wall()
        if self._held is not None and not _is_held(self._held, now):
            raise _in_progress(self._held, now)

    def finish(self, heads: Heads, answer: Result) -> None:
        """Store the outcome of a write whose parts are stored by themselves; raises as :meth:`resume`."""
        for _ in range(_MOST_CLAIMS):
            if self.commit(heads, [], answer):
                return
        raise Busy("memory.busy.same_text")

    def _hold(self, attempt: Attempt, heads: Heads, begun: Result) -> AttemptRecord | None:
        now = self._call.runtime.wall()
        until, found = now + KEY_HELD, None
        for _ in range(_MOST_CLAIMS):
            earlier = self.resume(heads, found)
            if earlier is not None and _is_held(earlier, now):
                raise _in_progress(earlier, now)
            end = -(-until // SECOND)
            if earlier is None:  # a lease alone is nothing to remember
                record = replace(self._record(attempt, heads, begun, 0), held_until=until, expires_at=end)
            else:
                end = max(end, earlier.expires_at)
                record = replace(earlier, stamp=uuid.uuid4().hex, held_until=until, expires_at=end)
            try:
                self._call.runtime.tables.commit([self._put(attempt, record)])
            except ConditionFailed as failed:
                found = attempt_of(failed.item) if failed.item else None
                if found is None or found.stamp != record.stamp:  # else it was written, and its answer was lost
                    continue
            self._held = self._seen = record
            return earlier
        raise Busy("memory.busy.same_text")

    def _give_back(self, attempt: Attempt) -> None:
        """Let the next request have the key; nothing is kept of a failure but what parts are done."""
        held, self._held = self._held, None
        if held is None:  # it was taken over
            return
        self._seen = held
        freed = replace(held, held_until=None)
        if not held.done:  # nothing of it counts, so nothing is kept, not even a hash of what was sent
            freed = replace(freed, digest="", expires_at=self._call.runtime.wall() // SECOND)
        free = self._put(attempt, freed).when(equals("stamp", held.stamp))
        with suppress(ConditionFailed, Busy):  # swept; or else the lease ends by itself
            self._call.runtime.tables.commit([free], attempts=2)

    def resume(self, heads: Heads, found: AttemptRecord | None) -> AttemptRecord | None:
        """Check the record stored under the key, each time after the heads are read; return it if done in part.

        Raises
        ------
        Replay
            The write is done.
        Unprocessable
            The key was used for another request.
        InProgress
            The same request has taken the key over, since this call held it for too long.
        Busy
            Something was erased meanwhile: what was sent before an erasure must not be stored after it.
        """
        self._epoch = heads.account.epoch if self._epoch is None else self._epoch
        if heads.erased_since(self._epoch):
            raise Busy("memory.erased.partly")
        self._seen, attempt = found, self._call.attempt
        if found is None or attempt is None:
            return None
        is_lost = self._held is not None and found.stamp != self._held.stamp
        if not is_lost and not self._counts(heads, found):
            return None
        self._held = None if is_lost else self._held
        if found.digest != attempt.digest:
            raise Unprocessable("idempotency.reused", field="Idempotency-Key")
        if found.done is None:
            raise Replay(found.answer)
        if is_lost:
            raise _in_progress(found, self._call.runtime.wall())
        return found

    def commit(self, heads: Heads, actions: Sequence[Action], answer: Result, *, done: int | None = None) -> bool:
        """Write all actions or none, and with them the answer under the key.

        Parameters
        ----------
        actions
            At most 99; without any only the answer is stored.
        answer
            Holds ids and states, no text.
        done
            How many parts are done; None: all.

        Returns
        -------
        bool
            False if a condition of the actions failed: read again.

        Raises
        ------
        Replay, Unprocessable
            As :meth:`resume`: another request was first.
        """
        attempt = self._call.attempt
        records = [] if attempt is None else [self._record(attempt, heads, answer, done)]
        puts = [] if attempt is None else [self._put(attempt, record) for record in records]
        if not puts and not actions:
            return True
        try:
            self._call.runtime.tables.commit([*puts, *actions])
        except ConditionFailed as failed:
            if failed.action < len(puts):
                self.resume(heads, attempt_of(failed.item) if failed.item else None)
            return False
        if self._held is not None:
            self._held = records[0]
        return True

    def _record(self, attempt: Attempt, heads: Heads, answer: Result, done: int | None) -> AttemptRecord:
        held = None if done is None else self._held
        return AttemptRecord(
            digest=attempt.digest,
            level=int(self._call.caller.level),
            space=account_space(self._call.caller.account_id, self._call.store).key,
            epoch=heads.account.epoch,
            stamp=uuid.uuid4().hex if self._held is None else self._held.stamp,
            expires_at=self._call.runtime.wall() // SECOND + KEPT_SECONDS,
            answer=answer.to_json(),
            done=done,
            held_until=None if held is None else held.held_until,
        )

    def _put(self, attempt: Attempt, record: AttemptRecord) -> Put:
        table = self._call.runtime.tables.names.activity_table
        return put_attempt(table, self._call.caller.account_id, attempt.entry, record, self._seen)

    def _counts(self, heads: Heads, found: AttemptRecord) -> bool:
        """Return whether a record has not expired, and nothing that it is about was erased since."""
        now = self._call.runtime.wall()
        if is_expired(found.expires_at, now) or (found.done == 0 and not _is_held(found, now)):
            return False
        emptied = heads.store.live_from if found.space == heads.store_space else 0
        if found.epoch < max(heads.account.live_from, emptied):
            return False
        return found.epoch == heads.account.epoch or found.done is not None or not self._is_erased(heads, found)

    def _is_erased(self, heads: Heads, found: AttemptRecord) -> bool:
        """Return whether all memories that an answer names are erased: then the write is done again."""
        named = [one for one in dict.fromkeys(_ID.findall(found.answer)) if is_memory_id(one)]
        space, epochs = space_of(found.space), heads.epochs()
        memories = self._call.runtime.tables.memories([(space, one) for one in named])
        return len(named) > 0 and all(is_erased(memory, epochs) for memory in memories)


def _is_held(record: AttemptRecord, now: int) -> bool:
    """Return whether a lease runs; one that is longer than any comes from a clock that has been set back since."""
    return record.held_until is not None and now < record.held_until <= now + KEY_HELD


def _in_progress(record: AttemptRecord, now: int) -> InProgress:
    left = 0 if record.held_until is None else record.held_until - now
    wait = max(SECOND, min(left, KEY_ASKED_AGAIN))
    return InProgress("idempotency.in_progress", field=HEADER, details={"retry_after_ms": wait // 1000})

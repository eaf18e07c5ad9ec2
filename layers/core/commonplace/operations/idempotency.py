"""Idempotent writes: the answer is stored under the idempotency key in the write's own transaction.

There is no state "in progress". A second request that comes while the first runs does the same work, and only one
of the two can write; the other finds the stored answer and returns it.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence

from ..domain.clock import SECOND
from ..domain.heads import Heads
from ..domain.ids import is_memory_id
from ..domain.lifetime import is_erased, is_expired
from ..domain.spaces import account_space, space_of
from ..refusals.errors import Busy, Unprocessable
from ..storage.actions import Action
from ..storage.attempts import AttemptRecord, attempt_of, put_attempt
from ..storage.commit import ConditionFailed
from .call import Attempt, Call
from .contract import Result

KEPT_SECONDS = 24 * 60 * 60
_ID = re.compile(r'"([0-9a-f-]{36})"')  # as answers write it


class Replay(Exception):
    """A write was done before under its idempotency key; ``body`` is the JSON of its answer."""

    def __init__(self, body: str) -> None:
        super().__init__("done before")
        self.body = body


class Once:
    """Does a write once for its idempotency key; without a key, each time."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._seen: AttemptRecord | None = None
        self._epoch: int | None = None

    @property
    def entry(self) -> str | None:
        """Hash of the idempotency key."""
        attempt = self._attempt
        return None if attempt is None else attempt.entry

    def resume(self, heads: Heads, found: AttemptRecord | None) -> AttemptRecord | None:
        """Check the record stored under the key, each time after the heads are read; return it if done in part.

        Raises
        ------
        Replay
            The write is done.
        Unprocessable
            The key was used for another request.
        Busy
            Something was erased meanwhile: what was sent before an erasure must not be stored after it.
        """
        self._epoch = heads.account.epoch if self._epoch is None else self._epoch
        if heads.erased_since(self._epoch):
            raise Busy("memory.erased.partly")
        self._seen, attempt = found, self._attempt
        if found is None or attempt is None or not self._counts(heads, found):
            return None
        if found.digest != attempt.digest:
            raise Unprocessable("idempotency.reused", field="Idempotency-Key")
        if found.done is None:
            raise Replay(found.answer)
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
        records = self._records(heads, answer, done)
        if not records and not actions:
            return True
        try:
            self._call.runtime.tables.commit([*records, *actions])
        except ConditionFailed as failed:
            if failed.action < len(records):
                self.resume(heads, attempt_of(failed.item) if failed.item else None)
            return False
        return True

    def _records(self, heads: Heads, answer: Result, done: int | None) -> list[Action]:
        attempt = self._attempt
        if attempt is None:
            return []
        account_id = self._call.caller.account_id
        record = AttemptRecord(
            digest=attempt.digest,
            level=self._level,
            space=account_space(account_id, self._call.store).key,
            epoch=heads.account.epoch,
            stamp=uuid.uuid4().hex,
            expires_at=self._call.runtime.clock() // SECOND + KEPT_SECONDS,
            answer=answer.to_json(),
            done=done,
        )
        table = self._call.runtime.tables.names.activity_table
        return [put_attempt(table, account_id, attempt.entry, record, self._seen)]

    def _counts(self, heads: Heads, found: AttemptRecord) -> bool:
        """Return whether a record has not expired, and nothing that it is about was erased since."""
        if is_expired(found.expires_at, self._call.runtime.clock()):
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

    @property
    def _attempt(self) -> Attempt | None:
        return None if self._call.view is None else self._call.view.attempt

    @property
    def _level(self) -> int:
        return int(self._call.level(0))

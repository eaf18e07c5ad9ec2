"""Writes that are done once: what is done under an idempotency key is kept with it, in one transaction.

There is no state of being under way. Who comes second while the first is still running does the same work, and
only one of the two can write; the other finds what was written, and answers that.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence

from ..domain.clock import SECOND
from ..domain.heads import Heads
from ..domain.ids import is_memory_id
from ..domain.memory import is_erased, is_expired
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
    """A write was done before under its idempotency key: its first answer is the answer.

    Parameters
    ----------
    body
        JSON, as it was answered first.
    """

    def __init__(self, body: str) -> None:
        super().__init__("done before")
        self.body = body


class Once:
    """One sending of a write: done once under its idempotency key, each time anew where it has none.

    Parameters
    ----------
    call
        Who writes.
    """

    def __init__(self, call: Call) -> None:
        self._call = call
        self._seen: AttemptRecord | None = None
        self._epoch: int | None = None

    @property
    def entry(self) -> str | None:
        """What stands for the idempotency key."""
        attempt = self._attempt
        return None if attempt is None else attempt.entry

    def resume(self, heads: Heads, found: AttemptRecord | None) -> AttemptRecord | None:
        """Take what stands under the key; to be done each time the heads have been read.

        Parameters
        ----------
        heads
            Of the call: what an erasure took counts no more.
        found
            As read.

        Returns
        -------
        AttemptRecord | None
            What was done in part and is to be gone on with.

        Raises
        ------
        Replay
            It was done.
        Unprocessable
            Something else was done under the key.
        Busy
            An erasure came between: what was sent before it must not outlive it.
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
        """Write all actions or none, and with them what was done under the key.

        Parameters
        ----------
        heads
            Of the call.
        actions
            At most 99. None: only the answer is kept.
        answer
            Holds ids and states, no text.
        done
            How many parts are done; None: all.

        Returns
        -------
        bool
            False if what the actions stand on has changed: look again.

        Raises
        ------
        Replay, Unprocessable
            As :meth:`resume`: another sending was first.
        """
        noted = self._note(heads, answer, done)
        if not noted and not actions:
            return True
        try:
            self._call.runtime.tables.commit([*noted, *actions])
        except ConditionFailed as failed:
            if failed.action < len(noted):
                self.resume(heads, attempt_of(failed.item) if failed.item else None)
            return False
        return True

    def _note(self, heads: Heads, answer: Result, done: int | None) -> list[Action]:
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
        """Tell whether it is not past its day, nor of before an erasure of what it was about."""
        if is_expired(found.expires_at, self._call.runtime.clock()):
            return False
        emptied = heads.store.live_from if found.space == heads.store_space else 0
        if found.epoch < max(heads.account.live_from, emptied):
            return False
        return found.epoch == heads.account.epoch or found.done is not None or not self._is_erased(heads, found)

    def _is_erased(self, heads: Heads, found: AttemptRecord) -> bool:
        """Tell whether nothing that an answer names is there any more, where something was erased since.

        An answer must not tell of memories that the owner has erased: the write is done anew.
        """
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

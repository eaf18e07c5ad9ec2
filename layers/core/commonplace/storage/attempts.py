"""Attempts in the activity table: what was done under an idempotency key. Ids and states, never a text.

A write that takes long puts its record there before it begins, as a lease: until then nothing is done, and
``held_until`` says how long whoever put its ``stamp`` there may take.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..domain.clock import Micros
from .actions import Put
from .conditions import absent, either, equals
from .fields import StoredFields


@dataclass(frozen=True, slots=True)
class AttemptRecord:
    """What is stored under an idempotency key of one level.

    Attributes
    ----------
    digest, level
        What was sent, and at which level.
    space, epoch
        Key of the space it wrote to, and the account's count of erasures then.
    stamp
        Another one each time it is written; while a key is held, that of its holder.
    expires_at
        Whole seconds since 1970.
    answer
        As it was answered, or will go on: JSON.
    done
        How many of its parts are done; None: all.
    held_until
        When the lease of its holder ends; None: nobody holds the key.
    """

    digest: str
    level: int
    space: str
    epoch: int
    stamp: str
    expires_at: int
    answer: str
    done: int | None = None
    held_until: Micros | None = None


_FIELDS = StoredFields(AttemptRecord)


def attempts_feed(account_id: str) -> str:
    """Partition of an account's attempts."""
    return f"idempotency/{account_id}"


def attempt_key(account_id: str, entry: str) -> dict[str, str]:
    """Key of what is stored under an idempotency key."""
    return {"feed": attempts_feed(account_id), "entry_id": entry}


def attempt_of(item: Mapping[str, Any]) -> AttemptRecord:
    """Read DynamoDB's item."""
    return _FIELDS.read(item)


def put_attempt(table: str, account_id: str, entry: str, record: AttemptRecord, seen: AttemptRecord | None) -> Put:
    """Keep what was done under a key, on condition that nothing else was kept since it was looked at.

    What was seen there counts no more, or was not done to its end.
    """
    put = Put(table, {**attempt_key(account_id, entry), **_FIELDS.values(record)})
    if seen is None:
        return put.when(absent("entry_id"))
    # TTL may have deleted it meanwhile: then nothing is there that could be replayed.
    return put.when(either(absent("entry_id"), equals("stamp", seen.stamp)))

"""Attempts in the activity table: what was done under an idempotency key. Ids and states, never a text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .commit import Action
from .items import plain, typed
from .memories import TTL_ATTRIBUTE


@dataclass(frozen=True, slots=True)
class AttemptRecord:
    """What stands under an idempotency key of one level.

    Attributes
    ----------
    digest, level
        What was sent, and at which level.
    space, epoch
        Key of the space it wrote to, and the account's count of erasures then.
    stamp
        Another one each time it is written.
    expires_at
        Whole seconds since 1970.
    answer
        As it was answered, or will go on: JSON.
    done
        How many of its parts are done; None: all.
    """

    digest: str
    level: int
    space: str
    epoch: int
    stamp: str
    expires_at: int
    answer: str
    done: int | None = None


def attempts_feed(account_id: str) -> str:
    """Partition of an account's attempts."""
    return f"idempotency/{account_id}"


def attempt_key(account_id: str, entry: str) -> dict[str, str]:
    """Key of what stands under an idempotency key."""
    return {"feed": attempts_feed(account_id), "entry_id": entry}


def attempt_of(item: Mapping[str, Any]) -> AttemptRecord:
    """Read DynamoDB's item."""
    values = plain(item)
    return AttemptRecord(
        digest=values["digest"],
        level=int(values["level"]),
        space=values["space"],
        epoch=int(values["epoch"]),
        stamp=values["stamp"],
        expires_at=int(values[TTL_ATTRIBUTE]),
        answer=values["answer"],
        done=None if "done" not in values else int(values["done"]),
    )


def put_attempt(
    table: str, account_id: str, entry: str, record: AttemptRecord, seen: AttemptRecord | None
) -> Action:
    """Keep what was done, on condition that nothing else was kept since it was looked at.

    Parameters
    ----------
    table
        Name.
    account_id, entry
        Whose, and what stands for the idempotency key.
    record
        What was done.
    seen
        What stood there: it counts no more, or was not done to its end.
    """
    item = {
        **attempt_key(account_id, entry),
        "digest": record.digest,
        "level": record.level,
        "space": record.space,
        "epoch": record.epoch,
        "stamp": record.stamp,
        TTL_ATTRIBUTE: record.expires_at,
        "answer": record.answer,
        "done": record.done,
    }
    put: dict[str, Any] = {"TableName": table, "Item": typed(item)}
    if seen is None:
        put["ConditionExpression"] = "attribute_not_exists(entry_id)"
    else:
        # TTL may have deleted it meanwhile: then nothing is there that could be replayed.
        put["ConditionExpression"] = "attribute_not_exists(entry_id) OR stamp = :seen"
        put["ExpressionAttributeValues"] = typed({":seen": seen.stamp})
    return {"Put": put}

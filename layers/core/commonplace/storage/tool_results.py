"""The tool_results table: large results of a session, each a head and, once it was asked for again, its parts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from botocore.exceptions import ClientError

from ..domain.clock import SECOND
from ..domain.declaring import stored
from ..domain.spaces import Space
from .actions import Delete, Put, Update
from .batch_get import batch_get
from .chunks import chunks
from .conditions import above, absent, at_least, both, either
from .fields import StoredFields
from .memories import TTL_ATTRIBUTE
from .pages import get_item
from .retry import Sleep

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

PART_BYTES = 350_000  # an item holds 400 KB with its keys


@dataclass(frozen=True, slots=True)
class ResultHead:
    """What is known of a large result without its parts.

    Attributes
    ----------
    size
        Bytes of the payload.
    first_at
        When it was first met, in microseconds since 1970.
    parts
        How many parts are kept; 0: the payload was met once, and is not kept.
    kept_until
        Until when the parts are kept, in whole seconds since 1970.
    epoch, account_id
        As of a memory: from before an erasure it does not count.
    expires_at
        Whole seconds since 1970.
    """

    size: int
    first_at: int
    epoch: int
    account_id: str
    expires_at: int
    parts: int = field(default=0, metadata=stored(sparse=True))
    kept_until: int = field(default=0, metadata=stored(sparse=True))


_FIELDS = StoredFields(ResultHead)


def meet(client: DynamoDBClient, table: str, space: Space, cache_key: str, head: ResultHead) -> ResultHead | None:
    """Note that a large result was met, and return what was known of it before.

    Parameters
    ----------
    client, table
        Where.
    space, cache_key
        The session's space, and what names the call with its result.
    head
        What to write where nothing is; of one that exists, the end alone is moved.

    Returns
    -------
    ResultHead | None
        As it stood before; None: it was met for the first time.
    """
    key = _key(space, _head(cache_key))
    first = _FIELDS.values(head)
    update = Update(table, key).set({TTL_ATTRIBUTE: first.pop(TTL_ATTRIBUTE)}).set_first(first)
    # A record from before an erasure begins again.
    counts = both(at_least("epoch", head.epoch), above(TTL_ATTRIBUTE, head.first_at // SECOND))
    try:
        answer = client.update_item(
            **update.when(either(absent("epoch"), counts)).request(), ReturnValues="ALL_OLD"
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
        client.put_item(**Put(table, key | _FIELDS.values(head)).request())
        return None
    return _FIELDS.read(answer["Attributes"]) if answer.get("Attributes") else None


def keep(
    client: DynamoDBClient,
    table: str,
    space: Space,
    cache_key: str,
    payload: bytes,
    *,
    epoch: int,
    account_id: str,
    expires_at: int,
) -> None:
    """Keep a payload in parts, and only then say in its head that it is there.

    Parameters
    ----------
    client, table
        Where.
    space, cache_key
        As for :func:`meet`.
    payload
        Compressed; up to a few MB.
    epoch, account_id
        Of the head.
    expires_at
        Whole seconds since 1970.
    """
    pieces = list(chunks(payload, PART_BYTES))
    about = {"epoch": epoch, "account_id": account_id, TTL_ATTRIBUTE: expires_at}
    for number, piece in enumerate(pieces):
        part = _key(space, _part(cache_key, number))
        client.put_item(**Put(table, {**part, "piece": piece, **about}).request())
    head = Update(table, _key(space, _head(cache_key)))
    client.update_item(**head.set(parts=len(pieces), kept_until=expires_at).request())


def head_of(client: DynamoDBClient, table: str, space: Space, cache_key: str) -> ResultHead | None:
    """Read what is known of a result."""
    item = get_item(client, table, _key(space, _head(cache_key)))
    return None if item is None else _FIELDS.read(item)


def payload_of(
    client: DynamoDBClient, table: str, space: Space, cache_key: str, parts: int, sleep: Sleep
) -> bytes | None:
    """Read a payload's parts; None where one of them is gone.

    Parameters
    ----------
    client, table
        Where.
    space, cache_key
        As for :func:`meet`.
    parts
        How many, as the head says.
    sleep
        Waits between attempts, in seconds.
    """
    keys = [_key(space, _part(cache_key, number)) for number in range(parts)]
    found = {
        item["result_part"]["S"]: item["piece"]["B"] for item in batch_get(client, {table: keys}, sleep)[table]
    }
    pieces = [found.get(key["result_part"]) for key in keys]
    return None if None in pieces else b"".join(piece for piece in pieces if piece is not None)


def delete(table: str, space: Space, result_part: str) -> Delete:
    """Delete a head or a part."""
    return Delete(table, _key(space, result_part))


def _key(space: Space, result_part: str) -> dict[str, str]:
    return {"space": space.key, "result_part": result_part}


def _head(cache_key: str) -> str:
    return f"{cache_key}/head"


def _part(cache_key: str, number: int) -> str:
    return f"{cache_key}/{number:03d}"

"""The tool_results table: large results of a session, each a head and, once it was asked for again, its parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError

from ..domain.spaces import Space
from .batch_get import batch_get
from .commit import Action, Sleep
from .items import plain, typed, typed_value
from .memories import TTL_ATTRIBUTE

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
        As of a memory: of before an erasure it does not count.
    expires_at
        Whole seconds since 1970.
    """

    size: int
    first_at: int
    parts: int
    kept_until: int
    epoch: int
    account_id: str
    expires_at: int


def meet(client: DynamoDBClient, table: str, space: Space, cache_key: str, head: ResultHead) -> ResultHead | None:
    """Note that a large result was met, and return what was known of it before.

    Parameters
    ----------
    client, table
        Where.
    space, cache_key
        The session's space, and what names the call with its result.
    head
        What to write where nothing stands; of one that stands, the end alone is moved.

    Returns
    -------
    ResultHead | None
        As it stood before; None: it was met for the first time.
    """
    values = {
        "size": head.size,
        "first_at": head.first_at,
        "epoch": head.epoch,
        "account_id": head.account_id,
    }
    # A record of before an erasure starts anew.
    key = typed({"space": space.key, "result_part": _head(cache_key)})
    try:
        answer = client.update_item(
            TableName=table,
            Key=key,
            UpdateExpression="SET #end = :end, "
            + ", ".join(f"#{name} = if_not_exists(#{name}, :{name})" for name in values),
            ConditionExpression="attribute_not_exists(#epoch) OR (#epoch >= :epoch AND #end > :now)",
            ExpressionAttributeNames={"#end": TTL_ATTRIBUTE} | {f"#{name}": name for name in values},
            ExpressionAttributeValues=typed({f":{name}": value for name, value in values.items()})
            | {":end": typed_value(head.expires_at), ":now": typed_value(head.first_at // 1_000_000)},
            ReturnValues="ALL_OLD",
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
        client.put_item(
            TableName=table, Item={**key, **typed(values), TTL_ATTRIBUTE: typed_value(head.expires_at)}
        )
        return None
    return _result_head(answer["Attributes"]) if answer.get("Attributes") else None


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
    pieces = [payload[begin : begin + PART_BYTES] for begin in range(0, len(payload), PART_BYTES)]
    for number, piece in enumerate(pieces):
        item = {
            "space": space.key,
            "result_part": _part(cache_key, number),
            "piece": piece,
            "epoch": epoch,
            "account_id": account_id,
            TTL_ATTRIBUTE: expires_at,
        }
        client.put_item(TableName=table, Item=typed(item))
    client.update_item(
        TableName=table,
        Key=typed({"space": space.key, "result_part": _head(cache_key)}),
        UpdateExpression="SET parts = :parts, kept_until = :end",
        ExpressionAttributeValues=typed({":parts": len(pieces), ":end": expires_at}),
    )


def head_of(client: DynamoDBClient, table: str, space: Space, cache_key: str) -> ResultHead | None:
    """Read what is known of a result."""
    key = typed({"space": space.key, "result_part": _head(cache_key)})
    answer = client.get_item(TableName=table, Key=key, ConsistentRead=True)
    return _result_head(answer["Item"]) if "Item" in answer else None


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
    keys = [{"space": space.key, "result_part": _part(cache_key, number)} for number in range(parts)]
    found = {
        item["result_part"]["S"]: item["piece"]["B"] for item in batch_get(client, {table: keys}, sleep)[table]
    }
    pieces = [found.get(key["result_part"]) for key in keys]
    return None if None in pieces else b"".join(piece for piece in pieces if piece is not None)


def delete(table: str, space: Space, result_part: str) -> Action:
    """Delete a head or a part."""
    return {"Delete": {"TableName": table, "Key": typed({"space": space.key, "result_part": result_part})}}


def _head(cache_key: str) -> str:
    return f"{cache_key}/head"


def _part(cache_key: str, number: int) -> str:
    return f"{cache_key}/{number:03d}"


def _result_head(item: Any) -> ResultHead:
    values = plain(item)
    return ResultHead(
        size=int(values["size"]),
        first_at=int(values["first_at"]),
        parts=int(values.get("parts", 0)),
        kept_until=int(values.get("kept_until", 0)),
        epoch=int(values["epoch"]),
        account_id=values["account_id"],
        expires_at=int(values[TTL_ATTRIBUTE]),
    )

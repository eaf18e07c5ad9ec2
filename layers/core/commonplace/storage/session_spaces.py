"""Which session spaces an account has ever written to: what an erasure finds them by.

A session's head knows its last generation alone, and TTL may delete it before the items of its spaces. So beside
the heads, in a partition of its own, each space is listed for as long as anything may physically be in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .commit import Action
from .items import typed, typed_value
from .memories import TTL_ATTRIBUTE

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

_DAY = 24 * 60 * 60
# TTL may be late by days; and so long after the head's, since an entry is renewed once a month (see `is_due`).
_SLACK = 60 * _DAY
_RENEWED = 30 * _DAY


def spaces_partition(account_id: str) -> str:
    """Partition of an account's listed spaces, beside that of its sessions' heads."""
    return f"spaces/{account_id}"


def is_due(seen_until: int | None, until: int) -> bool:
    """Tell whether a space is to be listed (anew) when its head's life is prolonged.

    Parameters
    ----------
    seen_until, until
        When the head was to end, and is to end now, in whole seconds since 1970. An entry written at each crossing
        of a month's boundary outlives every head that is prolonged between two of them.
    """
    return seen_until is None or seen_until // _RENEWED != until // _RENEWED


def list_space(table: str, account_id: str, session_id: str, generation: int, epoch: int, until: int) -> Action:
    """List a session's space.

    Parameters
    ----------
    table
        Of the sessions.
    account_id, session_id, generation
        Which.
    epoch
        The account's: an erasure takes away what is older.
    until
        When the session's head ends, in whole seconds since 1970.
    """
    return {
        "Update": {
            "TableName": table,
            "Key": typed({"account_id": spaces_partition(account_id), "session_id": f"{generation}/{session_id}"}),
            "UpdateExpression": "SET #epoch = :epoch, #end = :end",
            "ExpressionAttributeNames": {"#epoch": "epoch", "#end": TTL_ATTRIBUTE},
            "ExpressionAttributeValues": {
                ":epoch": typed_value(epoch),
                ":end": typed_value(until + _SLACK),
            },
        }
    }


def sessions_of(client: DynamoDBClient, table: str, account_id: str) -> list[tuple[str, int]]:
    """Read the spaces of an account's sessions: session and generation, those listed and those that heads name."""
    listed = [
        item["session_id"]["S"].partition("/") for item in _items(client, table, spaces_partition(account_id))
    ]
    heads = [(item["session_id"]["S"], int(item["generation"]["N"])) for item in _items(client, table, account_id)]
    return list(dict.fromkeys([*((name, int(generation)) for generation, _, name in listed), *heads]))


def _items(client: DynamoDBClient, table: str, partition: str) -> Iterator[Any]:
    query: dict[str, Any] = {
        "TableName": table,
        "KeyConditionExpression": "account_id = :account_id",
        "ProjectionExpression": "session_id, generation",
        "ExpressionAttributeValues": typed({":account_id": partition}),
        "ConsistentRead": True,
    }
    while True:
        answer = client.query(**query)
        yield from answer["Items"]
        if "LastEvaluatedKey" not in answer:
            return
        query["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


def all_items(client: DynamoDBClient, table: str) -> Iterator[Any]:
    """Read all of a table: for restoring a backup alone, since its cost grows with the table."""
    scan: dict[str, Any] = {"TableName": table, "ConsistentRead": True}
    while True:
        answer = client.scan(**scan)
        yield from answer["Items"]
        if "LastEvaluatedKey" not in answer:
            return
        scan["ExclusiveStartKey"] = answer["LastEvaluatedKey"]

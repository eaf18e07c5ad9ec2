"""Counts of calls, as :mod:`commonplace.stores.counting` writes them: one entry a day, key and store."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .activity import usage_feed
from .items import typed

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


@dataclass(frozen=True, slots=True)
class Count:
    """Calls of one key on one store on one day.

    Attributes
    ----------
    day
        As ``2026-10-20``, in UTC.
    key_id, store
        The store's canonical id.
    reads, writes
        How many.
    """

    day: str
    key_id: str
    store: str
    reads: int
    writes: int


def counts(client: DynamoDBClient, table: str, account_id: str, first_day: str, last_day: str) -> Iterator[Count]:
    """Read the counts of some days, both included.

    Parameters
    ----------
    client, table
        Where: the activity.
    account_id
        Whose.
    first_day, last_day
        As ``2026-10-20``.
    """
    query: dict[str, Any] = {
        "TableName": table,
        "KeyConditionExpression": "feed = :feed AND entry_id BETWEEN :first AND :last",
        "ExpressionAttributeValues": typed(
            {":feed": usage_feed(account_id), ":first": f"{first_day}/", ":last": f"{last_day}/~"}
        ),
        "ConsistentRead": True,
    }
    while True:
        answer = client.query(**query)
        for item in answer["Items"]:
            day, _, rest = str(item["entry_id"]["S"]).partition("/")
            key_id, _, store = rest.rpartition("/")
            yield Count(day, key_id, store, _number(item, "reads"), _number(item, "writes"))
        if "LastEvaluatedKey" not in answer:
            return
        query["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


def _number(item: Any, name: str) -> int:
    return int(item[name]["N"]) if name in item else 0

"""Counts of calls, as :mod:`.operations.usage` writes them: one entry a day, key and dialect, or store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from .activity import usage_feed
from .items import typed

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


Dialect = Literal["connectors", "mcp", "stores", "tools"]
STORES: Dialect = "stores"
_NO_STORE = "@"  # before a dialect's name, where there is no store; no store's id begins so


def entry_of(day: str, key_id: str, dialect: Dialect, store: str) -> str:
    """Return the entry that counts calls of a day: one a store in the stores' dialect, one a dialect else."""
    return f"{day}/{key_id}/{store if dialect == STORES else f'{_NO_STORE}{dialect}'}"


def dialect_and_store(last: str) -> tuple[Dialect, str | None]:
    """Read the last part of an entry's id: the dialect, and in the stores' the store's canonical id."""
    if not last.startswith(_NO_STORE):
        return STORES, last
    (dialect,) = (one for one in _DIALECTS if last == f"{_NO_STORE}{one}")
    return dialect, None


_DIALECTS: tuple[Dialect, ...] = get_args(Dialect)


@dataclass(frozen=True, slots=True)
class Count:
    """Calls of one key on one day, in one dialect, or on one store.

    Attributes
    ----------
    day
        As ``2026-10-20``, in UTC.
    key_id, dialect
        By which key, and how.
    store
        The store's canonical id; None in the other dialects.
    reads, writes
        How many.
    at
        When the first of them was, in microseconds since 1970.
    """

    day: str
    key_id: str
    dialect: Dialect
    store: str | None
    reads: int
    writes: int
    at: int


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
            key_id, _, last = rest.rpartition("/")
            dialect, store = dialect_and_store(last)
            reads, writes, at = (_number(item, name) for name in ("reads", "writes", "at"))
            yield Count(day, key_id, dialect, store, reads, writes, at)
        if "LastEvaluatedKey" not in answer:
            return
        query["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


def summed(found: Iterable[Count]) -> dict[str, int]:
    """Add counts up.

    Returns
    -------
    dict[str, int]
        ``reads`` and ``writes``, as the results that show them name them.
    """
    reads = writes = 0
    for one in found:
        reads, writes = reads + one.reads, writes + one.writes
    return {"reads": reads, "writes": writes}


def _number(item: Any, name: str) -> int:
    return int(item[name]["N"]) if name in item else 0

"""The owner's index: what an account wrote, in whatever space, the last written first; keys alone.

The index follows the table by a moment in AWS. What it leads to is read from the table itself, consistently.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .batch_get import Keys, batch_get
from .items import Item, typed

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

    from .store import Tables

INDEX = "by_owner"
_KEYS_AT_ONCE = 100  # of one BatchGetItem


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the index: a position in it, and where the memory stands.

    Attributes
    ----------
    owner_key
        Last write and id.
    space, memory_id
        Keys of the memory.
    """

    owner_key: str
    space: str
    memory_id: str


@dataclass(frozen=True, slots=True)
class EntryPage:
    """Some entries, the last written first.

    Attributes
    ----------
    entries
        Those that were wanted.
    last
        Up to which entry was looked; None: to the end.
    """

    entries: tuple[Entry, ...]
    last: Entry | None


def entries(
    client: DynamoDBClient, table: str, account_id: str, limit: int, after: Entry | None, within: str | None
) -> EntryPage:
    """Read one page of the index.

    Parameters
    ----------
    client, table
        Where.
    account_id
        Whose.
    limit
        Most entries to look at.
    after
        Behind which one; it need not be there any more. None: from the newest on.
    within
        Only this space; or, where it ends in a slash, those whose keys begin so. None: all.
    """
    values = {":account_id": account_id}
    query: dict[str, Any] = {
        "TableName": table,
        "IndexName": INDEX,
        "KeyConditionExpression": "account_id = :account_id",
        "ScanIndexForward": False,
        "Limit": limit,
    }
    if within is not None:
        query["FilterExpression"] = "begins_with(#space, :space)" if within.endswith("/") else "#space = :space"
        query["ExpressionAttributeNames"] = {"#space": "space"}
        values[":space"] = within
    query["ExpressionAttributeValues"] = typed(values)
    if after is not None:
        query["ExclusiveStartKey"] = typed(
            {
                "account_id": account_id,
                "owner_key": after.owner_key,
                "space": after.space,
                "memory_id": after.memory_id,
            }
        )
    answer = client.query(**query)
    last = answer.get("LastEvaluatedKey")
    return EntryPage(tuple(_entry(item) for item in answer["Items"]), None if last is None else _entry(last))


def read(tables: Tables, keys: Keys) -> Mapping[str, Sequence[Item]]:
    """Read items of several tables consistently, in one round trip however many they are.

    Parameters
    ----------
    tables
        Where.
    keys
        By table name, each once.
    """
    wanted = [(table, key) for table, some in keys.items() for key in some]
    chunks = [wanted[begin : begin + _KEYS_AT_ONCE] for begin in range(0, len(wanted), _KEYS_AT_ONCE)]
    found: dict[str, list[Item]] = {table: [] for table in keys}
    for answer in tables.at_once([lambda chunk=chunk: _read(tables, chunk) for chunk in chunks]):  # type: ignore[misc]
        for table, items in answer.items():
            found[table] += items
    return found


def _read(tables: Tables, chunk: Sequence[tuple[str, Mapping[str, str]]]) -> dict[str, list[Item]]:
    by_table: dict[str, list[Mapping[str, str]]] = {}
    for table, key in chunk:
        by_table.setdefault(table, []).append(key)
    return batch_get(tables.client, by_table, tables.sleep)


def _entry(item: Mapping[str, Any]) -> Entry:
    return Entry(item["owner_key"]["S"], item["space"]["S"], item["memory_id"]["S"])

"""The owner's index: what an account wrote, in whatever space, the last written first; keys alone.

The index follows the table by a moment in AWS. What it leads to is read from the table itself, consistently.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from .batch_get import MOST_KEYS, Keys, batch_get
from .chunks import chunks
from .conditions import begins_with, equals
from .items import Item, typed
from .pages import query

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

    from .store import Tables

INDEX = "by_owner"


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the index: a position in it, and where the memory is.

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
    where = None
    if within is not None:
        where = begins_with("space", within) if within.endswith("/") else equals("space", within)
    request = query(
        table,
        equals("account_id", account_id),
        index=INDEX,
        where=where,
        limit=limit,
        after=None if after is None else typed({"account_id": account_id, **asdict(after)}),
        newest_first=True,
        consistent=False,
    )
    answer = client.query(**request)
    last = answer.get("LastEvaluatedKey")
    return EntryPage(tuple(_entry(item) for item in answer["Items"]), None if last is None else _entry(last))


def read(tables: Tables, keys: Keys) -> Mapping[str, Sequence[Item]]:
    """Read items of several tables consistently, in the time of one round trip however many they are."""
    wanted = [(table, key) for table, some in keys.items() for key in some]
    found: dict[str, list[Item]] = {table: [] for table in keys}
    for answer in tables.gather([partial(_read, tables, some) for some in chunks(wanted, MOST_KEYS)]):
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

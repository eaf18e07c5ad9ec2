"""Counts of calls, as :mod:`.operations.usage` writes them: one entry a day, key and dialect, or store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from .activity import usage_feed
from .conditions import between, both, equals
from .items import Item
from .pages import items, query

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


Dialect = Literal["connectors", "mcp", "stores", "tools"]
STORES: Dialect = "stores"
_NO_STORE = "@"  # before a dialect's name, where there is no store; no store's id begins so


def entry_of(day: str, key_id: str, dialect: Dialect, store: str) -> str:
    """Return the entry that counts calls of a day: one a store in the stores' dialect, one a dialect else."""
    return f"{day}/{key_id}/{store if dialect == STORES else f'{_NO_STORE}{dialect}'}"


def _dialect_and_store(last: str) -> tuple[Dialect, str | None]:
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
    """Read an account's counts of some days, written as ``2026-10-20``, both included."""
    wanted = both(equals("feed", usage_feed(account_id)), between("entry_id", f"{first_day}/", f"{last_day}/~"))
    return (count_of(item) for item in items(client, query(table, wanted)))


def count_of(item: Item) -> Count:
    """Read an entry."""
    day, _, rest = str(item["entry_id"]["S"]).partition("/")
    key_id, _, last = rest.rpartition("/")
    dialect, store = _dialect_and_store(last)
    reads, writes, at = (_number(item, name) for name in ("reads", "writes", "at"))
    return Count(day, key_id, dialect, store, reads, writes, at)


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

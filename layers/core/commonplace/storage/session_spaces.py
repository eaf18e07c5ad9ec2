"""Which session spaces an account has ever written to: what an erasure finds them by.

A session's head knows its last generation alone, and TTL may delete it before the items of its spaces. So beside
the heads, in a partition of its own, each space is listed for as long as anything may physically be in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .actions import Update
from .conditions import equals
from .memories import TTL_ATTRIBUTE
from .pages import items, pages, query

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

_DAY = 24 * 60 * 60
# TTL may be late by days; and so long after the head's, since an entry is renewed once a month (see `is_due`).
_SLACK = 60 * _DAY
_RENEWED = 30 * _DAY


def spaces_partition(account_id: str) -> str:
    """Partition of an account's listed spaces, next to that of its sessions' heads."""
    return f"spaces/{account_id}"


def is_due(seen_until: int | None, until: int) -> bool:
    """Check whether a space is to be listed (again) when its head's life is prolonged.

    Parameters
    ----------
    seen_until, until
        When the head was to end, and is to end now, in whole seconds since 1970. An entry written at each crossing
        of a month's boundary outlives every head that is prolonged between two of them.
    """
    return seen_until is None or seen_until // _RENEWED != until // _RENEWED


def list_space(table: str, account_id: str, session_id: str, generation: int, epoch: int, until: int) -> Update:
    """List a session's space.

    Parameters
    ----------
    table, account_id, session_id, generation
        Which.
    epoch
        The account's: an erasure takes away what is older.
    until
        When the session's head ends, in whole seconds since 1970.
    """
    key = {"account_id": spaces_partition(account_id), "session_id": f"{generation}/{session_id}"}
    return Update(table, key).set({"epoch": epoch, TTL_ATTRIBUTE: until + _SLACK})


def sessions_of(client: DynamoDBClient, table: str, account_id: str) -> list[tuple[str, int]]:
    """Read the spaces of an account's sessions: session and generation, those listed and those that heads name."""
    listed = [
        item["session_id"]["S"].partition("/") for item in _items(client, table, spaces_partition(account_id))
    ]
    heads = [(item["session_id"]["S"], int(item["generation"]["N"])) for item in _items(client, table, account_id)]
    return list(dict.fromkeys([*((name, int(generation)) for generation, _, name in listed), *heads]))


def _items(client: DynamoDBClient, table: str, partition: str) -> Iterator[Any]:
    return items(client, query(table, equals("account_id", partition), only=("session_id", "generation")))


def all_items(client: DynamoDBClient, table: str) -> Iterator[Any]:
    """Read all of a table: for restoring a backup alone, since its cost grows with the table."""
    scan = {"TableName": table, "ConsistentRead": True}
    return (item for page in pages(client.scan, scan) for item in page["Items"])

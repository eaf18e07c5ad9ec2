"""The activity table: what happened, one feed a subject, newest last, each entry with its own end."""

from __future__ import annotations

from typing import Any

from .commit import Action
from .items import typed
from .memories import TTL_ATTRIBUTE


def audit_feed(account_id: str) -> str:
    """Partition of an account's audit lines."""
    return f"audit/{account_id}"


def usage_feed(account_id: str) -> str:
    """Partition of an account's counts of calls."""
    return f"usage/{account_id}"


def count(table: str, account_id: str, entry_id: str, expires_at: int, what: str) -> Action:
    """Count one call more.

    Parameters
    ----------
    table
        Name.
    account_id, entry_id
        Whose, and ``<day>/<key id>/<store>``.
    expires_at
        Whole seconds since 1970.
    what
        ``reads`` or ``writes``.
    """
    return {
        "Update": {
            "TableName": table,
            "Key": typed({"feed": usage_feed(account_id), "entry_id": entry_id}),
            "UpdateExpression": f"ADD #{what} :one SET #expires_at = :expires_at",
            "ExpressionAttributeNames": {f"#{what}": what, "#expires_at": TTL_ATTRIBUTE},
            "ExpressionAttributeValues": typed({":one": 1, ":expires_at": expires_at}),
        }
    }


def entry(table: str, feed: str, entry_id: str, expires_at: int, values: dict[str, Any]) -> Action:
    """Write one entry.

    Parameters
    ----------
    table
        Name.
    feed, entry_id
        Key; ids are in the order of time.
    expires_at
        Whole seconds since 1970.
    values
        Content-free.
    """
    item = {"feed": feed, "entry_id": entry_id, TTL_ATTRIBUTE: expires_at, **values}
    return {"Put": {"TableName": table, "Item": typed(item)}}

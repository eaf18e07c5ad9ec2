"""The activity table: what happened, one feed a subject, newest last, each entry with its own end."""

from __future__ import annotations

from typing import Any

from .commit import Action
from .items import typed
from .memories import TTL_ATTRIBUTE


def audit_feed(account_id: str) -> str:
    """Partition of an account's audit lines."""
    return f"audit/{account_id}"


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

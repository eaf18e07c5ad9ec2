"""The activity table: what happened, one feed a subject, newest last, each entry with its own end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..domain.spaces import Space
from .commit import Action
from .items import Item, plain, typed
from .memories import TTL_ATTRIBUTE

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


def audit_feed(account_id: str) -> str:
    """Partition of an account's audit lines."""
    return f"audit/{account_id}"


def usage_feed(account_id: str) -> str:
    """Partition of an account's counts of calls."""
    return f"usage/{account_id}"


def count(table: str, account_id: str, entry_id: str, at: int, expires_at: int, what: str) -> Action:
    """Count one call more.

    Parameters
    ----------
    table
        Name.
    account_id, entry_id
        Whose, and :func:`commonplace.storage.usage.entry_of`.
    at
        Microseconds since 1970; the entry keeps that of its first call. An erasure takes away what was counted
        before it, also where the entry is counted on until it is swept.
    expires_at
        Whole seconds since 1970.
    what
        ``reads`` or ``writes``.
    """
    return {
        "Update": {
            "TableName": table,
            "Key": typed({"feed": usage_feed(account_id), "entry_id": entry_id}),
            "UpdateExpression": f"ADD #{what} :one SET #expires_at = :expires_at, #at = if_not_exists(#at, :at)",
            "ExpressionAttributeNames": {f"#{what}": what, "#expires_at": TTL_ATTRIBUTE, "#at": "at"},
            "ExpressionAttributeValues": typed({":one": 1, ":expires_at": expires_at, ":at": at}),
        }
    }


def notes_feed(account_id: str) -> str:
    """Partition of the notes that were sent to an account's sessions."""
    return f"notes/{account_id}"


def account_events_feed(account_id: str) -> str:
    """Partition of what all of an account's sessions may have missed."""
    return f"events/{account_id}"


def session_events_feed(space: Space) -> str:
    """Partition of what one session may have missed, by the key of its space."""
    return f"events/{space.key}"


def team_events_feed(team_id: str) -> str:
    """Partition of what a team's members may have missed."""
    return f"events/team/{team_id}"


def entries(
    client: DynamoDBClient,
    table: str,
    feed: str,
    limit: int,
    *,
    since: str | None = None,
    after: Item | None = None,
    oldest_first: bool = False,
) -> tuple[list[dict[str, Any]], Item | None]:
    """Read one page of a feed.

    Parameters
    ----------
    client, table
        Where.
    feed
        Which.
    limit
        Most entries to read.
    since
        Only entries whose id is not below this.
    after
        The page before said so.
    oldest_first
        Else the newest first.

    Returns
    -------
    tuple
        Entries as plain values, and where the next page begins; None: this was the last.
    """
    condition, values = "feed = :feed", {":feed": feed}
    if since is not None:
        condition, values = f"{condition} AND entry_id >= :since", {**values, ":since": since}
    query: dict[str, Any] = {
        "TableName": table,
        "KeyConditionExpression": condition,
        "ExpressionAttributeValues": typed(values),
        "ScanIndexForward": oldest_first,
        "ConsistentRead": True,
        "Limit": limit,
    }
    if after is not None:
        query["ExclusiveStartKey"] = after
    answer = client.query(**query)
    return [plain(item) for item in answer["Items"]], answer.get("LastEvaluatedKey")


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

"""The activity table: what happened, one feed a subject, newest last, each entry with its own end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..domain.spaces import Space
from .actions import Put, Update
from .conditions import at_least, both, equals
from .items import Item, plain
from .memories import TTL_ATTRIBUTE
from .pages import query

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


def audit_feed(account_id: str) -> str:
    """Partition of an account's audit lines."""
    return f"audit/{account_id}"


def usage_feed(account_id: str) -> str:
    """Partition of an account's counts of calls."""
    return f"usage/{account_id}"


def count(table: str, account_id: str, entry_id: str, at: int, expires_at: int, what: str) -> Update:
    """Count one call more.

    Parameters
    ----------
    table, account_id, entry_id
        Which entry (:func:`commonplace.storage.usage.entry_of`).
    at
        Microseconds since 1970; the entry keeps that of its first call. An erasure takes away what was counted
        before it, also where the entry is counted on until it is swept.
    expires_at
        Whole seconds since 1970.
    what
        ``reads`` or ``writes``.
    """
    counted = Update(table, {"feed": usage_feed(account_id), "entry_id": entry_id}).add(**{what: 1})
    return counted.set({TTL_ATTRIBUTE: expires_at}).set_first(at=at)


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
    client, table, feed
        Where.
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
    wanted = equals("feed", feed)
    if since is not None:
        wanted = both(wanted, at_least("entry_id", since))
    answer = client.query(**query(table, wanted, limit=limit, after=after, newest_first=not oldest_first))
    return [plain(item) for item in answer["Items"]], answer.get("LastEvaluatedKey")


def entry(table: str, feed: str, entry_id: str, expires_at: int, values: dict[str, Any]) -> Put:
    """Write one content-free entry, which ends at a time (whole seconds); ids are in the order of time."""
    return Put(table, {"feed": feed, "entry_id": entry_id, TTL_ATTRIBUTE: expires_at, **values})

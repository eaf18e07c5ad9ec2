"""Spaces: the partitions that an authorized caller may read or write.

A space's key is made from ids of ours (account and team, which only the authorizer sets) and from names that
callers choose (session, store). The names are percent-encoded and so cannot contain the separator.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import quote, unquote

DEFAULT_STORE = "default"
DEFAULT_SESSION = "default"


class Scope(StrEnum):
    """How long a memory lives, and who sees it."""

    SESSION = "session"
    ACCOUNT = "account"
    TEAM = "team"


@dataclass(frozen=True, slots=True)
class Space:
    """One partition of the memories table: its key, and the scope of its records."""

    key: str
    scope: Scope


def account_space(account_id: str, store: str = DEFAULT_STORE) -> Space:
    """Return the space of an account's store, by its canonical id.

    >>> account_space("acc_1", "notes").key
    'account/acc_1/store/notes'
    """
    return Space(f"account/{account_id}/store/{encoded(store)}", Scope.ACCOUNT)


def session_space(account_id: str, session_id: str, generation: int) -> Space:
    """Return the space of a session. A reset increments the generation, so that the space is new and empty."""
    return Space(f"account/{account_id}/session/{encoded(session_id)}/{generation}", Scope.SESSION)


def team_space(team_id: str) -> Space:
    """Return the space of memories that members share with their team."""
    return Space(f"team/{team_id}/store/{DEFAULT_STORE}", Scope.TEAM)


def session_of(space: Space) -> tuple[str, int]:
    """Return name and generation of the session whose space this is."""
    _, _, _, session, generation = space.key.split("/")
    return unquote(session), int(generation)


def store_of(space: Space) -> str:
    """Return the canonical id of the store whose space this is."""
    return unquote(space.key.rpartition("/")[2])


def team_of(space: Space) -> str:
    """Return the id of the team whose space this is."""
    return space.key.split("/")[1]


def encoded(name: str) -> str:
    """Percent-encode a name, so that it has no separators; different names stay different."""
    return quote(name, safe="")


def space_of(key: str) -> Space:
    """Return the space of a partition key."""
    owner, _, kind, *_ = key.split("/")
    if owner == "team":
        return Space(key, Scope.TEAM)
    return Space(key, Scope.SESSION if kind == "session" else Scope.ACCOUNT)

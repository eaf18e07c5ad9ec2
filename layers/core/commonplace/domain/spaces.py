"""Spaces: the partitions that an authorized caller may touch.

A space's key is made from ids of ours (account, team: from the authorizer alone) and from names a caller
chose (session, store). The names are percent-encoded, so none of them can hold the separator: no session or
store can reach across a boundary, and no key is a prefix of another.
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
    """One partition of the memories table.

    Attributes
    ----------
    key
        The partition key.
    scope
        Which scope the records in it have.
    """

    key: str
    scope: Scope


def account_space(account_id: str, store: str = DEFAULT_STORE) -> Space:
    """Memories an account keeps until it deletes them, one space a store.

    Parameters
    ----------
    account_id
        From the authorizer.
    store
        The store's canonical id (:func:`commonplace.domain.stores.canonical_id`).
    """
    return Space(f"account/{account_id}/store/{encoded(store)}", Scope.ACCOUNT)


def session_space(account_id: str, session_id: str, generation: int) -> Space:
    """Memories of one session. A reset raises the generation, and with it begins an empty space."""
    return Space(f"account/{account_id}/session/{encoded(session_id)}/{generation}", Scope.SESSION)


def team_space(team_id: str) -> Space:
    """Memories that members shared with their team."""
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
    """Percent-encode a name so that it can stand between separators; different names stay different."""
    return quote(name, safe="")


def space_of(key: str) -> Space:
    """Return the space of a partition key, as a stream tells it.

    Parameters
    ----------
    key
        Of one of the spaces above.
    """
    owner, _, kind, *_ = key.split("/")
    if owner == "team":
        return Space(key, Scope.TEAM)
    return Space(key, Scope.SESSION if kind == "session" else Scope.ACCOUNT)

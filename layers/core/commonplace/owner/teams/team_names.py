"""Names of the account's teams, and whether the account may write in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import wait
from dataclasses import dataclass
from typing import TypeVar

from ...operations.call import Call
from ...storage import teams
from ..changes import directory_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class OwnTeam:
    """A team that the account is a member of."""

    id: str
    name: str  # not unique
    may_write: bool


def own_teams(call: Call, among: Sequence[str] | None = None) -> dict[str, OwnTeam]:
    """Read the owner's teams by id, in the order of their names.

    Parameters
    ----------
    call
        The owner's.
    among
        Ids; only the account's own among them are returned, with one round trip. None: all teams, with two.
    """
    call.caller.require_owner()
    account_id, book = call.caller.account_id, directory_of(call.runtime)
    ids = teams.teams_of(book, account_id) if among is None else among
    found = teams.names_and_rights(book, account_id, ids, call.runtime.tables.sleep)
    own = [OwnTeam(team_id, name, rights.may_write) for team_id, (name, rights) in found.items()]
    return {team.id: team for team in sorted(own, key=lambda team: (team.name.casefold(), team.id))}


def with_own_teams(call: Call, read: Callable[[], T]) -> tuple[T, Mapping[str, OwnTeam]]:
    """Read all the owner's teams in parallel with another read, and return both results."""
    begun = call.runtime.tables.submit(lambda: own_teams(call))
    try:
        found = read()
    finally:
        wait([begun])
    return found, begun.result()

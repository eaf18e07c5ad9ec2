"""The account's teams as pages name them: a name each, and whether the account may write there."""

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
    """A team that the account is a member of.

    Attributes
    ----------
    id, name
        Names are not unique.
    may_write
        Whether the account may write the team's memory.
    """

    id: str
    name: str
    may_write: bool


def own_teams(call: Call, among: Sequence[str] | None = None) -> dict[str, OwnTeam]:
    """Read the owner's teams by id, in the order of their names.

    Parameters
    ----------
    call
        The owner's.
    among
        Ids, of which those are read that are his: one round trip. None: all of his, two.
    """
    call.caller.require_owner()
    account_id, book = call.caller.account_id, directory_of(call.runtime)
    ids = teams.teams_of(book, account_id) if among is None else among
    found = teams.names_and_rights(book, account_id, ids, call.runtime.tables.sleep)
    own = [OwnTeam(team_id, name, rights.may_write) for team_id, (name, rights) in found.items()]
    return {team.id: team for team in sorted(own, key=lambda team: (team.name.casefold(), team.id))}


def with_own_teams(call: Call, read: Callable[[], T]) -> tuple[T, Mapping[str, OwnTeam]]:
    """Read all the owner's teams while something else is read.

    Parameters
    ----------
    call
        The owner's.
    read
        Reads what is shown with them.
    """
    begun = call.runtime.tables.begin(lambda: own_teams(call))
    try:
        found = read()
    finally:
        wait([begun])
    return found, begun.result()

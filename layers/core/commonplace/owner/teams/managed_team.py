"""Reading, checking and changing a team that the caller is a member of."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...auth.keys import is_id
from ...operations.audit import OwnerAction, audit_owner
from ...operations.call import Call
from ...refusals.errors import Conflict, NotAllowed, NotFound
from ...storage import teams
from ...storage.actions import Action
from ...storage.directory import Directory
from ...storage.teams import Member, Team
from ..changes import directory_of, until_unchanged
from .contract import ShownTeam, team_result


def my_team(call: Call, book: Directory, team_id: str) -> tuple[Team, Member]:
    """Read a team and the caller's membership.

    Raises
    ------
    NotFound
        If the team does not exist or the caller is no member; the two are indistinguishable.
    """
    team = teams.read(book, team_id) if is_id(team_id) else None
    me = None if team is None else team.member(call.caller.account_id)
    if team is None or me is None:
        raise NotFound("team.not_found", field="team")
    return team, me


def managed_team(call: Call, book: Directory, team_id: str) -> tuple[Team, Member]:
    """Read a team that the caller manages.

    Raises
    ------
    NotFound
        As :func:`my_team`.
    NotAllowed
        If the caller does not manage it.
    """
    team, me = my_team(call, book, team_id)
    if not me.rights.may_manage:
        raise NotAllowed("team.not_manager")
    return team, me


def change_team(
    call: Call,
    team_id: str,
    actions: Callable[[Directory, Team, Member], Sequence[Action]],
    audited: OwnerAction,
    about: str,
) -> ShownTeam:
    """Change a team that the caller manages, retrying while others change it, and return it as it is then.

    Parameters
    ----------
    call, team_id
        The owner's call, and the team.
    actions
        Decides on the writes from the directory, the team and the caller's membership; called for each attempt.
    audited, about
        For the line in the audit.
    """
    call.caller.require_owner()
    book = directory_of(call.runtime)

    def attempt() -> None:
        call.runtime.tables.commit(actions(book, *managed_team(call, book, team_id)))

    until_unchanged(call.runtime, attempt)
    audit_owner(call, audited, about=about)
    return current_team(call, team_id)


def member_of(team: Team, member_id: str) -> Member:
    """Find a member by its id in the team, or raise NotFound."""
    for one in team.members:
        if one.member_id == member_id:
            return one
    raise NotFound("member.not_found", field="member")


def require_another_manager(team: Team, leaving: Member) -> None:
    """Raise Conflict if the other members would be left without a manager."""
    others = [one for one in team.members if one is not leaving]
    if leaving.rights.may_manage and others and not any(one.rights.may_manage for one in others):
        raise Conflict("team.last_manager")


def current_team(call: Call, team_id: str) -> ShownTeam:
    """Return a team as it is after a change; raises NotFound if the caller was removed meanwhile."""
    book = directory_of(call.runtime)
    team, me = my_team(call, book, team_id)
    chosen = teams.sign_in_team(book, call.caller.account_id)
    return team_result(team, me, call.runtime.wall(), is_sign_in_team=chosen == team_id)

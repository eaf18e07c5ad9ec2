"""The caller in one of his teams: what every operation on a team begins with."""

from __future__ import annotations

from ...auth.keys import is_id
from ...operations.call import Call
from ...refusals.errors import Conflict, NotAllowed, NotFound
from ...storage import teams
from ...storage.directory import Directory
from ...storage.teams import Member, Team
from ..changes import directory_of
from .contract import ShownTeam, team_result


def my_team(call: Call, book: Directory, team_id: str) -> tuple[Team, Member]:
    """Read a team of the caller's.

    Returns
    -------
    tuple[Team, Member]
        With his membership.

    Raises
    ------
    NotFound
        If there is none of this id, or he is no member: the two answer alike.
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
        If he may not change it.
    """
    team, me = my_team(call, book, team_id)
    if not me.rights.may_manage:
        raise NotAllowed("team.not_manager")
    return team, me


def member_of(team: Team, member_id: str) -> Member:
    """Find a member by the id that members call him by.

    Raises
    ------
    NotFound
        If there is none.
    """
    for one in team.members:
        if one.member_id == member_id:
            return one
    raise NotFound("member.not_found", field="member")


def require_another_manager(team: Team, leaving: Member) -> None:
    """Refuse what would leave a team's members without one who manages it.

    Raises
    ------
    Conflict
        It says what to do first.
    """
    others = [one for one in team.members if one is not leaving]
    if leaving.rights.may_manage and others and not any(one.rights.may_manage for one in others):
        raise Conflict("team.last_manager")


def current_team(call: Call, team_id: str) -> ShownTeam:
    """Show a team as it is after a change.

    Raises
    ------
    NotFound
        If the caller was removed meanwhile.
    """
    book = directory_of(call.runtime)
    team, me = my_team(call, book, team_id)
    chosen = teams.sign_in_team(book, call.caller.account_id)
    return team_result(team, me, call.runtime.clock(), is_sign_in_team=chosen == team_id)

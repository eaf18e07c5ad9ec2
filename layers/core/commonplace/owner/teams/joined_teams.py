"""list_teams, create_team, leave_team, set_sign_in_team: the teams that the account is a member of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import Field

from ...auth.keys import new_id
from ...operations.audit import audit_owner
from ...operations.call import Call
from ...operations.contract import Arguments, Result, Tool
from ...refusals.errors import Conflict
from ...storage import teams
from ...storage.directory import Membership
from ...storage.teams import Member
from ..changes import directory_of, until_unchanged
from ..given_names import GivenName, checked_given_name
from .contract import MOST_TEAMS, ShownTeam, TeamArguments, Teams, team_result
from .managed_team import current_team, my_team, require_another_manager


class ListTeamsArguments(Arguments):
    """list_teams takes none."""


class CreateTeamArguments(Arguments):
    """Arguments of create_team."""

    name: GivenName = Field(description="Of the team; two teams may have one name.")
    my_name: GivenName = Field(description="As which the other members see the owner.")


class SetSignInTeamArguments(Arguments):
    """Arguments of set_sign_in_team."""

    team: str | None = Field(default=None, description="Id of a team of the account's; null: no team.")


class Left(Result):
    """Result of leave_team."""

    left: bool
    team: str


class SignInTeam(Result):
    """The team of clients that sign in with the owner's tokens."""

    team: str | None


def list_teams(call: Call, _: ListTeamsArguments) -> Teams:
    """List the teams of the account, each with its members."""
    call.caller.require_owner()
    account_id, book, tables = call.caller.account_id, directory_of(call.runtime), call.runtime.tables
    found, now = teams.teams_of(book, account_id), call.runtime.wall()
    reads: list[Callable[[], Any]] = [
        *(lambda team=team: teams.read(book, team) for team in found),
        lambda: teams.sign_in_team(book, account_id),
    ]
    *read, chosen = tables.gather(reads)
    answer = []
    for team in read:
        me = None if team is None else team.member(account_id)
        if me is not None:
            answer.append(team_result(team, me, now, is_sign_in_team=team.team_id == chosen))
    return Teams(teams=sorted(answer, key=lambda one: (one.name.casefold(), one.id)), most=MOST_TEAMS)


def create_team(call: Call, arguments: CreateTeamArguments) -> ShownTeam:
    """Make a team, with the caller as its first member and manager."""
    call.caller.require_owner()
    account_id, book = call.caller.account_id, directory_of(call.runtime)
    name, my_name = checked_given_name("name", arguments.name), checked_given_name("my_name", arguments.my_name)
    team_id, member_id = new_id("team"), new_id("mem")

    def attempt() -> None:
        version, now = book.version(account_id), call.runtime.wall()
        require_room(len(teams.teams_of(book, account_id)))
        rights = Membership(may_read=True, may_write=True, may_manage=True)
        me = Member(account_id, member_id, my_name, rights, joined_at=now)
        call.runtime.tables.commit(
            [
                book.next_version(account_id, version),
                teams.new_team(book.table, team_id, name, now),
                *teams.put_member(book.table, team_id, me, new=True),
            ]
        )

    until_unchanged(call.runtime, attempt)
    audit_owner(call, "team_created", about=team_id)
    return current_team(call, team_id)


def leave_team(call: Call, arguments: TeamArguments) -> Left:
    """Leave a team. The account's memories there stay until it erases them; keys of the team work without it."""
    call.caller.require_owner()
    account_id, book = call.caller.account_id, directory_of(call.runtime)

    def attempt() -> None:
        team, me = my_team(call, book, arguments.team)
        require_another_manager(team, me)
        actions = [
            teams.change(book.table, team),
            *teams.delete_member(book.table, team, account_id, call.runtime.wall()),
        ]
        if teams.sign_in_team(book, account_id) == team.team_id:
            actions.append(teams.set_sign_in_team(book.table, account_id, None))
        call.runtime.tables.commit(actions)

    until_unchanged(call.runtime, attempt)
    audit_owner(call, "team_left", about=arguments.team)
    return Left(left=True, team=arguments.team)


def set_sign_in_team(call: Call, arguments: SetSignInTeamArguments) -> SignInTeam:
    """Choose the team of clients that sign in with the owner's tokens, since tokens name none."""
    call.caller.require_owner()
    account_id, book = call.caller.account_id, directory_of(call.runtime)

    def attempt() -> None:
        actions = [teams.set_sign_in_team(book.table, account_id, arguments.team)]
        if arguments.team is not None:
            my_team(call, book, arguments.team)
            actions.append(teams.is_member(book.table, arguments.team, account_id))
        call.runtime.tables.commit(actions)

    until_unchanged(call.runtime, attempt)
    audit_owner(call, "sign_in_team_changed", about=arguments.team)
    return SignInTeam(team=arguments.team)


def require_room(count: int) -> None:
    """Raise Conflict if an account with this many teams may not join another one."""
    if count >= MOST_TEAMS:
        raise Conflict("team.limit", most=MOST_TEAMS)


LIST_TEAMS = Tool(
    name="list_teams",
    title="List teams",
    description="The account's teams, each with its members and what they may do.",
    arguments=ListTeamsArguments,
    result=Teams,
    run=list_teams,
    in_pages=True,
    writes=False,
)
CREATE_TEAM = Tool(
    name="create_team",
    title="Create a team",
    description="Make a team, and manage it.",
    arguments=CreateTeamArguments,
    result=ShownTeam,
    run=create_team,
    in_pages=True,
    writes=True,
)
LEAVE_TEAM = Tool(
    name="leave_team",
    title="Leave a team",
    description="Be no member any more: within 25 s the team's memory is out of reach. What one wrote stays.",
    arguments=TeamArguments,
    result=Left,
    run=leave_team,
    in_pages=True,
    writes=True,
    destructive=True,
)
SET_SIGN_IN_TEAM = Tool(
    name="set_sign_in_team",
    title="Choose the team of signed-in clients",
    description="Clients that sign in with the owner's tokens get this team, as a key gets its own.",
    arguments=SetSignInTeamArguments,
    result=SignInTeam,
    run=set_sign_in_team,
    in_pages=True,
    writes=True,
    idempotent=True,
)

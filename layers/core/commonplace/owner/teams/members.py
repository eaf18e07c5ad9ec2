"""set_rights, remove_member, rename_team: for the managers of a team."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from ...operations.call import Call
from ...operations.contract import Tool
from ...refusals.errors import Conflict
from ...storage import teams
from ...storage.actions import Action
from ...storage.directory import Directory
from ...storage.teams import Member, Team
from ..given_names import GivenName, checked_given_name
from .contract import ShownTeam, TeamArguments
from .managed_team import change_team, member_of, require_another_manager

_RIGHTS = {"may_read", "may_write", "may_manage"}


class MemberArguments(TeamArguments):
    """Arguments that name a member."""

    member: str = Field(description="Id of the member in this team.")


class SetRightsArguments(MemberArguments):
    """Arguments of set_rights; rights that are left out do not change."""

    may_read: bool | None = None
    may_write: bool | None = None
    may_manage: bool | None = None


class RenameTeamArguments(TeamArguments):
    """Arguments of rename_team."""

    name: GivenName


def set_rights(call: Call, arguments: SetRightsArguments) -> ShownTeam:
    """Change a member's rights, for all of the member's keys, within 25 s."""

    def actions(book: Directory, team: Team, _: Member) -> list[Action]:
        member = member_of(team, arguments.member)
        rights = replace(member.rights, **arguments.model_dump(include=_RIGHTS, exclude_none=True))
        changes = [
            teams.change(book.table, team),
            *teams.put_member(book.table, team.team_id, replace(member, rights=rights), new=False),
        ]
        if member.rights.may_manage and not rights.may_manage:
            require_another_manager(team, member)
            if len(team.members) == 1:
                raise Conflict("team.only_member")
            changes += teams.delete_invitations_by(book.table, team, member.account_id, call.runtime.wall())
        return changes

    return change_team(call, arguments.team, actions, "member_changed", arguments.member)


def remove_member(call: Call, arguments: MemberArguments) -> ShownTeam:
    """Remove another member. The member's memories stay until that account erases them."""

    def actions(book: Directory, team: Team, me: Member) -> list[Action]:
        member = member_of(team, arguments.member)
        if member is me:
            raise Conflict("member.yourself", field="member")
        removed = teams.delete_member(book.table, team, member.account_id, call.runtime.wall())
        return [teams.change(book.table, team), *removed]

    return change_team(call, arguments.team, actions, "member_removed", arguments.member)


def rename_team(call: Call, arguments: RenameTeamArguments) -> ShownTeam:
    """Give a team another name."""
    call.caller.require_owner()
    name = checked_given_name("name", arguments.name)
    return change_team(
        call,
        arguments.team,
        lambda book, team, _: [teams.change(book.table, team, name=name)],
        "team_renamed",
        arguments.team,
    )


SET_RIGHTS = Tool(
    name="set_rights",
    title="Change a member's rights",
    description="Change what a member may do in the team: within 25 s, for all his keys.",
    arguments=SetRightsArguments,
    result=ShownTeam,
    run=set_rights,
    in_pages=True,
    writes=True,
    idempotent=True,
)
REMOVE_MEMBER = Tool(
    name="remove_member",
    title="Remove a member",
    description="Remove a member: within 25 s the team's memory is out of his reach. What he wrote stays.",
    arguments=MemberArguments,
    result=ShownTeam,
    run=remove_member,
    in_pages=True,
    writes=True,
    destructive=True,
)
RENAME_TEAM = Tool(
    name="rename_team",
    title="Rename a team",
    description="Give a team another name.",
    arguments=RenameTeamArguments,
    result=ShownTeam,
    run=rename_team,
    in_pages=True,
    writes=True,
    idempotent=True,
)

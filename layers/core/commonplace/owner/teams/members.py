"""The members of a team, for those who manage it: set_rights, remove_member, rename_team."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from ...operations.audit import audit_owner
from ...operations.call import Call
from ...operations.contract import Tool
from ...refusals.errors import Conflict
from ...storage import teams
from ...storage.directory import Membership
from ..changes import directory_of, until_unchanged
from ..given_names import GivenName, checked_given_name
from .contract import ShownTeam, TeamArguments
from .membership import current_team, managed_team, member_of, require_another_manager


class MemberArguments(TeamArguments):
    """Arguments that name a member."""

    member: str = Field(description="Id of the member in this team.")


class SetRightsArguments(MemberArguments):
    """Arguments of set_rights; a right that is left out stays."""

    may_read: bool | None = None
    may_write: bool | None = None
    may_manage: bool | None = None


class RenameTeamArguments(TeamArguments):
    """Arguments of rename_team."""

    name: GivenName


def set_rights(call: Call, arguments: SetRightsArguments) -> ShownTeam:
    """Change what a member may do: for all his keys, and within 25 s."""
    call.caller.require_owner()
    book = directory_of(call.runtime)

    def attempt() -> None:
        team, _ = managed_team(call, book, arguments.team)
        member = member_of(team, arguments.member)
        rights = _changed(member.rights, arguments)
        actions = [
            teams.change(book.table, team),
            *teams.put_member(book.table, team.team_id, replace(member, rights=rights), new=False),
        ]
        if member.rights.may_manage and not rights.may_manage:
            require_another_manager(team, member)
            if len(team.members) == 1:
                raise Conflict("team.only_member")
            actions += teams.delete_invitations_by(book.table, team, member.account_id, call.runtime.clock())
        call.runtime.tables.commit(actions)

    until_unchanged(call.runtime, attempt)
    audit_owner(call, "member_changed", about=arguments.member)
    return current_team(call, arguments.team)


def remove_member(call: Call, arguments: MemberArguments) -> ShownTeam:
    """Remove another member. What he wrote stays until he erases it."""
    call.caller.require_owner()
    book = directory_of(call.runtime)

    def attempt() -> None:
        team, me = managed_team(call, book, arguments.team)
        member = member_of(team, arguments.member)
        if member is me:
            raise Conflict("member.yourself", field="member")
        call.runtime.tables.commit(
            [
                teams.change(book.table, team),
                *teams.delete_member(book.table, team, member.account_id, call.runtime.clock()),
            ]
        )

    until_unchanged(call.runtime, attempt)
    audit_owner(call, "member_removed", about=arguments.member)
    return current_team(call, arguments.team)


def rename_team(call: Call, arguments: RenameTeamArguments) -> ShownTeam:
    """Give a team another name."""
    call.caller.require_owner()
    book, name = directory_of(call.runtime), checked_given_name("name", arguments.name)

    def attempt() -> None:
        team, _ = managed_team(call, book, arguments.team)
        call.runtime.tables.commit([teams.change(book.table, team, name=name)])

    until_unchanged(call.runtime, attempt)
    audit_owner(call, "team_renamed", about=arguments.team)
    return current_team(call, arguments.team)


def _changed(before: Membership, given: SetRightsArguments) -> Membership:
    return Membership(
        may_read=before.may_read if given.may_read is None else given.may_read,
        may_write=before.may_write if given.may_write is None else given.may_write,
        may_manage=before.may_manage if given.may_manage is None else given.may_manage,
    )


SET_RIGHTS = Tool(
    name="set_rights",
    title="Change a member's rights",
    description="Change what a member may do in the team: within 25 s, for all his keys.",
    arguments=SetRightsArguments,
    result=ShownTeam,
    run=set_rights,
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
    writes=True,
    idempotent=True,
)

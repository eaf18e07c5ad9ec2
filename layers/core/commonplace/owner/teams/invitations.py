"""invite, revoke_invitation, read_invitation, accept_invitation.

An invitation is a code that a member gives to the new one. It works once, within seven days; its hash is stored.
"""

from __future__ import annotations

from unicodedata import normalize

from pydantic import Field

from ...auth.keys import INVITATION_PREFIX, hash_of, is_well_formed, new_id, new_key
from ...domain.clock import SECOND, iso
from ...domain.lifetime import is_expired
from ...operations.audit import audit_owner
from ...operations.call import Call
from ...operations.contract import Arguments, Tool
from ...refusals.errors import Conflict, NotFound
from ...storage import teams
from ...storage.actions import Action
from ...storage.directory import Directory, Membership
from ...storage.teams import Invitation, Member, Team
from ..changes import Once, directory_of, id_for, until_unchanged
from ..given_names import GivenName, checked_given_name
from .contract import (
    MOST_INVITATIONS,
    MOST_MEMBERS,
    Rights,
    ShownTeam,
    TeamArguments,
    open_invitations,
    shown_rights,
)
from .joined_teams import require_room
from .managed_team import change_team, current_team, managed_team

SECONDS = 7 * 24 * 60 * 60


class InviteArguments(TeamArguments):
    """Arguments of invite: the rights of the new member."""

    may_read: bool
    may_write: bool
    may_manage: bool = False
    once: Once | None = Field(default=None, description="Drawn anew for each one: sent again, it makes no other.")


class RevokeInvitationArguments(TeamArguments):
    """Arguments of revoke_invitation."""

    id: str = Field(description="Of the invitation.")


class CodeArguments(Arguments):
    """Arguments of read_invitation."""

    code: str = Field(description="Of the invitation.")


class AcceptInvitationArguments(CodeArguments):
    """Arguments of accept_invitation."""

    my_name: GivenName = Field(description="As which the other members see the owner.")


class NewInvitation(Rights):
    """A new invitation with its code, which cannot be shown again."""

    id: str
    team: str = Field(description="Id of the team.")
    code: str
    expires_at: str = Field(description="RFC 3339.")


class ShownInvitation(Rights):
    """An invitation, as shown before it is accepted."""

    team: str = Field(description="Name of the team.")
    invited_by: str = Field(description="Name of the member.")
    expires_at: str = Field(description="RFC 3339.")
    is_member: bool = Field(description="Whether the account is a member of the team already.")


def invite(call: Call, arguments: InviteArguments) -> NewInvitation:
    """Make an invitation."""
    call.caller.require_owner()
    account_id, book = call.caller.account_id, directory_of(call.runtime)
    code, invitation_id = new_key(INVITATION_PREFIX), id_for("inv", account_id, arguments.once)

    def attempt() -> Invitation:
        team, _ = managed_team(call, book, arguments.team)
        now = call.runtime.wall()
        if any(one.invitation_id == invitation_id for one in team.invitations):
            raise Conflict("invitation.shown_once")
        if len(open_invitations(team, now)) >= MOST_INVITATIONS:
            raise Conflict("invitation.limit", most=MOST_INVITATIONS)
        made = Invitation(
            invitation_id=invitation_id,
            code_hash=hash_of(code),
            team_id=team.team_id,
            rights=Membership(arguments.may_read, arguments.may_write, arguments.may_manage),
            invited_by=account_id,
            created_at=now,
            expires_at=now // SECOND + SECONDS,
        )
        call.runtime.tables.commit([teams.change(book.table, team), *teams.put_invitation(book.table, made)])
        return made

    made = until_unchanged(call.runtime, attempt)
    audit_owner(call, "member_invited", about=made.team_id)
    return NewInvitation(
        id=invitation_id,
        team=made.team_id,
        code=code,
        **shown_rights(made.rights),
        expires_at=iso(made.expires_at * SECOND),
    )


def revoke_invitation(call: Call, arguments: RevokeInvitationArguments) -> ShownTeam:
    """Revoke an open invitation."""

    def actions(book: Directory, team: Team, _: Member) -> list[Action]:
        for one in open_invitations(team, call.runtime.wall()):
            if one.invitation_id == arguments.id:
                return [teams.change(book.table, team), *teams.delete_invitation(book.table, one)]
        raise NotFound("invitation.not_found", field="id")

    return change_team(call, arguments.team, actions, "invitation_revoked", arguments.team)


def read_invitation(call: Call, arguments: CodeArguments) -> ShownInvitation:
    """Return what an invitation offers."""
    call.caller.require_owner()
    found, team, inviter = _open(call, directory_of(call.runtime), arguments.code)
    return ShownInvitation(
        team=team.name,
        **shown_rights(found.rights),
        invited_by=inviter.name,
        expires_at=iso(found.expires_at * SECOND),
        is_member=team.member(call.caller.account_id) is not None,
    )


def accept_invitation(call: Call, arguments: AcceptInvitationArguments) -> ShownTeam:
    """Become a member of the invitation's team; the code cannot be used again."""
    call.caller.require_owner()
    account_id, book = call.caller.account_id, directory_of(call.runtime)
    my_name, member_id = checked_given_name("my_name", arguments.my_name), new_id("mem")

    def attempt() -> str:
        version = book.version(account_id)
        found, team, _ = _open(call, book, arguments.code)
        if team.member(account_id) is not None:
            raise Conflict("team.member_already")
        if len(team.members) >= MOST_MEMBERS:
            raise Conflict("team.full", most=MOST_MEMBERS)
        if _alike(my_name) in {_alike(one.name) for one in team.members}:
            _open(call, book, arguments.code)  # it may have been used meanwhile, by the member with this name
            raise Conflict("member.name_taken", field="my_name")
        require_room(len(teams.teams_of(book, account_id)))
        me = Member(account_id, member_id, my_name, found.rights, joined_at=call.runtime.clock())
        call.runtime.tables.commit(
            [
                book.next_version(account_id, version),
                teams.change(book.table, team),
                *teams.delete_invitation(book.table, found),
                *teams.put_member(book.table, team.team_id, me, new=True),
            ]
        )
        return team.team_id

    team_id = until_unchanged(call.runtime, attempt)
    audit_owner(call, "team_joined", about=team_id)
    return current_team(call, team_id)


def _alike(name: str) -> str:
    """Return a name in the form in which similar names are equal."""
    return normalize("NFC", name.casefold())


def _open(call: Call, book: Directory, code: str) -> tuple[Invitation, Team, Member]:
    code = code.strip()
    found = teams.invitation(book, hash_of(code)) if is_well_formed(code, INVITATION_PREFIX) else None
    if found is not None and not is_expired(found.expires_at, call.runtime.wall()):
        team = teams.read(book, found.team_id)
        inviter = None if team is None else team.member(found.invited_by)
        if team is not None and inviter is not None and inviter.rights.may_manage:
            return found, team, inviter
    raise NotFound("invitation.not_found.code", field="code")


INVITE = Tool(
    name="invite",
    title="Invite a member",
    description="Make a code by which one account becomes a member, within seven days. It is shown this once.",
    arguments=InviteArguments,
    result=NewInvitation,
    run=invite,
    in_pages=True,
    writes=True,
)
REVOKE_INVITATION = Tool(
    name="revoke_invitation",
    title="Revoke an invitation",
    description="Take an open invitation back.",
    arguments=RevokeInvitationArguments,
    result=ShownTeam,
    run=revoke_invitation,
    in_pages=True,
    writes=True,
    destructive=True,
)
READ_INVITATION = Tool(
    name="read_invitation",
    title="Read an invitation",
    description="What an invitation offers: the team, and what a member may do there.",
    arguments=CodeArguments,
    result=ShownInvitation,
    run=read_invitation,
    in_pages=True,
    writes=False,
)
ACCEPT_INVITATION = Tool(
    name="accept_invitation",
    title="Accept an invitation",
    description="Become a member of a team.",
    arguments=AcceptInvitationArguments,
    result=ShownTeam,
    run=accept_invitation,
    in_pages=True,
    writes=True,
)

"""Types of the operations on teams. Members do not see each other's account ids."""

from __future__ import annotations

from pydantic import Field

from ...domain.clock import SECOND, iso
from ...domain.lifetime import is_expired
from ...operations.contract import Arguments, Result
from ...storage.directory import Membership
from ...storage.teams import Invitation, Member, Team

MOST_TEAMS = 20  # of an account
MOST_MEMBERS = 100  # of a team
MOST_INVITATIONS = 20  # open ones of a team


class TeamArguments(Arguments):
    """Arguments that name a team."""

    team: str = Field(description="Id of the team.")


class Rights(Result):
    """What a member may do."""

    may_read: bool = Field(description="Read the team's memory.")
    may_write: bool = Field(description="Write it.")
    may_manage: bool = Field(description="Invite, change and remove members, and rename the team.")


class ShownMember(Rights):
    """A member."""

    id: str = Field(description="Of the member in this team; it is no account's.")
    name: str
    joined_at: str = Field(description="RFC 3339.")
    is_me: bool


class OpenInvitation(Rights):
    """An invitation that nobody has accepted yet; not its code."""

    id: str
    invited_by: str = Field(description="Name of the member.")
    created_at: str
    expires_at: str


class ShownTeam(Rights):
    """A team, with the caller's own rights."""

    id: str
    name: str
    is_sign_in_team: bool = Field(description="Whether clients that sign in with the owner's tokens get it.")
    members: list[ShownMember] = Field(description="In the order in which they came.")
    invitations: list[OpenInvitation] = Field(description="For those who manage the team; else none.")
    most_members: int
    most_invitations: int


class Teams(Result):
    """The teams of an account."""

    teams: list[ShownTeam] = Field(description="By name.")
    most: int = Field(description="Of how many it can be a member.")


def team_result(team: Team, me: Member, now: int, *, is_sign_in_team: bool) -> ShownTeam:
    """Return a team as member ``me`` sees it; ``now`` is in microseconds since 1970."""
    names = {one.account_id: one.name for one in team.members}
    invitations = open_invitations(team, now) if me.rights.may_manage else []
    return ShownTeam(
        id=team.team_id,
        name=team.name,
        **shown_rights(me.rights),
        is_sign_in_team=is_sign_in_team,
        members=[
            ShownMember(
                id=one.member_id,
                name=one.name,
                **shown_rights(one.rights),
                joined_at=iso(one.joined_at),
                is_me=one is me,
            )
            for one in team.members
        ],
        invitations=[
            OpenInvitation(
                id=one.invitation_id,
                **shown_rights(one.rights),
                invited_by=names.get(one.invited_by, ""),
                created_at=iso(one.created_at),
                expires_at=iso(one.expires_at * SECOND),
            )
            for one in invitations
        ],
        most_members=MOST_MEMBERS,
        most_invitations=MOST_INVITATIONS,
    )


def open_invitations(team: Team, now: int) -> list[Invitation]:
    """Return the invitations that can still be accepted."""
    return [one for one in team.invitations if not is_expired(one.expires_at, now)]


def shown_rights(rights: Membership) -> dict[str, bool]:
    """Return rights by the names of their fields."""
    return {"may_read": rights.may_read, "may_write": rights.may_write, "may_manage": rights.may_manage}

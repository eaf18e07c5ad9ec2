"""Team: teams, their members' rights, and invitations."""

from __future__ import annotations

import secrets
from typing import Any

from ...domain.clock import iso
from ...operations.http import Answer
from ...owner.teams.contract import OpenInvitation, ShownTeam, Teams
from ...owner.teams.invitations import ACCEPT_INVITATION, INVITE, READ_INVITATION, REVOKE_INVITATION, NewInvitation
from ...owner.teams.joined_teams import CREATE_TEAM, LEAVE_TEAM, LIST_TEAMS, SET_SIGN_IN_TEAM
from ...owner.teams.members import REMOVE_MEMBER, RENAME_TEAM, SET_RIGHTS
from ...refusals.errors import Refusal
from ..visit import Visit
from .page import Action, Page

ROWS = 50  # members per page
RIGHTS = ("may_read", "may_write", "may_manage")
INVITATION = "invitation"  # parameter of an invitation's link


def show(visit: Visit) -> Answer:
    """Show the teams, one of them in full, and the invitation in the address (``?invitation=``), if any."""
    return _shown(visit, LIST_TEAMS.call(visit.call, {}), None)


def _shown(visit: Visit, found: Teams, invited: NewInvitation | None) -> Answer:
    asked = visit.query("team") or visit.field("team")
    team = next((one for one in found.teams if one.id == asked), found.teams[0] if found.teams else None)
    base_url = visit.request.base_url
    return visit.show(
        teams=found.teams,
        most=found.most,
        team=team,
        my_name=visit.sign_in.name or "",
        rights=RIGHTS,
        invited=invited,
        link="" if invited is None else f"{base_url}/team?{INVITATION}={invited.code}",
        once=secrets.token_urlsafe(16),
        **_members(visit, team),
        **_invitation(visit),
    )


def create(visit: Visit) -> Answer:
    """Make a team."""
    made = CREATE_TEAM.call(visit.call, {"name": visit.field("name"), "my_name": visit.field("my_name")})
    return visit.done("created", to=f"/team?team={made.id}")


def rename(visit: Visit) -> Answer:
    """Give a team another name."""
    team = RENAME_TEAM.call(visit.call, {"team": visit.field("team"), "name": visit.field("name")})
    return visit.done("renamed", to=f"/team?team={team.id}")


def leave(visit: Visit) -> Answer:
    """Leave a team."""
    LEAVE_TEAM.call(visit.call, {"team": visit.field("team")})
    return visit.done("left")


def choose(visit: Visit) -> Answer:
    """Choose the team of clients that sign in with the owner's tokens."""
    SET_SIGN_IN_TEAM.call(visit.call, {"team": visit.field("team") or None})
    return visit.done("chosen")


def set_rights(visit: Visit) -> Answer:
    """Set a member's rights to the checked ones."""
    named = {"team": visit.field("team"), "member": visit.field("member")}
    team = SET_RIGHTS.call(visit.call, named | _ticked(visit))
    return visit.done("rights", to=f"/team?team={team.id}")


def remove(visit: Visit) -> Answer:
    """Remove a member."""
    team = REMOVE_MEMBER.call(visit.call, {"team": visit.field("team"), "member": visit.field("member")})
    return visit.done("removed", to=f"/team?team={team.id}")


def invite(visit: Visit) -> Answer:
    """Make an invitation and show it once, in this answer; sending the form again makes no second one."""
    found = LIST_TEAMS.call(visit.call, {})  # read before: an error after the code is made would lose it
    named = {"team": visit.field("team"), "once": visit.field("once") or None}
    made = INVITE.call(visit.call, named | _ticked(visit))
    for team in found.teams:
        if team.id == made.team:
            team.invitations.append(_listed(visit, made, team))
    return _shown(visit, found, made)


def revoke_invitation(visit: Visit) -> Answer:
    """Revoke an invitation."""
    team = REVOKE_INVITATION.call(visit.call, {"team": visit.field("team"), "id": visit.field("id")})
    return visit.done("invitation_revoked", to=f"/team?team={team.id}")


def accept(visit: Visit) -> Answer:
    """Accept an invitation to a team."""
    team = ACCEPT_INVITATION.call(visit.call, {"code": visit.field("code"), "my_name": visit.field("my_name")})
    return visit.done("joined", to=f"/team?team={team.id}")


def _listed(visit: Visit, made: NewInvitation, team: ShownTeam) -> OpenInvitation:
    """Return a new invitation as the team's list shows it."""
    (me,) = (one.name for one in team.members if one.is_me)
    shared = made.model_dump(include={"id", *RIGHTS, "expires_at"})
    return OpenInvitation(**shared, invited_by=me, created_at=iso(visit.call.runtime.clock()))


def _ticked(visit: Visit) -> dict[str, bool]:
    return {right: bool(visit.field(right)) for right in RIGHTS}


def _members(visit: Visit, team: ShownTeam | None) -> dict[str, Any]:
    """Return the page of members to show: with the member of a refused form or a question, else from ``?from=``.

    ``?remove=`` asks for confirmation to remove a member.
    """
    members, asked = [] if team is None else team.members, visit.query("remove")
    named = visit.field("member") or asked
    about = next((at for at, one in enumerate(members) if one.id == named), None)
    begin = visit.query("from")
    start = int(begin) if begin.isascii() and begin.isdigit() and len(begin) < 5 else 0
    start = start if about is None else about // ROWS * ROWS
    if asked and visit.request.htmx:  # only its row is replaced
        return {"asked": asked, "members": [one for one in members if one.id == asked], "next": None}
    return {
        "asked": asked,
        "members": members[start : start + ROWS],
        "next": start + ROWS if start + ROWS < len(members) else None,
    }


def _invitation(visit: Visit) -> dict[str, Any]:
    """Read the invitation of the link, or of a refused form."""
    code = visit.query(INVITATION) or visit.field("code")
    offer = refused = None
    if code:
        try:
            offer = READ_INVITATION.call(visit.call, {"code": code})
        except Refusal as refusal:
            refused = refusal
    return {"code": code, "offer": offer, "refused": refused}


PAGE = Page(
    "team",
    icon="team",
    get=show,
    actions={
        "create": Action(create),
        "rename": Action(rename),
        "leave": Action(leave),
        "sign-in": Action(choose),
        "rights": Action(set_rights),
        "remove": Action(remove),
        "invite": Action(invite),
        "invitations/revoke": Action(revoke_invitation),
        "accept": Action(accept),
    },
)

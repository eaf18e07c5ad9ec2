"""Teams in the directory: their members and open invitations, and what changes them.

Every change raises the version of the team's head on condition that it still is as it was read. So what was
decided by the members and invitations read after it (who manages, how many there are) holds when it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..domain.lifetime import is_expired
from .actions import Action, Check, Delete, Put, Update
from .batch_get import batch_get
from .conditions import absent, exists
from .directory import MEMBER, RIGHTS, VERSION, Directory, Membership, member_key, own_side_key, rights_of, step
from .fields import StoredFields
from .heads import HEAD, account_entity, team_entity, team_key
from .items import plain
from .pages import get_item

TEAM = "team/"
INVITATION = "invitation"
SIGN_IN = "sign-in"


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a team.

    Attributes
    ----------
    account_id
        Whose account; other members never learn it.
    member_id
        What members call him by.
    name
        As he is shown to the others.
    rights
        What he may do.
    joined_at
        Microseconds since 1970.
    """

    account_id: str
    member_id: str
    name: str
    rights: Membership
    joined_at: int


@dataclass(frozen=True, slots=True)
class Invitation:
    """An open invitation, kept under its code's hash.

    Attributes
    ----------
    invitation_id, code_hash, team_id
        The id is shown to those who manage the team.
    rights
        Of who accepts it.
    invited_by
        Account of the member who invited: what he made ends with his right to manage.
    created_at
        Microseconds since 1970.
    expires_at
        Whole seconds since 1970.
    """

    invitation_id: str
    code_hash: str
    team_id: str
    rights: Membership
    invited_by: str
    created_at: int
    expires_at: int


_MEMBER = StoredFields(Member, given=("account_id",), parts={"rights": RIGHTS})
_INVITATION = StoredFields(Invitation, parts={"rights": RIGHTS})


@dataclass(frozen=True, slots=True)
class Team:
    """A team as its members see it.

    Attributes
    ----------
    team_id, name
        Names are not unique.
    version
        Of the head, read before members and invitations.
    members, invitations
        In the order in which they came.
    """

    team_id: str
    name: str
    version: int
    members: tuple[Member, ...]
    invitations: tuple[Invitation, ...]

    def member(self, account_id: str) -> Member | None:
        """Return an account's membership, if it is a member."""
        return next((one for one in self.members if one.account_id == account_id), None)


def read(book: Directory, team_id: str) -> Team | None:
    """Read a team; None: there is none of this id."""
    item = get_item(book.client, book.table, team_key(team_id))
    if item is None:
        return None
    head = plain(item)
    members, invitations = [], []
    for item in book.parts(team_entity(team_id), ""):
        part = item["part"]["S"]
        if part.startswith(MEMBER):
            members.append(_MEMBER.read(item, account_id=part.removeprefix(MEMBER)))
        elif part != HEAD:
            invitations.append(_INVITATION.read(item))
    return Team(
        team_id=team_id,
        name=head.get("name", ""),
        version=int(head.get(VERSION, 0)),
        members=tuple(sorted(members, key=lambda one: (one.joined_at, one.member_id))),
        invitations=tuple(sorted(invitations, key=lambda one: one.created_at)),
    )


def teams_of(book: Directory, account_id: str) -> list[str]:
    """Read the ids of the teams that an account is a member of now."""
    found = (plain(item) for item in book.parts(account_entity(account_id), TEAM))
    return [str(values["part"]).removeprefix(TEAM) for values in found if not values.get("left", False)]


def names_and_rights(
    book: Directory, account_id: str, team_ids: Sequence[str], sleep: Callable[[float], None]
) -> dict[str, tuple[str, Membership]]:
    """Read of some teams their names and what an account may do there, in one round trip.

    Parameters
    ----------
    book, account_id
        Where, and whose.
    team_ids
        At most 50; those that it is no member of are left out of the answer.
    sleep
        Waits where the table is busy, in seconds.
    """
    if not team_ids:
        return {}
    keys = [key for one in team_ids for key in (team_key(one), member_key(one, account_id))]
    items = batch_get(book.client, {book.table: keys}, sleep)[book.table]
    by_key = {(item["entity"]["S"], item["part"]["S"]): item for item in items}
    found = {}
    for one in team_ids:
        head, member = (by_key.get((team_entity(one), part)) for part in (HEAD, f"{MEMBER}{account_id}"))
        if head is not None and member is not None:
            found[one] = (str(plain(head).get("name", "")), rights_of(member))
    return found


def new_team(table: str, team_id: str, name: str, now: int) -> Put:
    """Make a team's head."""
    return Put(table, team_key(team_id) | {"created_at": now, "name": name, VERSION: 1}).when(absent("entity"))


def change(table: str, team: Team, *, name: str | None = None) -> Update:
    """Count a change of a team, if none came since it was read; and give it another name."""
    update = step(table, team_key(team.team_id), team.version)
    return update if name is None else update.set(name=name)


def put_member(table: str, team_id: str, member: Member, *, new: bool) -> list[Action]:
    """Keep a member: in the team, and on the account's side. A new one must not be a member already."""
    values = _MEMBER.values(member)
    put = Put(table, member_key(team_id, member.account_id) | values)
    own_side = {**own_side_key(team_id, member.account_id), **values, "member_id": None}
    return [put.when(absent("entity")) if new else put, Put(table, own_side)]


def delete_member(table: str, team: Team, account_id: str, now: int) -> list[Action]:
    """Let an account be no member, and nobody come in by what it offered.

    Its own side stays, marked: what it wrote is found by it.
    """
    return [
        Delete(table, member_key(team.team_id, account_id)),
        Update(table, own_side_key(team.team_id, account_id)).set(left=True),
        *delete_invitations_by(table, team, account_id, now),
    ]


def is_member(table: str, team_id: str, account_id: str) -> Check:
    """Require that an account is a member."""
    return Check(table, member_key(team_id, account_id)).when(exists("entity"))


def invitation(book: Directory, code_hash: str) -> Invitation | None:
    """Find an invitation by its code's hash; whether it is over is for the caller to judge."""
    item = get_item(book.client, book.table, {"entity": f"{INVITATION}/{code_hash}", "part": INVITATION})
    return None if item is None else _INVITATION.read(item)


def put_invitation(table: str, one: Invitation) -> list[Action]:
    """Keep an invitation: under its code's hash, and in the team's list."""
    return [Put(table, key | _INVITATION.values(one)) for key in _invitation_keys(one)]


def delete_invitation(table: str, one: Invitation) -> list[Action]:
    """Delete an invitation that is there: it is used, revoked, or its maker manages the team no more."""
    by_code, listed = (Delete(table, key) for key in _invitation_keys(one))
    return [by_code.when(exists("entity")), listed]


def delete_invitations_by(table: str, team: Team, account_id: str, now: int) -> list[Action]:
    """Delete the open invitations that one member made: who manages no more brings nobody in, nor himself back."""
    found = [
        one for one in team.invitations if one.invited_by == account_id and not is_expired(one.expires_at, now)
    ]
    return [action for one in found for action in delete_invitation(table, one)]


def sign_in_team(book: Directory, account_id: str) -> str | None:
    """Read which team clients get that sign in with the owner's tokens."""
    item = get_item(book.client, book.table, _sign_in_key(account_id))
    return None if item is None else plain(item).get("team_id")


def set_sign_in_team(table: str, account_id: str, team_id: str | None) -> Action:
    """Choose that team; None: no team."""
    key = _sign_in_key(account_id)
    return Delete(table, key) if team_id is None else Put(table, key | {"team_id": team_id})


def _sign_in_key(account_id: str) -> dict[str, str]:
    return {"entity": account_entity(account_id), "part": SIGN_IN}


def _invitation_keys(one: Invitation) -> tuple[dict[str, str], dict[str, str]]:
    return (
        {"entity": f"{INVITATION}/{one.code_hash}", "part": INVITATION},
        {"entity": team_entity(one.team_id), "part": f"{INVITATION}/{one.invitation_id}"},
    )

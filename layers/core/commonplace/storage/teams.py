"""Teams in the directory: their members and open invitations, and what changes them.

Every change raises the version of the team's head on condition that it still is as it was read. So what was
decided by the members and invitations read after it (who manages, how many there are) holds when it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..domain.memory import is_expired
from .batch_get import batch_get
from .commit import Action
from .directory import MEMBER, VERSION, Directory, Membership, rights_of, step
from .heads import HEAD, account_entity, team_entity, team_key
from .items import plain, typed
from .memories import TTL_ATTRIBUTE

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
    answer = book.client.get_item(TableName=book.table, Key=typed(team_key(team_id)), ConsistentRead=True)
    if "Item" not in answer:
        return None
    head = plain(answer["Item"])
    members, invitations = [], []
    for item in book.parts(team_entity(team_id), ""):
        values = plain(item)
        if values["part"].startswith(MEMBER):
            members.append(_member_of(values))
        elif values["part"] != HEAD:
            invitations.append(_invitation_of(values))
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
    keys = [
        {"entity": team_entity(one), "part": part} for one in team_ids for part in (HEAD, f"{MEMBER}{account_id}")
    ]
    items = [plain(item) for item in batch_get(book.client, {book.table: keys}, sleep)[book.table]]
    by_key = {(item["entity"], item["part"]): item for item in items}
    found = {}
    for one in team_ids:
        head, member = (by_key.get((team_entity(one), part)) for part in (HEAD, f"{MEMBER}{account_id}"))
        if head is not None and member is not None:
            found[one] = (str(head.get("name", "")), rights_of(member))
    return found


def new_team(table: str, team_id: str, name: str, now: int) -> Action:
    """Make a team's head."""
    return _put(table, team_key(team_id) | {"created_at": now, "name": name, VERSION: 1}, new=True)


def change(table: str, team: Team, *, name: str | None = None) -> Action:
    """Count a change of a team, if none came since it was read; and give it another name."""
    action = step(table, team_key(team.team_id), team.version)
    if name is not None:
        update = action["Update"]
        update["UpdateExpression"] += ", #name = :name"
        update["ExpressionAttributeNames"] |= {"#name": "name"}
        update["ExpressionAttributeValues"] |= typed({":name": name})
    return action


def put_member(table: str, team_id: str, member: Member, *, new: bool) -> list[Action]:
    """Keep a member: in the team, and on his account's side.

    Parameters
    ----------
    table, team_id, member
        Where, and who.
    new
        Whether it fails if he is a member already.
    """
    values = {
        "name": member.name,
        "may_read_memory": member.rights.may_read,
        "may_write_memory": member.rights.may_write,
        "may_manage": member.rights.may_manage,
        "joined_at": member.joined_at,
    }
    in_team = {"entity": team_entity(team_id), "part": f"{MEMBER}{member.account_id}"}
    own_side = {"entity": account_entity(member.account_id), "part": f"{TEAM}{team_id}"}
    return [
        _put(table, in_team | values | {"member_id": member.member_id}, new=new),
        _put(table, own_side | values),
    ]


def delete_member(table: str, team: Team, account_id: str, now: int) -> list[Action]:
    """Let an account be no member, and nobody come in by what it offered.

    Its own side stays, marked: what it wrote is found by it.
    """
    in_team = {"entity": team_entity(team.team_id), "part": f"{MEMBER}{account_id}"}
    own_side = {"entity": account_entity(account_id), "part": f"{TEAM}{team.team_id}"}
    marked: Action = {
        "Update": {
            "TableName": table,
            "Key": typed(own_side),
            "UpdateExpression": "SET #left = :yes",
            "ExpressionAttributeNames": {"#left": "left"},
            "ExpressionAttributeValues": typed({":yes": True}),
        }
    }
    return [
        {"Delete": {"TableName": table, "Key": typed(in_team)}},
        marked,
        *delete_invitations_by(table, team, account_id, now),
    ]


def is_member(table: str, team_id: str, account_id: str) -> Action:
    """Require that an account is a member."""
    key = {"entity": team_entity(team_id), "part": f"{MEMBER}{account_id}"}
    return {
        "ConditionCheck": {
            "TableName": table,
            "Key": typed(key),
            "ConditionExpression": "attribute_exists(entity)",
        }
    }


def invitation(book: Directory, code_hash: str) -> Invitation | None:
    """Find an invitation by its code's hash; whether it is over is for the caller to judge."""
    key = {"entity": f"{INVITATION}/{code_hash}", "part": INVITATION}
    answer = book.client.get_item(TableName=book.table, Key=typed(key), ConsistentRead=True)
    return _invitation_of(plain(answer["Item"])) if "Item" in answer else None


def put_invitation(table: str, one: Invitation) -> list[Action]:
    """Keep an invitation: under its code's hash, and in the team's list."""
    values = {
        "invitation_id": one.invitation_id,
        "code_hash": one.code_hash,
        "team_id": one.team_id,
        "may_read_memory": one.rights.may_read,
        "may_write_memory": one.rights.may_write,
        "may_manage": one.rights.may_manage,
        "invited_by": one.invited_by,
        "created_at": one.created_at,
        TTL_ATTRIBUTE: one.expires_at,
    }
    return [_put(table, key | values) for key in _invitation_keys(one)]


def delete_invitation(table: str, one: Invitation) -> list[Action]:
    """Delete an invitation that is there: it is used, revoked, or its maker manages the team no more."""
    by_code, listed = ({"Delete": {"TableName": table, "Key": typed(key)}} for key in _invitation_keys(one))
    by_code["Delete"]["ConditionExpression"] = "attribute_exists(entity)"
    return [by_code, listed]


def delete_invitations_by(table: str, team: Team, account_id: str, now: int) -> list[Action]:
    """Delete the open invitations that one member made: who manages no more brings nobody in, nor himself back."""
    found = [
        one for one in team.invitations if one.invited_by == account_id and not is_expired(one.expires_at, now)
    ]
    return [action for one in found for action in delete_invitation(table, one)]


def sign_in_team(book: Directory, account_id: str) -> str | None:
    """Read which team clients get that sign in with the owner's tokens."""
    key = {"entity": account_entity(account_id), "part": SIGN_IN}
    answer = book.client.get_item(TableName=book.table, Key=typed(key), ConsistentRead=True)
    return plain(answer["Item"]).get("team_id") if "Item" in answer else None


def set_sign_in_team(table: str, account_id: str, team_id: str | None) -> Action:
    """Choose that team; None: no team."""
    key = {"entity": account_entity(account_id), "part": SIGN_IN}
    if team_id is None:
        return {"Delete": {"TableName": table, "Key": typed(key)}}
    return _put(table, key | {"team_id": team_id})


def _invitation_keys(one: Invitation) -> tuple[dict[str, str], dict[str, str]]:
    return (
        {"entity": f"{INVITATION}/{one.code_hash}", "part": INVITATION},
        {"entity": team_entity(one.team_id), "part": f"{INVITATION}/{one.invitation_id}"},
    )


def _member_of(values: Mapping[str, Any]) -> Member:
    return Member(
        account_id=str(values["part"]).removeprefix(MEMBER),
        member_id=values["member_id"],
        name=values["name"],
        rights=rights_of(values),
        joined_at=int(values["joined_at"]),
    )


def _invitation_of(values: Mapping[str, Any]) -> Invitation:
    return Invitation(
        invitation_id=values["invitation_id"],
        code_hash=values["code_hash"],
        team_id=values["team_id"],
        rights=rights_of(values),
        invited_by=values["invited_by"],
        created_at=int(values["created_at"]),
        expires_at=int(values[TTL_ATTRIBUTE]),
    )


def _put(table: str, values: dict[str, Any], *, new: bool = False) -> Action:
    put: dict[str, Any] = {"TableName": table, "Item": typed(values)}
    return {"Put": put | ({"ConditionExpression": "attribute_not_exists(entity)"} if new else {})}

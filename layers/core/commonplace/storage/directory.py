"""The directory: accounts, keys, teams and memberships."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..domain.clock import SECOND
from .commit import Action, ConditionFailed, commit
from .heads import HEAD, account_entity, account_key, team_entity, team_key
from .items import Item, plain, typed
from .memories import TTL_ATTRIBUTE

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

KEY = "key"
MEMBER = "member/"
VERSION = "version"  # counts what the owner changed of keys and memberships, so that limits hold for two at once
REVOKED_SECONDS = 400 * 24 * 60 * 60  # as long as counts of calls: until then a revoked key has its name there


@dataclass(frozen=True, slots=True)
class KeyRecord:
    """A key as kept: its hash in its place, never itself.

    Attributes
    ----------
    key_id, key_hash
        The id is shown to the owner; the hash is what a key is found by.
    account_id, scopes, level, team_id
        What it opens. ``level`` is the level's name.
    created_at
        Microseconds since 1970.
    name
        As the owner calls it. Only his list has it.
    revoked_at
        Microseconds since 1970. Only his list has revoked ones.
    """

    key_id: str
    key_hash: str
    account_id: str
    scopes: frozenset[str]
    level: str
    team_id: str | None
    created_at: int
    name: str = ""
    revoked_at: int | None = None


@dataclass(frozen=True, slots=True)
class Membership:
    """What a member may do with the team's memory, and whether he may change its members."""

    may_read: bool
    may_write: bool
    may_manage: bool = False


@dataclass(frozen=True, slots=True)
class Directory:
    """Accounts, keys, teams and memberships.

    Attributes
    ----------
    client, table
        Where.
    """

    client: DynamoDBClient
    table: str

    def key_by_hash(self, key_hash: str) -> KeyRecord | None:
        """Find a key; a revoked one is not found."""
        values = self._get(f"key/{key_hash}", KEY)
        return None if values is None else _key_of(values | {"key_hash": key_hash})

    def keys_of(self, account_id: str) -> list[KeyRecord]:
        """Read all keys of an account as its owner sees them, those that are revoked too."""
        return [_key_of(plain(item)) for item in self.parts(account_entity(account_id), f"{KEY}/")]

    def key_of(self, account_id: str, key_id: str) -> KeyRecord | None:
        """Find one of an account's keys, as its owner sees it."""
        values = self._get(account_entity(account_id), f"{KEY}/{key_id}")
        return None if values is None else _key_of(values)

    def membership(self, team_id: str, account_id: str) -> Membership | None:
        """Find what an account may do in a team; None: it is no member."""
        values = self._get(team_entity(team_id), f"{MEMBER}{account_id}")
        return None if values is None else rights_of(values)

    def account_named(self, name: str, new_id: str, now: int) -> str:
        """Return the id of the account with this name, made now if there is none.

        Parameters
        ----------
        name
            Kept only as the place where the id is found.
        new_id
            Id of the account if it is made.
        now
            Microseconds since 1970.
        """
        return self._named(
            f"name/account/{name}",
            new_id,
            [self._new(account_key(new_id), {"epoch": 0, "created_at": now})],
        )

    def team_named(self, name: str, new_id: str, now: int) -> str:
        """Return the id of the team with this name, made now if there is none."""
        head = self._new(team_key(new_id), {"created_at": now, "name": name, VERSION: 1})
        return self._named(f"name/team/{name}", new_id, [head])

    def put_membership(
        self, team_id: str, account_id: str, rights: Membership, *, name: str, member_id: str, now: int
    ) -> None:
        """Make an account a member of a team, or change what it may do there.

        Parameters
        ----------
        team_id, account_id
            Who, and where.
        rights
            From now on. Who manages the team goes on to.
        name, member_id, now
            Of a new member: as the others see him, and since when. One that is there keeps his.
        """
        values: dict[str, Any] = {
            ":read": rights.may_read,
            ":write": rights.may_write,
            ":manage": rights.may_manage,
        }
        manage = ":manage" if rights.may_manage else "if_not_exists(may_manage, :manage)"
        update = (
            f"SET may_read_memory = :read, may_write_memory = :write, may_manage = {manage}, "
            "#name = if_not_exists(#name, :name), joined_at = if_not_exists(joined_at, :now)"
        )
        values |= {":name": name, ":now": now}
        names = {"#name": "name"}
        member = {"entity": team_entity(team_id), "part": f"{MEMBER}{account_id}"}
        commit(
            self.client,
            [
                self._update(
                    member,
                    f"{update}, member_id = if_not_exists(member_id, :id)",
                    names,
                    values | {":id": member_id},
                ),
                # The account's own side: an erasure finds the teams by it.
                self._update(
                    {"entity": account_entity(account_id), "part": f"team/{team_id}"},
                    f"{update} REMOVE #left",
                    names | {"#left": "left"},
                    values,
                ),
                self._step(team_key(team_id)),
            ],
        )

    def remove_membership(self, team_id: str, account_id: str) -> None:
        """Let an account be no member of a team; what it wrote there stays until it erases."""
        own_side = {"entity": account_entity(account_id), "part": f"team/{team_id}"}
        commit(
            self.client,
            [
                self._delete(team_entity(team_id), f"{MEMBER}{account_id}"),
                self._update(own_side, "SET #left = :yes", {"#left": "left"}, {":yes": True}),
                self._step(team_key(team_id)),
            ],
        )

    def version(self, account_id: str) -> int:
        """Read how often the account's keys and memberships were changed by its owner."""
        values = self._get(account_entity(account_id), VERSION)
        return 0 if values is None else int(values[VERSION])

    def next_version(self, account_id: str, seen: int) -> Action:
        """Count a change of the account's keys or memberships, if none came since a version was read."""
        return step(self.table, {"entity": account_entity(account_id), "part": VERSION}, seen)

    def put_key(self, record: KeyRecord) -> None:
        """Keep a new key."""
        commit(self.client, self.new_key(record))

    def new_key(self, record: KeyRecord) -> list[Action]:
        """Return what keeps a new key."""
        shown = {
            "key_id": record.key_id,
            "account_id": record.account_id,
            "scopes": sorted(record.scopes),
            "level": record.level,
            "team_id": record.team_id,
            "created_at": record.created_at,
        }
        # The owner's list of keys, and what revoking finds the hash by.
        listed = {
            "entity": account_entity(record.account_id),
            "part": f"{KEY}/{record.key_id}",
            "key_hash": record.key_hash,
            "name": record.name,
        }
        return [self._put({"entity": f"key/{record.key_hash}", "part": KEY} | shown), self._put(listed | shown)]

    def revoke_key(self, account_id: str, key_id: str, now: int) -> bool:
        """Take a key out of use; the owner's list keeps it for a while, marked. Again, it changes nothing.

        Returns
        -------
        bool
            False if the account has no such key.
        """
        found = self.key_of(account_id, key_id)
        if found is None or found.revoked_at is not None:
            return found is not None
        marked = self._update(
            {"entity": account_entity(account_id), "part": f"{KEY}/{key_id}"},
            f"SET revoked_at = :now, {TTL_ATTRIBUTE} = :end",
            {},
            {":now": now, ":end": now // SECOND + REVOKED_SECONDS},
        )
        marked["Update"]["ConditionExpression"] = "attribute_exists(entity) AND attribute_not_exists(revoked_at)"
        try:
            commit(self.client, [self._delete(f"key/{found.key_hash}", KEY), marked])
        except ConditionFailed:  # another call was first
            return True
        return True

    def parts(self, entity: str, prefix: str) -> Iterator[Item]:
        """Read the items of an entity whose parts begin so, in their order; all of them for an empty prefix."""
        condition, values = "entity = :entity", {":entity": entity}
        if prefix:
            condition, values = f"{condition} AND begins_with(part, :part)", values | {":part": prefix}
        query: dict[str, Any] = {
            "TableName": self.table,
            "KeyConditionExpression": condition,
            "ExpressionAttributeValues": typed(values),
            "ConsistentRead": True,
        }
        while True:
            answer = self.client.query(**query)
            yield from answer["Items"]
            if "LastEvaluatedKey" not in answer:
                return
            query["ExclusiveStartKey"] = answer["LastEvaluatedKey"]

    def _named(self, entity: str, new_id: str, heads: list[Action]) -> str:
        found = self._get(entity, HEAD)
        if found is None:
            try:
                commit(self.client, [self._new({"entity": entity, "part": HEAD}, {"id": new_id}), *heads])
            except ConditionFailed:  # another process was first
                found = self._get(entity, HEAD)
            else:
                return new_id
        if found is None:
            raise RuntimeError(f"{entity.split('/')[1]} was made and deleted at once; try again")
        return str(found["id"])

    def _get(self, entity: str, part: str) -> dict[str, Any] | None:
        answer = self.client.get_item(
            TableName=self.table, Key=typed({"entity": entity, "part": part}), ConsistentRead=True
        )
        return plain(answer["Item"]) if "Item" in answer else None

    def _put(self, values: dict[str, Any]) -> Action:
        return {"Put": {"TableName": self.table, "Item": typed(values)}}

    def _new(self, key: dict[str, str], values: dict[str, Any]) -> Action:
        action = self._put(key | values)
        action["Put"]["ConditionExpression"] = "attribute_not_exists(entity)"
        return action

    def _update(self, key: dict[str, str], update: str, names: dict[str, str], values: dict[str, Any]) -> Action:
        request: dict[str, Any] = {
            "TableName": self.table,
            "Key": typed(key),
            "UpdateExpression": update,
            "ExpressionAttributeValues": typed(values),
        }
        return {"Update": request | ({"ExpressionAttributeNames": names} if names else {})}

    def _step(self, key: dict[str, str]) -> Action:
        """Count a change that was decided without looking: whoever looked before it looks again."""
        action = self._update(key, "ADD #version :one", {"#version": VERSION}, {":one": 1})
        action["Update"]["ConditionExpression"] = "attribute_exists(entity)"
        return action

    def _delete(self, entity: str, part: str) -> Action:
        return {"Delete": {"TableName": self.table, "Key": typed({"entity": entity, "part": part})}}


def step(table: str, key: dict[str, str], seen: int) -> Action:
    """Raise an item's version by one, if it still is as it was seen; 0: it had none."""
    update: dict[str, Any] = {
        "TableName": table,
        "Key": typed(key),
        "UpdateExpression": "SET #version = :next",
        "ConditionExpression": "attribute_not_exists(#version)",
        "ExpressionAttributeNames": {"#version": VERSION},
        "ExpressionAttributeValues": typed({":next": seen + 1}),
    }
    if seen:
        update["ConditionExpression"] = "#version = :seen"
        update["ExpressionAttributeValues"] |= typed({":seen": seen})
    return {"Update": update}


def rights_of(values: Mapping[str, Any]) -> Membership:
    """Read what a member may do."""
    return Membership(values["may_read_memory"], values["may_write_memory"], bool(values.get("may_manage", False)))


def _key_of(values: Mapping[str, Any]) -> KeyRecord:
    revoked_at = values.get("revoked_at")
    return KeyRecord(
        key_id=values["key_id"],
        key_hash=values["key_hash"],
        account_id=values["account_id"],
        scopes=frozenset(values["scopes"]),
        level=values["level"],
        team_id=values.get("team_id"),
        created_at=int(values["created_at"]),
        name=values.get("name", ""),
        revoked_at=None if revoked_at is None else int(revoked_at),
    )

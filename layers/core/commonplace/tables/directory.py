"""The directory: accounts, keys, teams and memberships."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .commit import Action, ConditionFailed, commit
from .heads import HEAD, account_entity, account_key, team_entity, team_key
from .items import plain, typed

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

KEY = "key"


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
    """

    key_id: str
    key_hash: str
    account_id: str
    scopes: frozenset[str]
    level: str
    team_id: str | None
    created_at: int


@dataclass(frozen=True, slots=True)
class Membership:
    """What a member may do with the team's memory."""

    may_read: bool
    may_write: bool


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
        if values is None:
            return None
        return KeyRecord(
            key_id=values["key_id"],
            key_hash=key_hash,
            account_id=values["account_id"],
            scopes=frozenset(values["scopes"]),
            level=values["level"],
            team_id=values.get("team_id"),
            created_at=int(values["created_at"]),
        )

    def membership(self, team_id: str, account_id: str) -> Membership | None:
        """Find what an account may do in a team; None: it is no member."""
        values = self._get(team_entity(team_id), f"member/{account_id}")
        if values is None:
            return None
        return Membership(values["may_read_memory"], values["may_write_memory"])

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
        return self._named(f"name/team/{name}", new_id, [self._new(team_key(new_id), {"created_at": now})])

    def put_membership(self, team_id: str, account_id: str, rights: Membership) -> None:
        """Make an account a member of a team, or change what it may do there."""
        flags = {"may_read_memory": rights.may_read, "may_write_memory": rights.may_write}
        commit(
            self.client,
            [
                self._put({"entity": team_entity(team_id), "part": f"member/{account_id}"} | flags),
                # The account's own side: an erasure finds the teams by it.
                self._put({"entity": account_entity(account_id), "part": f"team/{team_id}"}),
            ],
        )

    def remove_membership(self, team_id: str, account_id: str) -> None:
        """Let an account be no member of a team; what it wrote there stays until it erases."""
        commit(self.client, [self._delete(team_entity(team_id), f"member/{account_id}")])

    def put_key(self, record: KeyRecord) -> None:
        """Keep a new key."""
        shown = {
            "key_id": record.key_id,
            "account_id": record.account_id,
            "scopes": sorted(record.scopes),
            "level": record.level,
            "team_id": record.team_id,
            "created_at": record.created_at,
        }
        commit(
            self.client,
            [
                self._put({"entity": f"key/{record.key_hash}", "part": KEY} | shown),
                # The owner's list of keys, and what revoking finds the hash by.
                self._put(
                    {
                        "entity": account_entity(record.account_id),
                        "part": f"key/{record.key_id}",
                        "key_hash": record.key_hash,
                    }
                    | shown
                ),
            ],
        )

    def revoke_key(self, account_id: str, key_id: str, now: int) -> bool:
        """Take a key out of use; the owner's list keeps it, marked.

        Returns
        -------
        bool
            False if the account has no such key.
        """
        entity = account_entity(account_id)
        values = self._get(entity, f"key/{key_id}")
        if values is None:
            return False
        commit(
            self.client,
            [
                self._delete(f"key/{values['key_hash']}", KEY),
                self._put(values | {"created_at": int(values["created_at"]), "revoked_at": now}),
            ],
        )
        return True

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

    def _delete(self, entity: str, part: str) -> Action:
        return {"Delete": {"TableName": self.table, "Key": typed({"entity": entity, "part": part})}}

"""The directory: accounts, keys, teams and memberships."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..domain.clock import SECOND
from ..domain.declaring import stored
from ..domain.imperatives import Imperatives
from .actions import Action, Delete, Put, Update
from .commit import ConditionFailed, commit
from .conditions import absent, begins_with, both, equals, exists
from .fields import StoredFields
from .heads import HEAD, account_entity, account_key, team_entity, team_key
from .items import Item
from .memories import TTL_ATTRIBUTE
from .pages import get_item, items, query

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
    imperatives
        What it says of plain imperatives instead of the account's setting; None: nothing.
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
    imperatives: Imperatives | None = None
    revoked_at: int | None = None


_KEY = StoredFields(KeyRecord, given=("key_hash",))


@dataclass(frozen=True, slots=True)
class Membership:
    """What a member may do with the team's memory, and whether he may change its members."""

    may_read: bool = field(metadata=stored("may_read_memory"))
    may_write: bool = field(metadata=stored("may_write_memory"))
    may_manage: bool = False


RIGHTS = StoredFields(Membership)


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
        item = self._get(f"key/{key_hash}", KEY)
        return None if item is None else _KEY.read(item, key_hash=key_hash)

    def keys_of(self, account_id: str) -> list[KeyRecord]:
        """Read all keys of an account as its owner sees them, those that are revoked too."""
        return [_listed_key(item) for item in self.parts(account_entity(account_id), f"{KEY}/")]

    def key_of(self, account_id: str, key_id: str) -> KeyRecord | None:
        """Find one of an account's keys, as its owner sees it."""
        item = self._get(account_entity(account_id), f"{KEY}/{key_id}")
        return None if item is None else _listed_key(item)

    def membership(self, team_id: str, account_id: str) -> Membership | None:
        """Find what an account may do in a team; None: it is no member."""
        item = get_item(self.client, self.table, member_key(team_id, account_id))
        return None if item is None else rights_of(item)

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
        may_manage = {"may_manage": rights.may_manage}
        shown = {"name": name, "joined_at": now}

        def kept(key: Mapping[str, str], **also: str) -> Update:
            update = Update(self.table, key).set(
                may_read_memory=rights.may_read, may_write_memory=rights.may_write
            )
            update = update.set(may_manage) if rights.may_manage else update.set_first(may_manage)
            return update.set_first({**shown, **also})

        # The account's own side: an erasure finds the teams by it.
        own_side = kept(own_side_key(team_id, account_id)).remove("left")
        in_team = kept(member_key(team_id, account_id), member_id=member_id)
        commit(self.client, [in_team, own_side, self._step(team_key(team_id))])

    def remove_membership(self, team_id: str, account_id: str) -> None:
        """Let an account be no member of a team; what it wrote there stays until it erases."""
        commit(
            self.client,
            [
                Delete(self.table, member_key(team_id, account_id)),
                Update(self.table, own_side_key(team_id, account_id)).set(left=True),
                self._step(team_key(team_id)),
            ],
        )

    def version(self, account_id: str) -> int:
        """Read how often the account's keys and memberships were changed by its owner."""
        item = self._get(account_entity(account_id), VERSION)
        return 0 if item is None else int(item[VERSION]["N"])

    def next_version(self, account_id: str, seen: int) -> Update:
        """Count a change of the account's keys or memberships, if none came since a version was read."""
        return step(self.table, {"entity": account_entity(account_id), "part": VERSION}, seen)

    def put_key(self, record: KeyRecord) -> None:
        """Keep a new key."""
        commit(self.client, self.new_key(record))

    def new_key(self, record: KeyRecord) -> list[Action]:
        """Return what keeps a new key."""
        listed = {
            "entity": account_entity(record.account_id),
            "part": f"{KEY}/{record.key_id}",
            "key_hash": record.key_hash,
            **_KEY.values(record),
        }
        by_hash = {**_KEY.values(record), "entity": f"key/{record.key_hash}", "part": KEY, "name": None}
        # The owner's list of keys, and what revoking finds the hash by.
        return [Put(self.table, by_hash), Put(self.table, listed)]

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
        marked = Update(self.table, {"entity": account_entity(account_id), "part": f"{KEY}/{key_id}"})
        marked = marked.set({"revoked_at": now, TTL_ATTRIBUTE: now // SECOND + REVOKED_SECONDS})
        by_hash = Delete(self.table, {"entity": f"key/{found.key_hash}", "part": KEY})
        with suppress(ConditionFailed):  # another call was first
            commit(self.client, [by_hash, marked.when(exists("entity"), absent("revoked_at"))])
        return True

    def parts(self, entity: str, prefix: str) -> Iterator[Item]:
        """Read the items of an entity whose parts begin so, in their order; all of them for an empty prefix."""
        wanted = equals("entity", entity)
        if prefix:
            wanted = both(wanted, begins_with("part", prefix))
        return items(self.client, query(self.table, wanted))

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
        return str(found["id"]["S"])

    def _get(self, entity: str, part: str) -> Item | None:
        return get_item(self.client, self.table, {"entity": entity, "part": part})

    def _new(self, key: dict[str, str], values: dict[str, Any]) -> Put:
        return Put(self.table, key | values).when(absent("entity"))

    def _step(self, key: dict[str, str]) -> Update:
        """Count a change that was decided without looking: whoever looked before it looks again."""
        return Update(self.table, key).add(version=1).when(exists("entity"))


def member_key(team_id: str, account_id: str) -> dict[str, Any]:
    """Key of a member in a team."""
    return {"entity": team_entity(team_id), "part": f"{MEMBER}{account_id}"}


def own_side_key(team_id: str, account_id: str) -> dict[str, Any]:
    """Key of a membership on its account's side."""
    return {"entity": account_entity(account_id), "part": f"team/{team_id}"}


def step(table: str, key: Mapping[str, str], seen: int) -> Update:
    """Raise an item's version by one, if it still is as it was seen; 0: it had none."""
    update = Update(table, key).set(version=seen + 1)
    return update.when(equals(VERSION, seen) if seen else absent(VERSION))


def rights_of(item: Mapping[str, Any]) -> Membership:
    """Read what a member may do."""
    return RIGHTS.read(item)


def _listed_key(item: Item) -> KeyRecord:
    return _KEY.read(item, key_hash=item["key_hash"]["S"])

"""list_keys, create_key, revoke_key: the account's API keys, for its owner only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import Field

from ..auth.keys import KEY_PREFIX, hash_of, is_id, new_key
from ..domain.clock import iso
from ..domain.imperatives import Imperatives
from ..domain.levels import Level
from ..operations.audit import audit_owner
from ..operations.call import Call
from ..operations.caller import MANAGE, READ, WRITE, KeyScope
from ..operations.contract import Arguments, ImperativesName, LevelName, Result, Tool, level_name
from ..refusals.errors import Conflict, InvalidInput, NotFound
from ..storage import teams
from ..storage.directory import Directory, KeyRecord
from .changes import Once, directory_of, id_for, until_unchanged
from .given_names import GivenName, checked_given_name
from .teams.team_names import OwnTeam, own_teams

MOST = 100  # active keys of an account
MOST_REVOKED = 100  # the latest revoked keys are listed


class ListKeysArguments(Arguments):
    """list_keys takes none."""


class CreateKeyArguments(Arguments):
    """Arguments of create_key."""

    name: GivenName = Field(description="For the owner, to tell his keys apart.")
    scopes: Annotated[list[KeyScope], Field(min_length=1, max_length=3)] = Field(
        default=["read", "write"], description="What the key may do."
    )
    team: str | None = Field(default=None, description="Id of a team of the account's: the key's team.")
    level: LevelName = Field(default="PUBLIC", description="At which `/api/v1` reads and writes with it.")
    imperatives: ImperativesName | None = Field(
        default=None,
        description="What is done with plain imperatives written with it; null: as the account's setting says.",
    )
    once: Once | None = Field(default=None, description="Drawn anew for each key: sent again, it makes no other.")


class RevokeKeyArguments(Arguments):
    """Arguments of revoke_key."""

    id: str = Field(description="Of the key.")


class KeyTeam(Result):
    """The team of a key."""

    id: str
    name: str | None = Field(description="null: the account has left it, and the key works without a team.")


class ShownKey(Result):
    """A key, without its secret."""

    id: str
    name: str
    hint: str = Field(description="How it begins; nothing of the secret.")
    scopes: list[KeyScope]
    team: KeyTeam | None
    level: LevelName
    imperatives: ImperativesName | None = Field(description="null: as the account's setting says.")
    created_at: str = Field(description="RFC 3339.")
    revoked_at: str | None = Field(description="null: it opens the account.")


class Keys(Result):
    """An account's keys."""

    keys: list[ShownKey] = Field(description="Those that open it first, each newest first; then the revoked ones.")
    teams: list[KeyTeam] = Field(description="Those that a new key may be of, by name.")
    live: int = Field(description="How many open it.")
    most: int = Field(description="How many may.")


class CreatedKey(ShownKey):
    """A new key with its secret, which cannot be shown again."""

    key: str


def list_keys(call: Call, _: ListKeysArguments) -> Keys:
    """List the account's keys."""
    call.caller.require_owner()
    book = directory_of(call.runtime)
    reads: list[Callable[[], Any]] = [lambda: own_teams(call), lambda: book.keys_of(call.caller.account_id)]
    own, keys = call.runtime.tables.gather(reads)
    found = sorted(keys, key=lambda one: -one.created_at)
    live = [one for one in found if one.revoked_at is None]
    revoked = [one for one in found if one.revoked_at is not None][:MOST_REVOKED]
    return Keys(
        keys=[_shown(one, own) for one in (*live, *revoked)],
        teams=[KeyTeam(id=team.id, name=team.name) for team in own.values()],
        live=len(live),
        most=MOST,
    )


def create_key(call: Call, arguments: CreateKeyArguments) -> CreatedKey:
    """Make a key. Only its hash is stored."""
    call.caller.require_owner()
    account_id, book = call.caller.account_id, directory_of(call.runtime)
    name = checked_given_name("name", arguments.name)
    if arguments.team is not None and not is_id(arguments.team):
        raise InvalidInput("team.not_member", field="team")
    key, key_id = new_key(), id_for("key", account_id, arguments.once)
    # Read before the key is made: if the read failed afterwards, the key could not be shown.
    own = {} if arguments.team is None else own_teams(call, [arguments.team])

    def attempt() -> KeyRecord:
        version, keys = book.version(account_id), book.keys_of(account_id)
        if any(one.key_id == key_id for one in keys):
            raise Conflict("key.shown_once")
        if sum(one.revoked_at is None for one in keys) >= MOST:
            raise Conflict("key.limit", most=MOST)
        record = KeyRecord(
            key_id=key_id,
            key_hash=hash_of(key),
            account_id=account_id,
            scopes=frozenset(arguments.scopes),
            level=Level[arguments.level].name,
            team_id=arguments.team,
            created_at=call.runtime.clock(),
            name=name,
            imperatives=None if arguments.imperatives is None else Imperatives(arguments.imperatives),
        )
        actions = [book.next_version(account_id, version), *book.new_key(record)]
        if arguments.team is not None:
            if book.membership(arguments.team, account_id) is None:
                raise InvalidInput("team.not_member", field="team")
            actions.append(teams.is_member(book.table, arguments.team, account_id))
        call.runtime.tables.commit(actions)
        return record

    record = until_unchanged(call.runtime, attempt)
    audit_owner(call, "key_created", about=key_id)
    return CreatedKey(**dict(_shown(record, own)), key=key)


def revoke_key(call: Call, arguments: RevokeKeyArguments) -> ShownKey:
    """Revoke a key: it stops working within 25 s. Revoking it again changes nothing."""
    call.caller.require_owner()
    account_id, book = call.caller.account_id, directory_of(call.runtime)
    before = _key(book, account_id, arguments.id)
    if before.revoked_at is None:
        book.revoke_key(account_id, before.key_id, call.runtime.clock())
        audit_owner(call, "key_revoked", about=before.key_id)
    after = _key(book, account_id, arguments.id)
    return _shown(after, {} if after.team_id is None else own_teams(call, [after.team_id]))


def names_of_keys(book: Directory, account_id: str) -> dict[str, str]:
    """Return the names of an account's keys, including revoked ones, by id."""
    return {one.key_id: one.name for one in book.keys_of(account_id)}


def _key(book: Directory, account_id: str, key_id: str) -> KeyRecord:
    found = book.key_of(account_id, key_id) if is_id(key_id) else None
    if found is None:
        raise NotFound("key.not_found", field="id")
    return found


def _shown(record: KeyRecord, own: Mapping[str, OwnTeam]) -> ShownKey:
    team = None if record.team_id is None else own.get(record.team_id)
    order: tuple[KeyScope, ...] = (READ, WRITE, MANAGE)
    return ShownKey(
        id=record.key_id,
        name=record.name,
        hint=f"{KEY_PREFIX}\N{HORIZONTAL ELLIPSIS}",
        scopes=[scope for scope in order if scope in record.scopes],
        team=None
        if record.team_id is None
        else KeyTeam(id=record.team_id, name=None if team is None else team.name),
        level=level_name(Level[record.level]),
        imperatives=None if record.imperatives is None else record.imperatives.value,
        created_at=iso(record.created_at),
        revoked_at=None if record.revoked_at is None else iso(record.revoked_at),
    )


LIST_KEYS = Tool(
    name="list_keys",
    title="List keys",
    description="The account's keys, without what opens anything.",
    arguments=ListKeysArguments,
    result=Keys,
    run=list_keys,
    in_pages=True,
    writes=False,
)
CREATE_KEY = Tool(
    name="create_key",
    title="Create a key",
    description="Make a key. It is shown this once.",
    arguments=CreateKeyArguments,
    result=CreatedKey,
    run=create_key,
    in_pages=True,
    writes=True,
)
REVOKE_KEY = Tool(
    name="revoke_key",
    title="Revoke a key",
    description="Take a key out of use: within 25 s it opens nothing.",
    arguments=RevokeKeyArguments,
    result=ShownKey,
    run=revoke_key,
    in_pages=True,
    writes=True,
    destructive=True,
    idempotent=True,
)

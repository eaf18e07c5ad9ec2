"""Sign-ins in the directory, and links that sign in once: each under the hash of its secret."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .actions import Delete, Put, Update
from .batch_get import batch_get
from .commit import ConditionFailed, commit
from .conditions import absent, begins_with, both, equals, exists
from .fields import StoredFields
from .heads import account_entity, account_key
from .items import plain
from .memories import TTL_ATTRIBUTE
from .pages import get_item, items, query

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

SIGN_IN = "sign-in"
LINK = "sign-in-link"


@dataclass(frozen=True, slots=True)
class SignInRecord:
    """A sign-in as kept, under its secret's hash.

    Attributes
    ----------
    account_id, name
        Who; the name is shown to himself alone.
    created_at, seen_at
        When it began and was last used: microseconds since 1970.
    expires_at
        Whole seconds since 1970.
    """

    account_id: str
    name: str | None
    created_at: int
    seen_at: int
    expires_at: int


_FIELDS = StoredFields(SignInRecord)


@dataclass(frozen=True, slots=True)
class Clients:
    """What clients that sign in by the issuer may do for an account.

    Attributes
    ----------
    has_account
        Whether the account has a head yet.
    team_id
        Their team, as a key has one; None: none.
    """

    has_account: bool
    team_id: str | None


def clients_key(account_id: str) -> dict[str, str]:
    """Key of what represents an account's clients."""
    return {"entity": account_entity(account_id), "part": SIGN_IN}


def begin(client: DynamoDBClient, table: str, secret_hash: str, record: SignInRecord, listed_until: int) -> None:
    """Keep a new sign-in, and note it at its account, whose head is made if this is the first of it.

    Parameters
    ----------
    client, table
        The directory.
    secret_hash
        Of what the browser has.
    record
        The sign-in.
    listed_until
        When it ends at the latest: whole seconds since 1970.
    """
    begin_account(client, table, record.account_id, record.created_at)
    # The account's own side: ending all of them finds each by it.
    listed = {"created_at": record.created_at, TTL_ATTRIBUTE: listed_until}
    commit(
        client,
        [
            Put(table, _key(secret_hash) | _FIELDS.values(record)),
            Put(table, _listed_key(record.account_id, secret_hash) | listed),
        ],
    )


def begin_account(client: DynamoDBClient, table: str, account_id: str, now: int) -> None:
    """Make an account's head, where it has none yet: who comes from an issuer has made no account before."""
    head = Put(table, account_key(account_id) | {"epoch": 0, "created_at": now})
    with suppress(ConditionFailed):
        commit(client, [head.when(absent("entity"))])


def get(client: DynamoDBClient, table: str, secret_hash: str) -> SignInRecord | None:
    """Read a sign-in, strongly consistently; whether it still counts is for the caller to judge."""
    item = get_item(client, table, _key(secret_hash))
    return None if item is None else _FIELDS.read(item)


def touch(client: DynamoDBClient, table: str, secret_hash: str, seen_at: int, expires_at: int) -> bool:
    """Note that a sign-in is used.

    Returns
    -------
    bool
        False if it was ended meanwhile: it is not begun again.
    """
    update = Update(table, _key(secret_hash)).set({"seen_at": seen_at, TTL_ATTRIBUTE: expires_at})
    try:
        commit(client, [update.when(exists("entity"))])
    except ConditionFailed:
        return False
    return True


def end(client: DynamoDBClient, table: str, account_id: str, secret_hash: str) -> None:
    """End a sign-in, if it is still there."""
    commit(client, [Delete(table, _key(secret_hash)), Delete(table, _listed_key(account_id, secret_hash))])


def end_all(client: DynamoDBClient, table: str, account_id: str) -> None:
    """End every sign-in of an account."""
    prefix = f"{SIGN_IN}/"
    wanted = both(equals("entity", account_entity(account_id)), begins_with("part", prefix))
    for item in items(client, query(table, wanted)):
        end(client, table, account_id, item["part"]["S"].removeprefix(prefix))


def clients_of(client: DynamoDBClient, table: str, account_id: str) -> Clients:
    """Read what clients that sign in may do for an account, in one consistent read."""
    head, chosen = account_key(account_id), clients_key(account_id)
    found = {item["part"]["S"]: item for item in batch_get(client, {table: [head, chosen]})[table]}
    team = found.get(chosen["part"], {}).get("team_id")
    return Clients(head["part"] in found, None if team is None else team["S"])


def put_link(client: DynamoDBClient, table: str, code_hash: str, account_id: str, expires_at: int) -> None:
    """Keep a link that signs in to an account once."""
    commit(client, [Put(table, _link_key(code_hash) | {"account_id": account_id, TTL_ATTRIBUTE: expires_at})])


def take_link(client: DynamoDBClient, table: str, code_hash: str) -> tuple[str, int] | None:
    """Use a link up.

    Returns
    -------
    tuple[str, int] | None
        The account and when the link ends, in whole seconds since 1970; None: there is no such link, or somebody
        used it.
    """
    answer = client.delete_item(**Delete(table, _link_key(code_hash)).request(), ReturnValues="ALL_OLD")
    if not answer.get("Attributes"):
        return None
    values = plain(answer["Attributes"])
    return str(values["account_id"]), int(values[TTL_ATTRIBUTE])


def _key(secret_hash: str) -> dict[str, Any]:
    return {"entity": f"{SIGN_IN}/{secret_hash}", "part": SIGN_IN}


def _listed_key(account_id: str, secret_hash: str) -> dict[str, Any]:
    return {"entity": account_entity(account_id), "part": f"{SIGN_IN}/{secret_hash}"}


def _link_key(code_hash: str) -> dict[str, Any]:
    return {"entity": f"{LINK}/{code_hash}", "part": LINK}

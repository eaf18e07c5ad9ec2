"""Sign-ins in the directory, and links that sign in once: each under the hash of its secret."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .batch_get import batch_get
from .commit import Action, ConditionFailed, commit
from .heads import account_entity, account_key
from .items import plain, typed
from .memories import TTL_ATTRIBUTE

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
    """Key of what stands for an account's clients."""
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
    item = {
        "entity": f"{SIGN_IN}/{secret_hash}",
        "part": SIGN_IN,
        "account_id": record.account_id,
        "name": record.name,
        "created_at": record.created_at,
        "seen_at": record.seen_at,
        TTL_ATTRIBUTE: record.expires_at,
    }
    # The account's own side: ending all of them finds each by it.
    listed = {
        "entity": account_entity(record.account_id),
        "part": f"{SIGN_IN}/{secret_hash}",
        "created_at": record.created_at,
        TTL_ATTRIBUTE: listed_until,
    }
    commit(client, [_put(table, item), _put(table, listed)])


def begin_account(client: DynamoDBClient, table: str, account_id: str, now: int) -> None:
    """Make an account's head, where it has none yet: who comes from an issuer has made no account before."""
    head = _put(table, account_key(account_id) | {"epoch": 0, "created_at": now})
    head["Put"]["ConditionExpression"] = "attribute_not_exists(entity)"
    try:
        commit(client, [head])
    except ConditionFailed:
        return


def get(client: DynamoDBClient, table: str, secret_hash: str) -> SignInRecord | None:
    """Read a sign-in, strongly consistently; whether it still counts is for the caller to judge."""
    answer = client.get_item(TableName=table, Key=typed(_key(secret_hash)), ConsistentRead=True)
    if "Item" not in answer:
        return None
    values = plain(answer["Item"])
    return SignInRecord(
        account_id=values["account_id"],
        name=values.get("name"),
        created_at=int(values["created_at"]),
        seen_at=int(values["seen_at"]),
        expires_at=int(values[TTL_ATTRIBUTE]),
    )


def touch(client: DynamoDBClient, table: str, secret_hash: str, seen_at: int, expires_at: int) -> bool:
    """Note that a sign-in is used.

    Returns
    -------
    bool
        False if it was ended meanwhile: it is not begun again.
    """
    update: Action = {
        "Update": {
            "TableName": table,
            "Key": typed(_key(secret_hash)),
            "UpdateExpression": f"SET seen_at = :now, {TTL_ATTRIBUTE} = :end",
            "ConditionExpression": "attribute_exists(entity)",
            "ExpressionAttributeValues": typed({":now": seen_at, ":end": expires_at}),
        }
    }
    try:
        commit(client, [update])
    except ConditionFailed:
        return False
    return True


def end(client: DynamoDBClient, table: str, account_id: str, secret_hash: str) -> None:
    """End a sign-in, if it is still there."""
    listed = {"entity": account_entity(account_id), "part": f"{SIGN_IN}/{secret_hash}"}
    commit(client, [_delete(table, _key(secret_hash)), _delete(table, listed)])


def end_all(client: DynamoDBClient, table: str, account_id: str) -> None:
    """End every sign-in of an account."""
    prefix = f"{SIGN_IN}/"
    query: dict[str, Any] = {
        "TableName": table,
        "KeyConditionExpression": "entity = :entity AND begins_with(part, :part)",
        "ExpressionAttributeValues": typed({":entity": account_entity(account_id), ":part": prefix}),
        "ConsistentRead": True,
    }
    while True:
        answer = client.query(**query)
        for item in answer["Items"]:
            end(client, table, account_id, item["part"]["S"].removeprefix(prefix))
        if "LastEvaluatedKey" not in answer:
            return
        query["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


def clients_of(client: DynamoDBClient, table: str, account_id: str) -> Clients:
    """Read what clients that sign in may do for an account, in one consistent read."""
    head, chosen = account_key(account_id), clients_key(account_id)
    items = {item["part"]["S"]: item for item in batch_get(client, {table: [head, chosen]})[table]}
    team = items.get(chosen["part"], {}).get("team_id")
    return Clients(head["part"] in items, None if team is None else team["S"])


def put_link(client: DynamoDBClient, table: str, code_hash: str, account_id: str, expires_at: int) -> None:
    """Keep a link that signs in to an account once."""
    item = {
        "entity": f"{LINK}/{code_hash}",
        "part": LINK,
        "account_id": account_id,
        TTL_ATTRIBUTE: expires_at,
    }
    commit(client, [_put(table, item)])


def take_link(client: DynamoDBClient, table: str, code_hash: str) -> tuple[str, int] | None:
    """Use a link up.

    Returns
    -------
    tuple[str, int] | None
        The account and when the link ends, in whole seconds since 1970; None: there is no such link, or somebody
        used it.
    """
    answer = client.delete_item(
        TableName=table,
        Key=typed({"entity": f"{LINK}/{code_hash}", "part": LINK}),
        ReturnValues="ALL_OLD",
    )
    if not answer.get("Attributes"):
        return None
    values = plain(answer["Attributes"])
    return str(values["account_id"]), int(values[TTL_ATTRIBUTE])


def _key(secret_hash: str) -> dict[str, str]:
    return {"entity": f"{SIGN_IN}/{secret_hash}", "part": SIGN_IN}


def _put(table: str, values: Mapping[str, Any]) -> Action:
    return {"Put": {"TableName": table, "Item": typed(values)}}


def _delete(table: str, key: dict[str, str]) -> Action:
    return {"Delete": {"TableName": table, "Key": typed(key)}}

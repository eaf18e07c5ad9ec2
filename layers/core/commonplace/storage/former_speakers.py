"""Registrations that were removed: which name they stood for, so that its memories can still be erased.

The memories keep the registration's id. The name itself is not kept, but a digest of it: who asks for the erasure
names it.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from .commit import Action
from .heads import account_entity
from .items import typed

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

FORMER = "former-speaker/"


def keep(table: str, account_id: str, store: str, registration: str, name: str, epoch: int) -> Action:
    """Keep a registration that is removed.

    Parameters
    ----------
    table
        The directory's name.
    account_id, store
        Whose, and the store's canonical id.
    registration, name
        What is removed.
    epoch
        The account's: erasures of after it take this with them.
    """
    values = {
        ":store": store,
        ":registration": registration,
        ":digest": _digest(account_id, store, name),
        ":epoch": epoch,
    }
    return {
        "Update": {
            "TableName": table,
            "Key": typed({"entity": account_entity(account_id), "part": f"{FORMER}{store}/{registration}"}),
            "UpdateExpression": (
                "SET #store = :store, #registration = :registration, #name_digest = :digest, #live_from = :epoch"
            ),
            "ExpressionAttributeNames": {
                f"#{name}": name for name in ("store", "registration", "name_digest", "live_from")
            },
            "ExpressionAttributeValues": typed(values),
        }
    }


def registrations_of(
    client: DynamoDBClient, table: str, account_id: str, store: str, name: str, live_from: int
) -> list[str]:
    """Return the removed registrations of a name in a store.

    Parameters
    ----------
    client, table
        Where: the directory.
    account_id, store, name
        Whose, the store's canonical id, and the name in the form in which names are compared.
    live_from
        Those of an older epoch are gone: the account or the store was erased since.
    """
    query: dict[str, Any] = {
        "TableName": table,
        "KeyConditionExpression": "entity = :entity AND begins_with(part, :part)",
        "FilterExpression": "name_digest = :digest AND live_from >= :live_from",
        "ProjectionExpression": "registration",
        "ExpressionAttributeValues": typed(
            {
                ":entity": account_entity(account_id),
                ":part": f"{FORMER}{store}/",
                ":digest": _digest(account_id, store, name),
                ":live_from": live_from,
            }
        ),
        "ConsistentRead": True,
    }
    found: list[str] = []
    while True:
        answer = client.query(**query)
        found += [item["registration"]["S"] for item in answer["Items"]]
        if "LastEvaluatedKey" not in answer:
            return found
        query["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


def _digest(account_id: str, store: str, name: str) -> str:
    return hashlib.sha256("\n".join((account_id, store, name)).encode()).hexdigest()

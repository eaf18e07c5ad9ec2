"""Registrations that were removed: which name they stood for, so that its memories can still be erased.

The memories keep the registration's id. The name itself is not kept, but a digest of it: who asks for the erasure
names it.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from .actions import Update
from .conditions import at_least, begins_with, both, equals
from .heads import account_entity
from .pages import items, query

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

FORMER = "former-speaker/"


def keep(table: str, account_id: str, store: str, registration: str, name: str, epoch: int) -> Update:
    """Keep a registration that is removed.

    Parameters
    ----------
    table, account_id, store
        Where: the directory, and the store's canonical id.
    registration, name
        What is removed.
    epoch
        The account's: erasures of after it take this with them.
    """
    key = {"entity": account_entity(account_id), "part": f"{FORMER}{store}/{registration}"}
    digest = _digest(account_id, store, name)
    return Update(table, key).set(store=store, registration=registration, name_digest=digest, live_from=epoch)


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
    request = query(
        table,
        both(equals("entity", account_entity(account_id)), begins_with("part", f"{FORMER}{store}/")),
        where=both(equals("name_digest", _digest(account_id, store, name)), at_least("live_from", live_from)),
        only=("registration",),
    )
    return [item["registration"]["S"] for item in items(client, request)]


def _digest(account_id: str, store: str, name: str) -> str:
    return hashlib.sha256("\n".join((account_id, store, name)).encode()).hexdigest()

"""Stores and their speakers in the directory: how their heads are made, changed and deleted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING

from ..domain.heads import AccountHead, StoreHead
from .actions import Action, Put, Update
from .conditions import Condition, absent, begins_with, below, both, either, equals
from .heads import STORE, account_entity, account_key, store_head, store_key
from .pages import items, query

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


def create(
    table: str, account_id: str, store: str, head: StoreHead, account: AccountHead, limit: int
) -> list[Action]:
    """Make a store, and count it in its account.

    Parameters
    ----------
    table
        The directory's name.
    account_id, store
        Whose, and its canonical id.
    head
        What it begins with; its ``live_from`` is the account's epoch, so that no earlier store of this id counts.
    account
        As read: its epoch must be unchanged.
    limit
        Most stores of an account.

    Returns
    -------
    list[Action]
        First the store, then the account.
    """
    made = Put(table, {**store_key(account_id, store), **asdict(head), "speaker_epochs": None})
    counted = Update(table, account_key(account_id)).add(stores=1)
    return [
        # A head from before the account's last erasure counts no more, even if it is not yet swept.
        made.when(either(absent("entity"), below("live_from", account.live_from))),
        counted.when(equals("epoch", account.epoch), either(absent("stores"), below("stores", limit))),
    ]


def put_speakers(
    table: str,
    account_id: str,
    store: str,
    seen: StoreHead,
    speakers: Mapping[str, str],
    registered_at: Mapping[str, int],
) -> Update:
    """Change who is registered, if the store's head still is as it was seen; ``default`` gets one here.

    Parameters
    ----------
    table, account_id, store
        Where.
    seen
        As read.
    speakers, registered_at
        All that are registered from now on, by registration id.
    """
    update = Update(table, store_key(account_id, store)).set(
        speakers=dict(speakers),
        registered_at=dict(registered_at),
        version=seen.version + 1,
        live_from=seen.live_from,  # one made here is not from before the account's last erasure
    )
    return update.when(_unchanged(seen))


def all_of(client: DynamoDBClient, table: str, account_id: str) -> list[StoreHead]:
    """Read the heads of an account's stores, without their speakers, in the order of their canonical ids."""
    wanted = both(equals("entity", account_entity(account_id)), begins_with("part", STORE))
    request = query(table, wanted, only=("store_id", "created_at", "live_from", "version"))
    return [store_head(item) for item in items(client, request)]


def _unchanged(seen: StoreHead) -> Condition:
    """Hold where a head still is as it was seen, and the same store's, not a later one's."""
    if seen.version == 0:
        return absent("version")
    version = equals("version", seen.version)
    return both(version, equals("created_at", seen.created_at)) if seen.created_at else version

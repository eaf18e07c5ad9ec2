"""Stores and their speakers in the directory: how their heads are made, changed and deleted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..domain.heads import AccountHead, StoreHead
from .commit import Action
from .heads import STORE, account_entity, account_key, store_head, store_key
from .items import typed, typed_value

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
        As read: its epoch must still stand.
    limit
        Most stores of an account.

    Returns
    -------
    list[Action]
        First the store, then the account.
    """
    item = {**store_key(account_id, store), **_attributes(head)}
    return [
        {
            "Put": {
                "TableName": table,
                "Item": typed(item),
                # A head of before the account's last erasure counts no more, even if it is not yet swept.
                "ConditionExpression": "attribute_not_exists(entity) OR live_from < :erased",
                "ExpressionAttributeValues": typed({":erased": account.live_from}),
            }
        },
        _count(
            table,
            account_id,
            "ADD #stores :one",
            "#epoch = :epoch AND (attribute_not_exists(#stores) OR #stores < :limit)",
            {":one": 1, ":epoch": account.epoch, ":limit": limit},
        ),
    ]


def put_speakers(
    table: str,
    account_id: str,
    store: str,
    seen: StoreHead,
    speakers: Mapping[str, str],
    registered_at: Mapping[str, int],
) -> Action:
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
    condition, names, values = _unchanged(seen)
    names |= {name: name[1:] for name in ("#speakers", "#registered_at", "#version", "#live_from")}
    values |= {":speakers": dict(speakers), ":registered_at": dict(registered_at), ":next": seen.version + 1}
    values[":live_from"] = seen.live_from  # one made here is not of before the account's last erasure
    return {
        "Update": {
            "TableName": table,
            "Key": typed(store_key(account_id, store)),
            "UpdateExpression": (
                "SET #speakers = :speakers, #registered_at = :registered_at,"
                " #version = :next, #live_from = :live_from"
            ),
            "ConditionExpression": condition,
            "ExpressionAttributeNames": names,
            "ExpressionAttributeValues": typed(values),
        }
    }


def all_of(client: DynamoDBClient, table: str, account_id: str) -> list[StoreHead]:
    """Read the heads of an account's stores, without their speakers, in the order of their canonical ids.

    Parameters
    ----------
    client, table
        Where: the directory.
    account_id
        Whose.
    """
    query: dict[str, Any] = {
        "TableName": table,
        "KeyConditionExpression": "entity = :entity AND begins_with(part, :store)",
        "ProjectionExpression": "store_id, created_at, live_from, version",
        "ExpressionAttributeValues": typed({":entity": account_entity(account_id), ":store": STORE}),
        "ConsistentRead": True,
    }
    heads: list[StoreHead] = []
    while True:
        answer = client.query(**query)
        heads += [store_head(item) for item in answer["Items"]]
        if "LastEvaluatedKey" not in answer:
            return heads
        query["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


def _unchanged(seen: StoreHead) -> tuple[str, dict[str, str], dict[str, Any]]:
    """Say that a head still is as it was seen: its version, and that it is the same store's, not a later one's."""
    names = {"#version": "version"}
    if seen.version == 0:
        return "attribute_not_exists(#version)", names, {}
    values: dict[str, Any] = {":version": seen.version}
    if seen.created_at == 0:
        return "#version = :version", names, values
    return (
        "#version = :version AND #created_at = :created_at",
        names | {"#created_at": "created_at"},
        values | {":created_at": seen.created_at},
    )


def _attributes(head: StoreHead) -> dict[str, Any]:
    return {
        "store_id": head.store_id,
        "created_at": head.created_at,
        "speakers": dict(head.speakers),
        "registered_at": dict(head.registered_at),
        "live_from": head.live_from,
        "version": head.version,
    }


def _count(table: str, account_id: str, update: str, condition: str, values: dict[str, int]) -> Action:
    used = f"{update} {condition}"
    return {
        "Update": {
            "TableName": table,
            "Key": typed(account_key(account_id)),
            "UpdateExpression": update,
            "ConditionExpression": condition,
            "ExpressionAttributeNames": {f"#{name}": name for name in ("stores", "epoch") if f"#{name}" in used},
            "ExpressionAttributeValues": {name: typed_value(value) for name, value in values.items()},
        }
    }

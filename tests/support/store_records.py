"""What the tables hold of a store, and changes that tests make there behind the operations' backs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from commonplace.auth import keys as accounts
from commonplace.domain.memory import Memory
from commonplace.domain.spaces import Space, account_space
from commonplace.domain.stores import canonical_id
from commonplace.operations.settings import settings
from commonplace.storage.heads import account_key, store_key
from commonplace.storage.items import typed, typed_value
from commonplace.storage.memories import memory_of
from tests.support.apps import App

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


def account_of(key: str) -> str:
    record = accounts.directory().key_by_hash(accounts.hash_of(key))
    assert record is not None
    return record.account_id


def space_of(app: App) -> Space:
    return account_space(account_of(app.key), canonical_id(app.store or "default"))


def items(client: DynamoDBClient, app: App) -> list[dict[str, Any]]:
    """All items of a store's space: records, gates, markers."""
    found: list[dict[str, Any]] = []
    for page in client.get_paginator("query").paginate(
        TableName=settings().memories_table,
        KeyConditionExpression="#space = :space",
        ExpressionAttributeNames={"#space": "space"},
        ExpressionAttributeValues={":space": {"S": space_of(app).key}},
        ConsistentRead=True,
    ):
        found += page["Items"]
    return found


def records(client: DynamoDBClient, app: App) -> list[Memory]:
    """All records of a store, in the order of their ids."""
    space = space_of(app)
    return [memory_of(space, item) for item in items(client, app) if "/" not in item["memory_id"]["S"]]


def record(client: DynamoDBClient, app: App, memory_id: str) -> Memory:
    (found,) = (memory for memory in records(client, app) if memory.memory_id == memory_id)
    return found


def change(client: DynamoDBClient, app: App, memory_id: str, **values: Any) -> None:
    """Change attributes of a record, and nothing else of it."""
    client.update_item(
        TableName=settings().memories_table,
        Key=typed({"space": space_of(app).key, "memory_id": memory_id}),
        UpdateExpression="SET " + ", ".join(f"#{name} = :{name}" for name in values),
        ExpressionAttributeNames={f"#{name}": name for name in values},
        ExpressionAttributeValues={f":{name}": typed_value(value) for name, value in values.items()},
    )


def erase_account(client: DynamoDBClient, app: App) -> None:
    """Raise the account's epoch, as an erasure of all of it does."""
    _raise(client, account_key(account_of(app.key)), "epoch", "live_from")


def empty_store(client: DynamoDBClient, app: App) -> None:
    """Raise account's epoch and the store's, as forgetting a whole store does."""
    account = account_of(app.key)
    _raise(client, account_key(account), "epoch")
    head = client.get_item(TableName=settings().directory_table, Key=typed(account_key(account)))["Item"]
    client.update_item(
        TableName=settings().directory_table,
        Key=typed(store_key(account, canonical_id(app.store or "default"))),
        UpdateExpression="SET live_from = :epoch",
        ExpressionAttributeValues={":epoch": head["epoch"]},
    )


def _raise(client: DynamoDBClient, key: dict[str, str], *names: str) -> None:
    client.update_item(
        TableName=settings().directory_table,
        Key=typed(key),
        UpdateExpression="ADD " + ", ".join(f"#{name} :one" for name in names),
        ExpressionAttributeNames={f"#{name}": name for name in names},
        ExpressionAttributeValues={":one": {"N": "1"}},
    )

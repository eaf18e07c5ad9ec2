"""Memories put into the tables as they are stored, with or without their vectors; and the stream that tells it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from commonplace.auth.keys import directory, hash_of
from commonplace.domain.clock import SECOND
from commonplace.domain.ids import time_ordered_id
from commonplace.domain.levels import Level
from commonplace.domain.memory import IMPORTANCE, Embedding, Kind, Memory
from commonplace.domain.spaces import Space, account_space
from commonplace.storage.memories import item_of
from tests.support.agents import NO_CONTEXT, function, stack
from tests.support.clock import START

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


def account_of(key: str) -> str:
    """The account of a key."""
    record = directory().key_by_hash(hash_of(key))
    assert record is not None
    return record.account_id


def fact(account_id: str, text: str, after: int = 0, **changes: Any) -> Memory:
    """Make a fact of an account's store ``default``; ``after`` is in seconds."""
    now = START + after * SECOND
    values: dict[str, Any] = {
        "space": account_space(account_id),
        "memory_id": time_ordered_id(now),
        "account_id": account_id,
        "epoch": 0,
        "text": text,
        "kind": Kind.FACT,
        "level": Level.PUBLIC,
        "importance": IMPORTANCE[Kind.FACT],
        "created_at": now,
        "updated_at": now,
    }
    return Memory(**values | changes)


def put(client: DynamoDBClient, *memories: Memory) -> None:
    """Put records into the table as they are."""
    for memory in memories:
        client.put_item(TableName=stack().environment["MEMORIES_TABLE"], Item=item_of(memory))


def meaning(text: str) -> Embedding:
    """The vector that a text is stored with."""
    from commonplace.search.embedding.choose import embedder
    from commonplace.search.embedding.vectors import packed

    model = embedder()
    return Embedding(model.model_id, packed(model.passages([text])[0]))


def told(keys: Iterable[tuple[Space, str]], event: str = "INSERT") -> dict[str, Any]:
    """The event of a stream that tells keys alone."""
    return {
        "Records": [
            {
                "eventID": str(number),
                "eventName": event,
                "eventVersion": "1.1",
                "eventSource": "aws:dynamodb",
                "awsRegion": "us-east-1",
                "dynamodb": {
                    "Keys": {"space": {"S": space.key}, "memory_id": {"S": memory_id}},
                    "SequenceNumber": str(number),
                    "SizeBytes": 100,
                    "StreamViewType": "KEYS_ONLY",
                },
            }
            for number, (space, memory_id) in enumerate(keys, 1)
        ]
    }


def embed(*memories: Memory) -> Any:
    """Let embed_memory do what the stream of some writes would have it do."""
    event = told((memory.space, memory.memory_id) for memory in memories)
    return function("EmbedMemoryFunction").handler(event, NO_CONTEXT)


def row(client: DynamoDBClient, memory: Memory) -> dict[str, Any]:
    """A record's item as it stands."""
    return client.get_item(
        TableName=stack().environment["MEMORIES_TABLE"],
        Key={"space": {"S": memory.space.key}, "memory_id": {"S": memory.memory_id}},
        ConsistentRead=True,
    )["Item"]


def team_of(key: str) -> str:
    """The team of a key."""
    record = directory().key_by_hash(hash_of(key))
    assert record is not None
    assert record.team_id is not None
    return record.team_id

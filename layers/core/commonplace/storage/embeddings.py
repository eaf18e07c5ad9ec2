"""What makes vectors up to date: they are added to records, and a marker lets a whole space be gone through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..domain.clock import SECOND
from ..domain.memory import Embedding, Memory, State
from ..domain.spaces import Space
from .commit import Action
from .items import Item, plain, typed, typed_value
from .memories import TTL_ATTRIBUTE, memory_of

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

MARKER = "embedding/"  # before the model's id; no record's id has a slash
_MARKER_SECONDS = 60 * 60  # after the last page: one that was left behind does not stand in the way for long


@dataclass(frozen=True, slots=True)
class SpacePage:
    """Some records of a space, of whatever level and state.

    Attributes
    ----------
    memories
        As stored.
    last
        Id up to which was read; None: this was the last page.
    """

    memories: tuple[Memory, ...]
    last: str | None


def add_embedding(table: str, memory: Memory, embedding: Embedding) -> Action:
    """Add a record's vector, if nobody has written the record since it was read.

    Its version and time stay: nothing of what it says is new.

    Parameters
    ----------
    table
        Name.
    memory
        As read.
    embedding
        Of its text.
    """
    return {
        "Update": {
            "TableName": table,
            "Key": _key(memory.space, memory.memory_id),
            "UpdateExpression": "SET embedding = :vector, embedding_model = :model",
            "ConditionExpression": "#version = :version AND updated_at = :updated_at AND #state = :active",
            "ExpressionAttributeNames": {"#version": "version", "#state": "state"},
            "ExpressionAttributeValues": typed(
                {
                    ":vector": embedding.vector,
                    ":model": embedding.model_id,
                    ":version": memory.version,
                    ":updated_at": memory.updated_at,
                    ":active": State.ACTIVE.value,
                }
            ),
        }
    }


def marker_id(model_id: str) -> str:
    """Return under which id a space's marker for a model stands."""
    return f"{MARKER}{model_id}"


def mark(table: str, space: Space, model_id: str, now: int) -> Action:
    """Ask for all vectors of a space by a model, if that is not asked for already.

    Parameters
    ----------
    table
        Name.
    space
        Which.
    model_id
        Of the model.
    now
        Microseconds since 1970.
    """
    item = {
        "space": space.key,
        "memory_id": marker_id(model_id),
        "epoch": 0,  # any erasure of the space takes it along
        TTL_ATTRIBUTE: now // SECOND + _MARKER_SECONDS,
    }
    return {
        "Put": {
            "TableName": table,
            "Item": typed(item),
            "ConditionExpression": f"attribute_not_exists(memory_id) OR {TTL_ATTRIBUTE} <= :now",
            "ExpressionAttributeValues": {":now": typed_value(now // SECOND)},
        }
    }


def go_on(table: str, space: Space, model_id: str, seen: str | None, last: str, now: int) -> Action:
    """Write into a marker how far its space was gone through, if it still is where it was seen.

    Parameters
    ----------
    table, space, model_id
        Which marker.
    seen
        Up to which id the page began; None: at the space's first record.
    last
        Up to which id it went.
    now
        Microseconds since 1970.
    """
    values: dict[str, Any] = {":last": last, ":expires_at": now // SECOND + _MARKER_SECONDS}
    same = "attribute_not_exists(after_id)" if seen is None else "after_id = :seen"
    if seen is not None:
        values[":seen"] = seen
    return {
        "Update": {
            "TableName": table,
            "Key": _key(space, marker_id(model_id)),
            "UpdateExpression": f"SET after_id = :last, {TTL_ATTRIBUTE} = :expires_at",
            "ConditionExpression": f"attribute_exists(memory_id) AND {same}",
            "ExpressionAttributeValues": typed(values),
        }
    }


def unmark(table: str, space: Space, model_id: str) -> Action:
    """Take a marker away, if it is there."""
    return {"Delete": {"TableName": table, "Key": _key(space, marker_id(model_id))}}


def marker(client: DynamoDBClient, table: str, space: Space, model_id: str) -> dict[str, Any] | None:
    """Read a marker: ``after_id`` tells how far its space was gone through; None: there is none."""
    answer = client.get_item(TableName=table, Key=_key(space, marker_id(model_id)), ConsistentRead=True)
    return plain(answer["Item"]) if "Item" in answer else None


def page(client: DynamoDBClient, table: str, space: Space, after: str | None, limit: int) -> SpacePage:
    """Read some records of a space, in the order of their ids.

    Parameters
    ----------
    client, table
        Where.
    space
        Which.
    after
        Id behind which to begin; None: at the first.
    limit
        Most items to read; what is no record is left out.
    """
    query: dict[str, Any] = {
        "TableName": table,
        "KeyConditionExpression": "#space = :space",
        "ExpressionAttributeNames": {"#space": "space"},
        "ExpressionAttributeValues": {":space": {"S": space.key}},
        "ConsistentRead": True,
        "Limit": limit,
    }
    if after is not None:
        query["ExclusiveStartKey"] = _key(space, after)
    answer = client.query(**query)
    last = answer.get("LastEvaluatedKey")
    return SpacePage(
        memories=tuple(memory_of(space, item) for item in answer["Items"] if "text" in item),
        last=None if last is None else str(last["memory_id"]["S"]),
    )


def _key(space: Space, memory_id: str) -> Item:
    return typed({"space": space.key, "memory_id": memory_id})

"""The memories table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ..domain.levels import Level
from ..domain.memory import Embedding, Kind, Memory, State
from ..domain.sort_keys import importance_prefix, level_prefix, time_key
from ..domain.spaces import Space
from .commit import Action
from .items import Item, plain, typed, typed_value

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

TTL_ATTRIBUTE = "expires_at"  # of every table; the template test compares

Order = Literal["by_rank", "by_time"]
_SORT_KEYS: dict[Order, str] = {"by_rank": "rank_key", "by_time": "time_key"}
_INDEX_KEYS = ("rank_key", "time_key", "speaker_key", "owner_key")
# A later write of the same record keeps these.
_KEPT = {"created_at", "pinned_by_owner", "version", "revision", "replaces"}


@dataclass(frozen=True, slots=True)
class Page:
    """Some records of one level of one space, in the index's order.

    Attributes
    ----------
    memories
        As stored; whether they are alive is for the reader to judge.
    after
        Where the next page begins; None: this was the last.
    """

    memories: tuple[Memory, ...]
    after: Item | None


def page(
    client: DynamoDBClient,
    table: str,
    order: Order,
    space: Space,
    level: Level,
    limit: int | None,
    *,
    after: Item | None = None,
    before: tuple[int, str] | None = None,
    since: int | None = None,
    importance: float | None = None,
    oldest_first: bool = False,
) -> Page:
    """Read one page of a level, most important or newest first.

    Parameters
    ----------
    client, table
        Where.
    order
        ``by_rank``: most important first, then the last written first; ``by_time``: the last written first.
    space, level
        What.
    limit
        Most records to read; None: as many as one answer holds (1 MB).
    after
        The page before said so.
    before
        By time: only what was last written before this moment (microseconds) and id.
    since
        By time: only what was last written at this moment or later.
    importance
        By rank: only what has exactly this one.
    oldest_first
        Turns the order around.
    """
    attribute = _SORT_KEYS[order]
    prefix = level_prefix(level)
    condition, values = f"begins_with({attribute}, :from)", {":from": prefix}
    if before is not None:
        condition, values = f"{attribute} BETWEEN :from AND :to", {":from": prefix, ":to": _below(level, *before)}
    elif since is not None:
        condition = f"{attribute} BETWEEN :from AND :to"
        values = {":from": f"{prefix}{since:016d}", ":to": f"{prefix}~"}
    elif importance is not None:
        values = {":from": importance_prefix(level, importance)}
    query: dict[str, Any] = {
        "TableName": table,
        "IndexName": order,
        "KeyConditionExpression": f"#space = :space AND {condition}",
        "ExpressionAttributeNames": {"#space": "space"},
        "ExpressionAttributeValues": typed({":space": space.key, **values}),
        "ScanIndexForward": oldest_first,
        "ConsistentRead": True,
    }
    if limit is not None:
        query["Limit"] = limit
    if after is not None:
        query["ExclusiveStartKey"] = after
    answer = client.query(**query)
    return Page(
        memories=tuple(memory_of(space, item) for item in answer["Items"]),
        after=answer.get("LastEvaluatedKey"),
    )


def versions(
    client: DynamoDBClient, table: str, space: Space, level: Level, since: int
) -> Iterator[tuple[str, int, int]]:
    """Read which version of what was last written at a moment or later, and nothing of what it says.

    Parameters
    ----------
    client, table
        Where.
    space, level
        What.
    since
        Microseconds since 1970.

    Yields
    ------
    tuple[str, int, int]
        Id, version and last write.
    """
    prefix = level_prefix(level)
    query: dict[str, Any] = {
        "TableName": table,
        "IndexName": "by_time",
        "KeyConditionExpression": "#space = :space AND time_key BETWEEN :from AND :to",
        "ProjectionExpression": "memory_id, #version, updated_at",
        "ExpressionAttributeNames": {"#space": "space", "#version": "version"},
        "ExpressionAttributeValues": typed(
            {":space": space.key, ":from": f"{prefix}{since:016d}", ":to": f"{prefix}~"}
        ),
        "ConsistentRead": True,
    }
    while True:
        answer = client.query(**query)
        for item in answer["Items"]:
            yield str(item["memory_id"]["S"]), int(item["version"]["N"]), int(item["updated_at"]["N"])
        if "LastEvaluatedKey" not in answer:
            return
        query["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


def _below(level: Level, moment: int, memory_id: str) -> str:
    """Write the greatest sort key below a moment and id: ids end in a digit or a letter, which has one below."""
    key = time_key(level, moment, memory_id)
    return key[:-1] + chr(ord(key[-1]) - 1) + "~"


def put(table: str, memory: Memory) -> Action:
    """Write a record whose id nothing else has, or that replaces whatever stands in its slot."""
    return {"Put": {"TableName": table, "Item": item_of(memory)}}


def delete(table: str, space: Space, memory_id: str) -> Action:
    """Delete a record, if it is there."""
    return {"Delete": {"TableName": table, "Key": typed({"space": space.key, "memory_id": memory_id})}}


def delete_own(table: str, memory: Memory) -> Action:
    """Delete a record, unless another account has written its own in its place since it was read."""
    action = delete(table, memory.space, memory.memory_id)
    action["Delete"] |= {
        "ConditionExpression": "attribute_not_exists(memory_id) OR account_id = :account",
        "ExpressionAttributeValues": typed({":account": memory.account_id}),
    }
    return action


def delete_seen(table: str, memory: Memory) -> Action:
    """Delete a record for good, if nobody has written it since it was read."""
    action = delete(table, memory.space, memory.memory_id)
    action["Delete"] |= {
        "ConditionExpression": "#version = :version AND #epoch = :epoch",
        "ExpressionAttributeNames": {"#version": "version", "#epoch": "epoch"},
        "ExpressionAttributeValues": typed({":version": memory.version, ":epoch": memory.epoch}),
    }
    return action


def replace(table: str, memory: Memory, now_seconds: int) -> Action:
    """Write a record over an earlier one of its slot, in one update: the last writer wins.

    When it was first written, the owner's pin, the count of writes and what it superseded are kept. The condition
    holds where there is none, or a live one of the same author; else the caller must look (:func:`overwrite`).
    """
    values = _attributes(memory)
    del values["space"], values["memory_id"]
    kept = {"created_at": values.pop("created_at")}
    values.pop("version")
    for name in ("pinned_by_owner", "revision", "replaces"):
        values.pop(name, None)
    # What is quarantined gives nothing back that an earlier forgetting hid.
    kept_names = {*_KEPT, "forgotten_at"} if memory.state is State.QUARANTINED else _KEPT
    removed = [name for name in _ALL if name not in values and name not in kept_names]
    sets = [f"#{name} = :{name}" for name in values]
    sets.append("#created_at = if_not_exists(#created_at, :created_at)")
    expression = f"SET {', '.join(sets)} ADD #version :one"
    if removed:
        expression += f" REMOVE {', '.join('#' + name for name in removed)}"
    named = {*values, *removed, "created_at", "version", "account_id", "epoch", "state", TTL_ATTRIBUTE}
    return {
        "Update": {
            "TableName": table,
            "Key": typed({"space": memory.space.key, "memory_id": memory.memory_id}),
            "UpdateExpression": expression,
            "ConditionExpression": (
                "attribute_not_exists(memory_id) OR (#account_id = :account_id AND #epoch = :epoch"
                " AND #state IN (:active, :quarantined)"
                " AND (attribute_not_exists(#expires_at) OR #expires_at > :now))"
            ),
            "ExpressionAttributeNames": {f"#{name}": name for name in named},
            "ExpressionAttributeValues": {f":{name}": typed_value(value) for name, value in values.items()}
            | {f":{name}": typed_value(value) for name, value in kept.items()}
            | {
                ":one": {"N": "1"},
                ":active": {"S": State.ACTIVE},
                ":quarantined": {"S": State.QUARANTINED},
                ":now": {"N": str(now_seconds)},
            },
        }
    }


def overwrite(table: str, memory: Memory, seen: Memory | None) -> Action:
    """Write a record as it is, on condition that what stood there when last looked at still does."""
    action: dict[str, Any] = {"TableName": table, "Item": item_of(memory)}
    if seen is None:
        action["ConditionExpression"] = "attribute_not_exists(memory_id)"
    else:
        action["ConditionExpression"] = "#version = :version AND #epoch = :epoch"
        action["ExpressionAttributeNames"] = {"#version": "version", "#epoch": "epoch"}
        action["ExpressionAttributeValues"] = {
            ":version": {"N": str(seen.version)},
            ":epoch": {"N": str(seen.epoch)},
        }
    return {"Put": action}


def forget(table: str, memory: Memory, now: int) -> Action:
    """Take a record out of every index that agents' reads use, if nobody has written it since it was read.

    Parameters
    ----------
    table
        Name.
    memory
        As read.
    now
        Microseconds since 1970.
    """
    return {
        "Update": {
            "TableName": table,
            "Key": typed({"space": memory.space.key, "memory_id": memory.memory_id}),
            "UpdateExpression": (
                "SET #state = :forgotten, forgotten_at = :now ADD #version :one"
                " REMOVE rank_key, time_key, speaker_key"
            ),
            "ConditionExpression": "#version = :version AND #epoch = :epoch AND #state = :active",
            "ExpressionAttributeNames": {"#state": "state", "#version": "version", "#epoch": "epoch"},
            "ExpressionAttributeValues": {
                ":forgotten": {"S": State.FORGOTTEN},
                ":active": {"S": State.ACTIVE},
                ":now": {"N": str(now)},
                ":one": {"N": "1"},
                ":version": {"N": str(memory.version)},
                ":epoch": {"N": str(memory.epoch)},
            },
        }
    }


def pin(table: str, memory: Memory, *, pinned: bool) -> Action:
    """Pin a record, or take its pin away, if nobody has written it since it was read. Its last write stays.

    Parameters
    ----------
    table
        Name.
    memory
        As read.
    pinned
        What it is to be.
    """
    return {
        "Update": {
            "TableName": table,
            "Key": typed({"space": memory.space.key, "memory_id": memory.memory_id}),
            "UpdateExpression": (
                "SET pinned_by_owner = :pinned ADD #version :one"
                if pinned
                else "REMOVE pinned_by_owner ADD #version :one"
            ),
            "ConditionExpression": "#version = :version AND #epoch = :epoch",
            "ExpressionAttributeNames": {"#version": "version", "#epoch": "epoch"},
            "ExpressionAttributeValues": typed(
                {
                    ":one": 1,
                    ":version": memory.version,
                    ":epoch": memory.epoch,
                    **({":pinned": True} if pinned else {}),
                }
            ),
        }
    }


def item_of(memory: Memory) -> Item:
    """Write a record as DynamoDB's item."""
    return typed(_attributes(memory))


def memory_of(space: Space, item: Mapping[str, Any]) -> Memory:
    """Read DynamoDB's item as a record."""
    values = plain(item)
    expires_at = values.get(TTL_ATTRIBUTE)
    return Memory(
        space=space,
        memory_id=values["memory_id"],
        account_id=values["account_id"],
        epoch=int(values["epoch"]),
        text=values["text"],
        kind=Kind(values["kind"]),
        level=Level(int(values["level"])),
        importance=float(values["importance"]),
        created_at=int(values["created_at"]),
        updated_at=int(values["updated_at"]),
        key=values.get("key"),
        speaker_id=values.get("speaker_id"),
        tags=tuple(values.get("tags", ())),
        pinned_by_owner=values.get("pinned_by_owner", False),
        state=State(values["state"]),
        expires_at=None if expires_at is None else int(expires_at),
        version=int(values["version"]),
        checkpoint=values.get("checkpoint"),
        forgotten_at=None if "forgotten_at" not in values else int(values["forgotten_at"]),
        quarantined_for=values.get("quarantined_for"),
        writer=values.get("writer"),
        embedding=_embedding_of(values),
        category=values.get("category"),
        conversation_id=values.get("conversation_id"),
        event_date=values.get("event_date"),
        turn_split=None if "turn_split" not in values else int(values["turn_split"]),
        chunks=None if "chunks" not in values else int(values["chunks"]),
        revision=int(values.get("revision", 0)),
        replaces=values.get("replaces"),
        superseded_by=values.get("superseded_by"),
    )


def _embedding_of(values: Mapping[str, Any]) -> Embedding | None:
    if "embedding" not in values:
        return None
    return Embedding(values["embedding_model"], bytes(values["embedding"]))


def _attributes(memory: Memory) -> dict[str, Any]:
    values: dict[str, Any] = {
        "space": memory.space.key,
        "memory_id": memory.memory_id,
        "account_id": memory.account_id,
        "epoch": memory.epoch,
        "text": memory.text,
        "kind": memory.kind.value,
        "level": int(memory.level),
        "importance": memory.importance,
        "created_at": memory.created_at,
        "updated_at": memory.updated_at,
        "key": memory.key,
        "speaker_id": memory.speaker_id,
        "tags": list(memory.tags) or None,
        "pinned_by_owner": memory.pinned_by_owner or None,
        "state": memory.state.value,
        TTL_ATTRIBUTE: memory.expires_at,
        "version": memory.version,
        "checkpoint": memory.checkpoint,
        "forgotten_at": memory.forgotten_at,
        "quarantined_for": memory.quarantined_for,
        "writer": memory.writer,
        "embedding": None if memory.embedding is None else memory.embedding.vector,
        "embedding_model": None if memory.embedding is None else memory.embedding.model_id,
        "category": memory.category,
        "conversation_id": memory.conversation_id,
        "event_date": memory.event_date,
        "turn_split": memory.turn_split,
        "chunks": memory.chunks,
        "revision": memory.revision or None,
        "replaces": memory.replaces,
        "superseded_by": memory.superseded_by,
        **memory.index_keys(),
    }
    return {name: value for name, value in values.items() if value is not None}


_ALL = (
    "key",
    "speaker_id",
    "tags",
    TTL_ATTRIBUTE,
    "checkpoint",
    "forgotten_at",
    "quarantined_for",
    "writer",
    "embedding",
    "embedding_model",
    "category",
    "conversation_id",
    "event_date",
    "turn_split",
    "chunks",
    "revision",
    "replaces",
    "superseded_by",
    *_INDEX_KEYS,
)

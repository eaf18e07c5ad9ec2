"""What makes vectors up to date: they are added to records, and a marker lets a whole space be gone through."""

from __future__ import annotations

from ..records.memory import Embedding, Memory, State
from ..records.spaces import Space
from .commit import Action
from .items import typed, typed_value

MARKER = "embedding/"  # before the model's id; no record's id has a slash


def marker_id(model_id: str) -> str:
    """Return under which id a space's marker for a model stands."""
    return f"{MARKER}{model_id}"


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
            "Key": typed({"space": memory.space.key, "memory_id": memory.memory_id}),
            "UpdateExpression": "SET embedding = :vector, embedding_model = :model",
            "ConditionExpression": "#version = :version AND updated_at = :updated_at AND #state = :active",
            "ExpressionAttributeNames": {"#version": "version", "#state": "state"},
            "ExpressionAttributeValues": {
                ":vector": typed_value(embedding.vector),
                ":model": typed_value(embedding.model_id),
                ":version": typed_value(memory.version),
                ":updated_at": typed_value(memory.updated_at),
                ":active": typed_value(State.ACTIVE.value),
            },
        }
    }


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
    item = {"space": space.key, "memory_id": marker_id(model_id), "asked_at": now}
    return {
        "Put": {
            "TableName": table,
            "Item": typed(item),
            "ConditionExpression": "attribute_not_exists(memory_id)",
        }
    }

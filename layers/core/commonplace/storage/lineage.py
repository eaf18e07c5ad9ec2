"""Versions of a memory: how one takes the place of another."""

from __future__ import annotations

from ..domain.memory import Memory, State
from .commit import Action
from .items import typed, typed_value


def supersede(table: str, memory: Memory, successor: str) -> Action:
    """Take a record out of every index that reads use, and let it name what took its place.

    Parameters
    ----------
    table
        Of the memories.
    memory
        As read: on condition that nobody has written it since.
    successor
        Id of the record that is current now.
    """
    return {
        "Update": {
            "TableName": table,
            "Key": typed({"space": memory.space.key, "memory_id": memory.memory_id}),
            "UpdateExpression": (
                "SET #state = :superseded, superseded_by = :successor ADD #version :one"
                " REMOVE rank_key, time_key, speaker_key"
            ),
            "ConditionExpression": "#version = :version AND #epoch = :epoch AND #state = :active",
            "ExpressionAttributeNames": {"#state": "state", "#version": "version", "#epoch": "epoch"},
            "ExpressionAttributeValues": {
                ":superseded": typed_value(State.SUPERSEDED.value),
                ":active": typed_value(State.ACTIVE.value),
                ":successor": typed_value(successor),
                ":one": typed_value(1),
                ":version": typed_value(memory.version),
                ":epoch": typed_value(memory.epoch),
            },
        }
    }

"""Erasing anew in tables that were restored from a backup: heads get back the epochs that it does not know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..domain.erasures import Deletion, Order
from ..domain.levels import Level
from ..domain.memory import State
from ..domain.spaces import DEFAULT_STORE
from .commit import Action
from .heads import account_key, session_key, store_key
from .items import Item, typed, typed_value
from .memories import TTL_ATTRIBUTE

# Each of these fails, and may fail, where the tables know of the erasure already, or never knew what it erased.


def account_epoch(table: str, order: Order) -> Action:
    """Raise an account's epoch to an erasure's at least."""
    return _update(
        table,
        typed(account_key(order.account_id)),
        "SET #epoch = :epoch",
        "#epoch < :epoch",
        ("epoch",),
        {":epoch": order.epoch},
    )


def account_live_from(table: str, order: Order) -> Action:
    """Let nothing of an account count that is of before its erasure, its stores neither."""
    return _update(
        table,
        typed(account_key(order.account_id)),
        "SET #live_from = :epoch, #stores = :none",
        "attribute_exists(#epoch) AND (attribute_not_exists(#live_from) OR #live_from < :epoch)",
        ("epoch", "live_from", "stores"),
        {":epoch": order.epoch, ":none": 0},
    )


def store_live_from(table: str, order: Order) -> Action:
    """Let nothing of a store count that is of before its erasure; ``default`` may have no head yet."""
    older = "(attribute_not_exists(#live_from) OR #live_from < :epoch)"
    is_there = "" if order.store == DEFAULT_STORE else " AND attribute_exists(#entity)"
    return _update(
        table,
        _store(order),
        "SET #live_from = :epoch ADD #version :one",
        older + is_there,
        ("live_from", "version", *(("entity",) if is_there else ())),
        {":epoch": order.epoch, ":one": 1},
    )


def store_gone(table: str, order: Order) -> Action:
    """Delete a store's head, if it is of before the store's deletion."""
    return {
        "Delete": {
            "TableName": table,
            "Key": _store(order),
            "ConditionExpression": "attribute_not_exists(live_from) OR live_from < :epoch",
            "ExpressionAttributeValues": typed({":epoch": order.epoch}),
        }
    }


def speaker_epochs(table: str, order: Order) -> list[Action]:
    """Let nothing of a speaker count that is of before its erasure: first the map, where it has none."""
    mapped = _update(
        table,
        _store(order),
        "SET #speaker_epochs = :none",
        "attribute_not_exists(#speaker_epochs)",
        ("speaker_epochs",),
        {":none": {}},
    )
    return [mapped, *(_speaker_epoch(table, order, registration) for registration in order.registrations)]


def _speaker_epoch(table: str, order: Order, registration: str) -> Action:
    return _update(
        table,
        _store(order),
        "SET #speaker_epochs.#registration = :epoch ADD #version :one",
        "attribute_not_exists(#speaker_epochs.#registration) OR #speaker_epochs.#registration < :epoch",
        ("speaker_epochs", "version"),
        {":epoch": order.epoch, ":one": 1},
        {"#registration": registration},
    )


def session_generation(table: str, order: Order, expires_at: int) -> Action:
    """Let a session be in the generation after its erasure at least; its level stays."""
    return _update(
        table,
        typed(session_key(order.account_id, str(order.session_id))),
        "SET #generation = :next, #taint = if_not_exists(#taint, :public), #epoch = :epoch, #live_from = :epoch,"
        " #end = :end REMOVE goal_id, checkpoint, calls, calls_version",
        "attribute_not_exists(#generation) OR #generation < :next",
        ("generation", "taint", "epoch", "live_from"),
        {
            ":next": (order.generation or 0) + 1,
            ":public": int(Level.PUBLIC),
            ":epoch": order.epoch,
            ":end": expires_at,
        },
        {"#end": TTL_ATTRIBUTE},
    )


def memory_gone(table: str, order: Order, memory_id: str) -> Action:
    """Delete a memory, if it is of before its erasure."""
    return {
        "Delete": {
            "TableName": table,
            "Key": typed({"space": order.space, "memory_id": memory_id}),
            "ConditionExpression": "epoch < :epoch",
            "ExpressionAttributeValues": typed({":epoch": order.epoch}),
        }
    }


def deletions(table: str, deletion: Deletion) -> list[Action]:
    """Delete what an application deleted for good, if it is of before that."""
    return [
        {
            "Delete": {
                "TableName": table,
                "Key": typed({"space": deletion.space, "memory_id": memory_id}),
                "ConditionExpression": "updated_at <= :at",
                "ExpressionAttributeValues": typed({":at": deletion.at}),
            }
        }
        for memory_id in deletion.memory_ids
    ]


def hidden(table: str, deletion: Deletion) -> list[Action]:
    """Hide what had a key, as the deletion did, if it is of before that."""
    if deletion.hidden is None:
        return []
    return [
        _update(
            table,
            typed({"space": deletion.space, "memory_id": deletion.hidden}),
            "SET #state = :forgotten, forgotten_at = :at ADD #version :one REMOVE rank_key, time_key, speaker_key",
            "#state = :active AND updated_at <= :at",
            ("state", "version"),
            {":forgotten": State.FORGOTTEN.value, ":active": State.ACTIVE.value, ":at": deletion.at, ":one": 1},
        )
    ]


def session_of_later(table: str, item: Mapping[str, Any]) -> Action:
    """Put an entry of the sessions' table of before the restoring in the place of an earlier one.

    A head's generation never falls, nor in one generation its level; the entry of a space tells until when
    something may be in it.
    """
    names: tuple[str, ...]
    if "generation" in item:
        condition = (
            "attribute_not_exists(#generation) OR #generation < :generation"
            " OR (#generation = :generation AND #taint <= :taint)"
        )
        names, values = ("generation", "taint"), {":generation": item["generation"], ":taint": item["taint"]}
    else:
        condition = f"attribute_not_exists(#{TTL_ATTRIBUTE}) OR #{TTL_ATTRIBUTE} <= :end"
        names, values = (TTL_ATTRIBUTE,), {":end": item[TTL_ATTRIBUTE]}
    return {
        "Put": {
            "TableName": table,
            "Item": item,
            "ConditionExpression": condition,
            "ExpressionAttributeNames": {f"#{name}": name for name in names},
            "ExpressionAttributeValues": values,
        }
    }


def _store(order: Order) -> Item:
    return typed(store_key(order.account_id, str(order.store)))


def _update(
    table: str,
    key: Item,
    update: str,
    condition: str,
    names: tuple[str, ...],
    values: dict[str, Any],
    further: dict[str, str] | None = None,
) -> Action:
    return {
        "Update": {
            "TableName": table,
            "Key": key,
            "UpdateExpression": update,
            "ConditionExpression": condition,
            "ExpressionAttributeNames": {f"#{name}": name for name in names} | (further or {}),
            "ExpressionAttributeValues": {name: typed_value(value) for name, value in values.items()},
        }
    }

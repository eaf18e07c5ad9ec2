"""Erasing again in tables that were restored from a backup: heads get back the epochs that it does not know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..domain.erasures import Deletion, Order
from ..domain.levels import Level
from ..domain.memory import State
from ..domain.spaces import DEFAULT_STORE, space_of
from .actions import Action, Delete, Put, Update
from .conditions import absent, at_most, below, both, either, equals, exists
from .epochs import older
from .heads import account_key, session_key, store_key
from .items import plain
from .memories import TTL_ATTRIBUTE, hide

# Each of these fails, and may fail, where the tables know of the erasure already, or never knew what it erased.


def account_epoch(table: str, order: Order) -> Action:
    """Raise an account's epoch to an erasure's at least."""
    update = Update(table, account_key(order.account_id)).set(epoch=order.epoch)
    return update.when(below("epoch", order.epoch))


def account_live_from(table: str, order: Order) -> Action:
    """Let nothing of an account count that is from before its erasure, its stores neither."""
    update = Update(table, account_key(order.account_id)).set(live_from=order.epoch, stores=0)
    return update.when(exists("epoch"), older("live_from", order.epoch))


def store_live_from(table: str, order: Order) -> Action:
    """Let nothing of a store count that is from before its erasure; ``default`` may have no head yet."""
    update = Update(table, _store(order)).set(live_from=order.epoch).add(version=1)
    update = update.when(older("live_from", order.epoch))
    return update if order.store == DEFAULT_STORE else update.when(exists("entity"))


def store_gone(table: str, order: Order) -> Action:
    """Delete a store's head, if it is from before the store's deletion."""
    return Delete(table, _store(order)).when(older("live_from", order.epoch))


def speaker_epochs(table: str, order: Order) -> list[Action]:
    """Let nothing of a speaker count that is from before its erasure: first the map, where it has none."""
    mapped = Update(table, _store(order)).set(speaker_epochs={}).when(absent("speaker_epochs"))
    return [mapped, *(_speaker_epoch(table, order, registration) for registration in order.registrations)]


def _speaker_epoch(table: str, order: Order, registration: str) -> Action:
    path = ("speaker_epochs", registration)
    update = Update(table, _store(order)).set({path: order.epoch}).add(version=1)
    return update.when(older(path, order.epoch))


def session_generation(table: str, order: Order, expires_at: int) -> Action:
    """Let a session be in the generation after its erasure at least; its level stays."""
    following = (order.generation or 0) + 1
    new = {"generation": following, "epoch": order.epoch, "live_from": order.epoch, TTL_ATTRIBUTE: expires_at}
    return (
        Update(table, session_key(order.account_id, str(order.session_id)))
        .set(new)
        .set_first(taint=int(Level.PUBLIC))
        .remove("goal_id", "checkpoint", "calls", "calls_version")
        .when(older("generation", following))
    )


def memory_gone(table: str, order: Order, memory_id: str) -> Action:
    """Delete a memory, if it is from before its erasure."""
    key = {"space": str(order.space), "memory_id": memory_id}
    return Delete(table, key).when(below("epoch", order.epoch))


def deletions(table: str, deletion: Deletion) -> list[Action]:
    """Delete what an application deleted for good, if it is older."""
    return [
        Delete(table, {"space": deletion.space, "memory_id": memory_id}).when(at_most("updated_at", deletion.at))
        for memory_id in deletion.memory_ids
    ]


def hidden(table: str, deletion: Deletion) -> list[Action]:
    """Hide what had a key, as the deletion did, if it is older."""
    if deletion.hidden is None:
        return []
    hiding = hide(table, space_of(deletion.space), deletion.hidden, State.FORGOTTEN, forgotten_at=deletion.at)
    return [hiding.when(at_most("updated_at", deletion.at))]


def session_of_later(table: str, item: Mapping[str, Any]) -> Action:
    """Put an entry of the sessions' table from before the restoring in the place of an earlier one.

    A head's generation never falls, nor in one generation its level; the entry of a space says until when
    something may be in it.
    """
    values = plain(item)
    put = Put(table, values)
    if "generation" not in values:
        return put.when(either(absent(TTL_ATTRIBUTE), at_most(TTL_ATTRIBUTE, values[TTL_ATTRIBUTE])))
    generation = values["generation"]
    no_lower = both(equals("generation", generation), at_most("taint", values["taint"]))
    return put.when(either(older("generation", generation), no_lower))


def _store(order: Order) -> dict[str, str]:
    return store_key(order.account_id, str(order.store))

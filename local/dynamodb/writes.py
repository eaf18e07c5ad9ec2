"""PutItem, UpdateItem, DeleteItem and BatchWriteItem."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from . import values
from .capacity import Capacities, Capacity, report, write_units
from .checks import check_members, require_list
from .conditions import Test, bind_condition
from .database import Database
from .errors import ApiError, bad_values, invalid, invalid_item, one_of
from .paths import Parts, Scope, project
from .storage import Session
from .tables import Table
from .updates import BoundUpdate, bind_update
from .values import Item, Key, Params

_MAX_BATCH = 25
_OLD_ONLY = ("NONE", "ALL_OLD")
_RETURN_VALUES = ("ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW")


@dataclass(slots=True)
class Action:
    """One write of one item, checked as far as possible without the stored item.

    Attributes
    ----------
    condition : Test or None
    change : Callable or None
        Returns the new item and its size, or None to delete; absent for a condition check.
    return_old : bool
        Whether a failed condition returns the stored item.
    paths : tuple[Parts, ...]
        What an update expression writes.
    """

    table: Table
    key: Key
    condition: Test | None
    change: Callable[[Item | None], tuple[Item, int] | None] | None
    return_old: bool
    paths: tuple[Parts, ...] = ()


Prepare: TypeAlias = Callable[[Table, Params], Action]


@dataclass(slots=True)
class Outcome:
    """An item before and after a write, and the consumed capacity."""

    old: Item | None
    new: Item | None
    capacity: Capacity


def _condition(params: Params, scope: Scope) -> Test | None:
    """Bind the condition, which is the last expression of a request."""
    text = params.get("ConditionExpression")
    condition = None if text is None else bind_condition("ConditionExpression", text, scope)[0]
    scope.close()
    return condition


def _returns_old(params: Params) -> bool:
    wanted = params.get("ReturnValuesOnConditionCheckFailure", "NONE")
    if wanted not in _OLD_ONLY:
        raise one_of("returnValuesOnConditionCheckFailure", wanted, ("ALL_OLD", "NONE"))
    return bool(wanted == "ALL_OLD")


def _check_size(size: int, message: str) -> None:
    if size > values.MAX_ITEM:
        raise invalid_item(message)


def prepare_put(table: Table, params: Params) -> Action:
    """Check a put."""
    condition = _condition(params, Scope(params, ("ConditionExpression",)))
    item, size = values.check_item(params["Item"])
    key = table.check_new(item)
    _check_size(size, "Item size has exceeded the maximum allowed size")
    return Action(table, key, condition, lambda _old: (item, size), _returns_old(params))


def prepare_delete(table: Table, params: Params) -> Action:
    """Check a delete."""
    action = prepare_check(table, params)
    action.change = lambda _old: None
    return action


def prepare_check(table: Table, params: Params) -> Action:
    """Check a condition check."""
    condition = _condition(params, Scope(params, ("ConditionExpression",)))
    _, key = table.check_key(params["Key"])
    return Action(table, key, condition, None, _returns_old(params))


def prepare_update(table: Table, params: Params) -> Action:
    """Check an update."""
    scope = Scope(params, ("UpdateExpression", "ConditionExpression"))
    text = params.get("UpdateExpression")
    update = BoundUpdate() if text is None else bind_update(text, scope)
    condition = _condition(params, scope)
    given, key = table.check_key(params["Key"])
    for parts in update.paths:
        if parts[0] in table.keys:
            raise bad_values(f"Cannot update attribute {parts[0]}. This attribute is part of the key")

    def change(old: Item | None) -> tuple[Item, int]:
        new = update.apply(given if old is None else old)
        table.check_index_keys(new)
        size = values.item_size(new)
        _check_size(size, "Item size to update has exceeded the maximum allowed size")
        return new, size

    return Action(table, key, condition, change, _returns_old(params), tuple(update.paths))


def perform(session: Session, action: Action, now: float) -> Outcome:
    """Perform an action in the open transaction."""
    table = action.table
    row = session.get(table, action.key)
    old = row.item if row else None
    if action.condition is not None and not action.condition(old or {}):
        failure = ApiError("ConditionalCheckFailedException", "The conditional request failed")
        if action.return_old and old is not None:
            failure.fields["Item"] = old
        raise failure
    if action.change is None:
        capacity = Capacity(table.name)
        capacity.add(write_units(row.size if row else 0))
        return Outcome(old, old, capacity)
    new = action.change(old)
    capacity = session.write(table, action.key, row, new, now=now)
    return Outcome(old, new[0] if new else None, capacity)


def _write(database: Database, params: Params, prepare: Prepare, allowed: tuple[str, ...]) -> Params:
    """Answer a write of one item; `allowed` are the ReturnValues of the operation."""
    wanted = params.get("ReturnValues", "NONE")
    if wanted not in _RETURN_VALUES:
        raise one_of("returnValues", wanted, _RETURN_VALUES)
    if wanted not in allowed:
        raise invalid("ReturnValues can only be ALL_OLD or NONE")
    with database.storage.writing() as session:
        action = prepare(session.table(params["TableName"]), params)
        outcome = perform(session, action, database.clock())
    item = outcome.old if wanted.endswith("OLD") else outcome.new
    answer: Params = {}
    if wanted != "NONE" and item is not None:
        attributes = project(item, action.paths) if wanted.startswith("UPDATED") else item
        if attributes:
            answer["Attributes"] = attributes
    return report(params, answer, outcome.capacity)


def put_item(database: Database, params: Params) -> Params:
    """Answer PutItem."""
    return _write(database, params, prepare_put, _OLD_ONLY)


def delete_item(database: Database, params: Params) -> Params:
    """Answer DeleteItem."""
    return _write(database, params, prepare_delete, _OLD_ONLY)


def update_item(database: Database, params: Params) -> Params:
    """Answer UpdateItem."""
    return _write(database, params, prepare_update, _RETURN_VALUES)


def batch_write(database: Database, params: Params) -> Params:
    """Answer BatchWriteItem; requests held back by a fault are left unprocessed."""
    requests = params["RequestItems"]
    total = sum(len(require_list(one, "RequestItems")) for one in requests.values())
    if not requests or not all(requests.values()):
        raise invalid("The batch write request list for a table cannot be null or empty")
    if total > _MAX_BATCH:
        raise invalid("Too many items requested for the BatchWriteItem call")
    with database.storage.writing() as session:
        actions = [
            (name, request, _batch_action(session.table(name), request))
            for name, group in requests.items()
            for request in group
        ]
        if len({(action.table.id, action.key) for _, _, action in actions}) != total:
            raise invalid("Provided list of item keys contains duplicates")
        done = max(0, total - database.faults.unprocessed("BatchWriteItem"))
        now, consumed = database.clock(), Capacities()
        for _, _, action in actions[:done]:
            consumed[action.table.name].merge(perform(session, action, now).capacity)
    unprocessed: dict[str, list[Any]] = {}
    for name, request, _ in actions[done:]:
        unprocessed.setdefault(name, []).append(request)
    return report(params, {"UnprocessedItems": unprocessed}, consumed)


_BATCH_REQUESTS: dict[str, tuple[Prepare, tuple[str]]] = {
    "PutRequest": (prepare_put, ("Item",)),
    "DeleteRequest": (prepare_delete, ("Key",)),
}


def _batch_action(table: Table, request: object) -> Action:
    if isinstance(request, dict) and len(request) == 1:
        ((kind, body),) = request.items()
        if kind in _BATCH_REQUESTS:
            prepare, members = _BATCH_REQUESTS[kind]
            check_members("BatchWriteItem", body, members, members)
            return prepare(table, body)
    raise invalid("A write request holds one PutRequest or one DeleteRequest")

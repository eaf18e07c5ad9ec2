"""PutItem, UpdateItem, DeleteItem, BatchWriteItem and TransactWriteItems."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import values
from .capacity import Usage, read_units, report, write_units
from .conditions import Test, bind_condition
from .errors import ApiError, bad_values, constraint, invalid, invalid_item, listing, one_of
from .paths import Parts, Scope, project
from .storage import dumps
from .tables import Table
from .updates import BoundUpdate, bind_update
from .values import Item

if TYPE_CHECKING:
    from .engine import Engine

_BATCH = 25
_TRANSACTION = 100
_TRANSACTION_BYTES = 4 * 1024 * 1024
_TOKEN_LIFE = 600.0
_RETURNED = ("ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW")
_NEVER: list[Parts] = []


@dataclass(slots=True)
class Action:
    """One write of one item, checked as far as it can be without the item."""

    table: Table
    key: tuple[bytes, bytes]
    test: Test | None
    # What becomes of the item that is there, if the condition holds; None for a mere check.
    change: Callable[[Item | None], tuple[Item, int] | None] | None
    on_failure: bool = False
    paths: list[Parts] | None = None


@dataclass(slots=True)
class Outcome:
    """An item before and after, and what it cost."""

    old: Item | None
    new: Item | None
    usage: Usage


def _condition(params: dict[str, Any], scope: Scope) -> Test | None:
    text = params.get("ConditionExpression")
    return None if text is None else bind_condition("ConditionExpression", text, scope)[0]


def _on_failure(params: dict[str, Any]) -> bool:
    wanted = params.get("ReturnValuesOnConditionCheckFailure", "NONE")
    if wanted not in ("NONE", "ALL_OLD"):
        raise one_of("returnValuesOnConditionCheckFailure", wanted, ("ALL_OLD", "NONE"))
    return bool(wanted == "ALL_OLD")


def _too_big(size: int, message: str) -> None:
    if size > values.MAX_ITEM:
        raise invalid_item(message)


def prepare_put(table: Table, params: dict[str, Any]) -> Action:
    """Check a put."""
    scope = Scope(params, ("ConditionExpression",))
    test = _condition(params, scope)
    scope.close()
    item, size = values.check_item(params["Item"])
    key = table.check_new(item)
    _too_big(size, "Item size has exceeded the maximum allowed size")
    return Action(table, key, test, lambda _old: (item, size), _on_failure(params))


def prepare_delete(table: Table, params: dict[str, Any]) -> Action:
    """Check a delete."""
    action = prepare_check(table, params)
    action.change = lambda _old: None
    return action


def prepare_check(table: Table, params: dict[str, Any]) -> Action:
    """Check a condition check."""
    scope = Scope(params, ("ConditionExpression",))
    test = _condition(params, scope)
    scope.close()
    _, pk, sk = table.check_key(params["Key"])
    return Action(table, (pk, sk), test, None, _on_failure(params))


def prepare_update(table: Table, params: dict[str, Any]) -> Action:
    """Check an update."""
    scope = Scope(params, ("UpdateExpression", "ConditionExpression"))
    text = params.get("UpdateExpression")
    update = BoundUpdate() if text is None else bind_update(text, scope)
    test = _condition(params, scope)
    scope.close()
    key, pk, sk = table.check_key(params["Key"])
    paths = update.paths
    for parts in paths:
        if parts[0] in table.keys:
            raise bad_values(f"Cannot update attribute {parts[0]}. This attribute is part of the key")

    def change(old: Item | None) -> tuple[Item, int]:
        new = update.apply(key if old is None else old)
        table.check_index_keys(new)
        size = values.item_size(new)
        _too_big(size, "Item size to update has exceeded the maximum allowed size")
        return new, size

    return Action(table, (pk, sk), test, change, _on_failure(params), paths)


def _perform(engine: Engine, connection: sqlite3.Connection, action: Action, now: float) -> Outcome:
    """Carry out an action in the open transaction."""
    table = action.table
    row = engine.storage.get(connection, table, *action.key)
    old = row.item if row else None
    if action.test is not None and not action.test(old or {}):
        failure = ApiError("ConditionalCheckFailedException", "The conditional request failed")
        if action.on_failure and old is not None:
            failure.fields["Item"] = old
        raise failure
    if action.change is None:
        usage = Usage(table.name)
        usage.add(write_units(row.size if row else 0))
        return Outcome(old, old, usage)
    new = action.change(old)
    usage = engine.storage.write(connection, table, action.key, row, new, now=now)
    return Outcome(old, new[0] if new else None, usage)


def _single(
    engine: Engine,
    params: dict[str, Any],
    prepare: Callable[[Table, dict[str, Any]], Action],
    returned: tuple[str, ...],
) -> dict[str, Any]:
    wanted = params.get("ReturnValues", "NONE")
    if wanted not in _RETURNED:
        raise one_of("returnValues", wanted, _RETURNED)
    if wanted not in returned:
        raise invalid("ReturnValues can only be ALL_OLD or NONE")
    with engine.storage.writing() as connection:
        table = engine.storage.table(connection, params["TableName"])
        action = prepare(table, params)
        outcome = _perform(engine, connection, action, engine.clock())
    shown = outcome.old if wanted.endswith("OLD") else outcome.new
    answer: dict[str, Any] = {}
    if wanted != "NONE" and shown is not None:
        attributes = project(shown, action.paths or _NEVER) if wanted.startswith("UPDATED") else shown
        if attributes:
            answer["Attributes"] = attributes
    return report(params, answer, outcome.usage)


def put_item(engine: Engine, params: dict[str, Any]) -> dict[str, Any]:
    """Answer PutItem."""
    return _single(engine, params, prepare_put, ("NONE", "ALL_OLD"))


def delete_item(engine: Engine, params: dict[str, Any]) -> dict[str, Any]:
    """Answer DeleteItem."""
    return _single(engine, params, prepare_delete, ("NONE", "ALL_OLD"))


def update_item(engine: Engine, params: dict[str, Any]) -> dict[str, Any]:
    """Answer UpdateItem."""
    return _single(engine, params, prepare_update, _RETURNED)


# Batches ---------------------------------------------------------------------------------------


def batch_write(engine: Engine, params: dict[str, Any]) -> dict[str, Any]:
    """Answer BatchWriteItem; what a fault holds back is left unprocessed."""
    requests = params["RequestItems"]
    total = sum(len(listing(one, "RequestItems")) for one in requests.values())
    if not requests or not all(requests.values()):
        raise invalid("The batch write request list for a table cannot be null or empty")
    if total > _BATCH:
        raise invalid("Too many items requested for the BatchWriteItem call")
    with engine.storage.writing() as connection:
        actions = [
            (name, request, _batch_action(engine, connection, name, request))
            for name, group in requests.items()
            for request in group
        ]
        if len({(action.table.id, action.key) for _, _, action in actions}) != total:
            raise invalid("Provided list of item keys contains duplicates")
        done = max(0, total - engine.faults.unprocessed("BatchWriteItem"))
        now, usages = engine.clock(), dict[str, Usage]()
        for _, _, action in actions[:done]:
            outcome = _perform(engine, connection, action, now)
            usages.setdefault(action.table.name, Usage(action.table.name)).merge(outcome.usage)
    unprocessed: dict[str, list[Any]] = {}
    for name, request, _ in actions[done:]:
        unprocessed.setdefault(name, []).append(request)
    return report(params, {"UnprocessedItems": unprocessed}, usages.values())


def _batch_action(engine: Engine, connection: sqlite3.Connection, name: str, request: object) -> Action:
    table = engine.storage.table(connection, name)
    if isinstance(request, dict) and len(request) == 1:
        ((kind, body),) = request.items()
        if kind == "PutRequest":
            engine.check_members("BatchWriteItem", body, frozenset({"Item"}), ("Item",))
            return prepare_put(table, body)
        if kind == "DeleteRequest":
            engine.check_members("BatchWriteItem", body, frozenset({"Key"}), ("Key",))
            return prepare_delete(table, body)
    raise invalid("A write request holds one PutRequest or one DeleteRequest")


# Transactions ----------------------------------------------------------------------------------

_COMMON = frozenset(
    {
        "TableName",
        "ConditionExpression",
        "ExpressionAttributeNames",
        "ExpressionAttributeValues",
        "ReturnValuesOnConditionCheckFailure",
    }
)
_KINDS: dict[str, tuple[Callable[[Table, dict[str, Any]], Action], frozenset[str], tuple[str, ...]]] = {
    "Put": (prepare_put, _COMMON | {"Item"}, ("TableName", "Item")),
    "Update": (
        prepare_update,
        _COMMON | {"Key", "UpdateExpression"},
        ("TableName", "Key", "UpdateExpression"),
    ),
    "Delete": (prepare_delete, _COMMON | {"Key"}, ("TableName", "Key")),
    "ConditionCheck": (prepare_check, _COMMON | {"Key"}, ("TableName", "Key", "ConditionExpression")),
}
# How the errors of items are called among the reasons of a cancellation.
_REASONS = {
    "ConditionalCheckFailedException": "ConditionalCheckFailed",
    "ValidationException": "ValidationError",
}


def cancelled(reasons: list[dict[str, Any]]) -> ApiError:
    """Return the cancellation of a transaction."""
    codes = ", ".join(reason["Code"] for reason in reasons)
    return ApiError(
        "TransactionCanceledException",
        f"Transaction cancelled, please refer cancellation reasons for specific reasons [{codes}]",
        CancellationReasons=reasons,
    )


def transact_write(engine: Engine, params: dict[str, Any]) -> dict[str, Any]:
    """Answer TransactWriteItems."""
    requests = params["TransactItems"]
    if not 1 <= len(requests) <= _TRANSACTION:
        raise constraint("transactItems", f"{len(requests)} actions", f"have length between 1 and {_TRANSACTION}")
    token = params.get("ClientRequestToken")
    if token is not None and not 1 <= len(token) <= 36:
        raise constraint("clientRequestToken", token, "have length between 1 and 36")
    with engine.storage.writing() as connection:
        now = engine.clock()
        digest = _digest(requests)
        if token is not None:
            repeated = _replayed(connection, token, digest, now)
            if repeated is not None:
                return report(params, {}, repeated, "Read")
        actions, reasons = _prepare_all(engine, connection, requests)
        usages: dict[str, Usage] = {}
        reads: dict[str, Usage] = {}
        size = 0
        for place, action in enumerate(actions):
            if action is None:
                continue
            try:
                outcome = _perform(engine, connection, action, now)
            except ApiError as error:
                reasons[place] = _reason(error)
                continue
            name = action.table.name
            usages.setdefault(name, Usage(name)).merge(outcome.usage, 2.0)
            final = values.item_size(outcome.new or outcome.old or {})
            reads.setdefault(name, Usage(name)).add(read_units(final, 2.0))
            size += final
        if any(reason["Code"] != "None" for reason in reasons):
            raise cancelled(reasons)
        if size > _TRANSACTION_BYTES:
            raise invalid("Collection of item sizes in the transaction exceeds the limit of 4 MB")
        if token is not None:
            _remember(connection, token, digest, now, reads)
    return report(params, {}, usages.values(), "Write")


def _reason(error: ApiError) -> dict[str, Any]:
    if error.code not in _REASONS:
        raise error
    return {"Code": _REASONS[error.code], "Message": error.message, **error.fields}


def _prepare_all(
    engine: Engine, connection: sqlite3.Connection, requests: list[Any]
) -> tuple[list[Action | None], list[dict[str, Any]]]:
    """Check every action; faults of items become reasons, others end the request."""
    actions: list[Action | None] = []
    reasons: list[dict[str, Any]] = [{"Code": "None"} for _ in requests]
    seen = set()
    for place, request in enumerate(requests):
        kind, body = next(iter(request.items())) if isinstance(request, dict) and len(request) == 1 else ("", None)
        if kind not in _KINDS or not isinstance(body, dict):
            raise invalid("TransactItems can only contain one of Check, Put, Update or Delete")
        prepare, allowed, required = _KINDS[kind]
        engine.check_members("TransactWriteItems", body, allowed, required)
        table = engine.storage.table(connection, body["TableName"])
        try:
            action = prepare(table, body)
        except ApiError as error:
            if not error.item_level:
                raise
            reasons[place] = _reason(error)
            actions.append(None)
            continue
        if (table.id, action.key) in seen:
            raise invalid("Transaction request cannot include multiple operations on one item")
        seen.add((table.id, action.key))
        actions.append(action)
    return actions, reasons


def _digest(requests: list[Any]) -> bytes:
    return hashlib.blake2b(json.dumps(requests, sort_keys=True).encode(), digest_size=16).digest()


def _replayed(connection: sqlite3.Connection, token: str, digest: bytes, now: float) -> list[Usage] | None:
    """Return what a repeated transaction reads, or None if the token is new."""
    connection.execute("DELETE FROM tokens WHERE at < ?", (now - _TOKEN_LIFE,))
    found = connection.execute("SELECT digest, reads FROM tokens WHERE token = ?", (token,)).fetchone()
    if found is None:
        return None
    if found[0] != digest:
        raise ApiError(
            "IdempotentParameterMismatchException",
            "The provided client token was used with different parameters",
        )
    usages = []
    for name, units in json.loads(found[1]).items():
        usage = Usage(name)
        usage.add(units)
        usages.append(usage)
    return usages


def _remember(
    connection: sqlite3.Connection, token: str, digest: bytes, now: float, reads: dict[str, Usage]
) -> None:
    connection.execute(
        "INSERT INTO tokens (token, at, digest, reads) VALUES (?, ?, ?, ?)",
        (token, now, digest, dumps({name: usage.table for name, usage in reads.items()})),
    )

"""TransactGetItems and TransactWriteItems."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from . import values
from .capacity import TRANSACTIONAL, Capacities, read_units, report
from .checks import check_members
from .database import Database
from .errors import ApiError, cancelled, constraint, invalid
from .reads import bind_only_projection, read
from .storage import Session, dumps
from .tables import Table
from .values import Key, Params
from .writes import Action, Prepare, perform, prepare_check, prepare_delete, prepare_put, prepare_update

_MAX_ACTIONS = 100
_MAX_BYTES = 4 * 1024 * 1024
_TOKEN_LIFETIME = 600.0
_COMMON = frozenset(
    {
        "TableName",
        "ConditionExpression",
        "ExpressionAttributeNames",
        "ExpressionAttributeValues",
        "ReturnValuesOnConditionCheckFailure",
    }
)
_PREPARE: dict[str, Prepare] = {
    "Put": prepare_put,
    "Update": prepare_update,
    "Delete": prepare_delete,
    "ConditionCheck": prepare_check,
}
# The members that an action may have, and must have.
_WRITES: dict[str, tuple[frozenset[str], tuple[str, ...]]] = {
    "Put": (_COMMON | {"Item"}, ("TableName", "Item")),
    "Update": (_COMMON | {"Key", "UpdateExpression"}, ("TableName", "Key", "UpdateExpression")),
    "Delete": (_COMMON | {"Key"}, ("TableName", "Key")),
    "ConditionCheck": (_COMMON | {"Key"}, ("TableName", "Key", "ConditionExpression")),
}
_GETS: dict[str, tuple[frozenset[str], tuple[str, ...]]] = {
    "Get": (
        frozenset({"TableName", "Key", "ProjectionExpression", "ExpressionAttributeNames"}),
        ("TableName", "Key"),
    )
}
# The codes of errors of single items as cancellation reasons.
_REASONS = {"ConditionalCheckFailedException": "ConditionalCheckFailed", "ValidationException": "ValidationError"}


def _requests(params: Params) -> list[Any]:
    requests: list[Any] = params["TransactItems"]
    if not 1 <= len(requests) <= _MAX_ACTIONS:
        rule = f"have length between 1 and {_MAX_ACTIONS}"
        raise constraint("transactItems", f"{len(requests)} actions", rule)
    return requests


def _action(
    operation: str, request: object, kinds: dict[str, tuple[frozenset[str], tuple[str, ...]]]
) -> tuple[str, Params]:
    """Check the form of one action; return its kind and its members."""
    kind, body = next(iter(request.items())) if isinstance(request, dict) and len(request) == 1 else ("", None)
    if kind not in kinds or not isinstance(body, dict):
        raise invalid("TransactItems can only contain one of Check, Put, Update or Delete")
    check_members(operation, body, *kinds[kind])
    return kind, body


def _add_key(seen: set[tuple[int, Key]], table: Table, key: Key) -> None:
    if (table.id, key) in seen:
        raise invalid("Transaction request cannot include multiple operations on one item")
    seen.add((table.id, key))


def transact_get(database: Database, params: Params) -> Params:
    """Answer TransactGetItems."""
    answers: list[Params] = []
    consumed = Capacities()
    seen: set[tuple[int, Key]] = set()
    requests = _requests(params)
    with database.storage.snapshot() as session:
        for request in requests:
            _, get = _action("TransactGetItems", request, _GETS)
            table = session.table(get["TableName"])
            paths = bind_only_projection(get)
            _, key = table.check_key(get["Key"])
            _add_key(seen, table, key)
            item, _ = read(session, table, key, paths, consumed[table.name], TRANSACTIONAL)
            answers.append({} if item is None else {"Item": item})
    return report(params, {"Responses": answers}, consumed, "Read")


def transact_write(database: Database, params: Params) -> Params:
    """Answer TransactWriteItems."""
    requests = _requests(params)
    token = params.get("ClientRequestToken")
    if token is not None and not 1 <= len(token) <= 36:
        raise constraint("clientRequestToken", token, "have length between 1 and 36")
    with database.storage.writing() as session:
        now = database.clock()
        digest = b"" if token is None else _digest(requests)
        if token is not None:
            repeated = _repeated(session, token, digest, now)
            if repeated is not None:
                return report(params, {}, repeated, "Read")
        actions, reasons = _prepare_all(session, requests)
        consumed, reads = Capacities(), Capacities()
        size = 0
        for position, action in enumerate(actions):
            if action is None:
                continue
            try:
                outcome = perform(session, action, now)
            except ApiError as error:
                reasons[position] = _reason(error)
                continue
            name = action.table.name
            consumed[name].merge(outcome.capacity, TRANSACTIONAL)
            final = values.item_size(outcome.new or outcome.old or {})
            reads[name].add(read_units(final, TRANSACTIONAL))
            size += final
        if any(reason["Code"] != "None" for reason in reasons):
            raise cancelled(reasons)
        if size > _MAX_BYTES:
            raise invalid("Collection of item sizes in the transaction exceeds the limit of 4 MB")
        if token is not None:
            session.execute(
                "INSERT INTO tokens (token, at, digest, reads) VALUES (?, ?, ?, ?)",
                (token, now, digest, dumps({name: capacity.table for name, capacity in reads.items()})),
            )
    return report(params, {}, consumed, "Write")


def _reason(error: ApiError) -> Params:
    if error.code not in _REASONS:
        raise error
    return {"Code": _REASONS[error.code], "Message": error.message, **error.fields}


def _prepare_all(session: Session, requests: list[Any]) -> tuple[list[Action | None], list[Params]]:
    """Check every action; errors of single items become reasons, others end the request."""
    actions: list[Action | None] = []
    reasons: list[Params] = [{"Code": "None"} for _ in requests]
    seen: set[tuple[int, Key]] = set()
    for position, request in enumerate(requests):
        kind, body = _action("TransactWriteItems", request, _WRITES)
        table = session.table(body["TableName"])
        try:
            action = _PREPARE[kind](table, body)
        except ApiError as error:
            if not error.item_level:
                raise
            reasons[position] = _reason(error)
            actions.append(None)
            continue
        _add_key(seen, table, action.key)
        actions.append(action)
    return actions, reasons


def _digest(requests: list[Any]) -> bytes:
    return hashlib.blake2b(json.dumps(requests, sort_keys=True).encode(), digest_size=16).digest()


def _repeated(session: Session, token: str, digest: bytes, now: float) -> Capacities | None:
    """Return the read units of a repeated transaction, or None if the token is new."""
    session.execute("DELETE FROM tokens WHERE at < ?", (now - _TOKEN_LIFETIME,))
    found = session.execute("SELECT digest, reads FROM tokens WHERE token = ?", (token,)).fetchone()
    if found is None:
        return None
    if found[0] != digest:
        raise ApiError(
            "IdempotentParameterMismatchException", "The provided client token was used with different parameters"
        )
    consumed = Capacities()
    for name, units in json.loads(found[1]).items():
        consumed[name].add(units)
    return consumed

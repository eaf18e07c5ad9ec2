"""GetItem, BatchGetItem and TransactGetItems."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .capacity import TRANSACTIONAL, Usage, factor_of, read_units, report
from .errors import constraint, invalid, listing, mapping
from .paths import Parts, Scope, bind_projection, project
from .tables import Table
from .values import Item

if TYPE_CHECKING:
    from .engine import Engine

_BATCH_ANSWER = 16 * 1024 * 1024
_BATCH_KEYS = 100


def _projection(params: dict[str, Any]) -> list[Parts] | None:
    """Bind a projection that is the only expression of a request."""
    scope = Scope(params, ("ProjectionExpression",))
    text = params.get("ProjectionExpression")
    paths = None if text is None else bind_projection(text, scope)
    scope.close()
    return paths


def _shown(item: Item, paths: list[Parts] | None) -> Item:
    return item if paths is None else project(item, paths)


def get_item(engine: Engine, params: dict[str, Any]) -> dict[str, Any]:
    """Answer GetItem."""
    paths = _projection(params)
    with engine.storage.reading() as connection:
        table = engine.storage.table(connection, params["TableName"])
        _, pk, sk = table.check_key(params["Key"])
        row = engine.storage.get(connection, table, pk, sk)
    usage = Usage(table.name)
    usage.add(read_units(row.size if row else 0, factor_of(params)))
    return report(params, {} if row is None else {"Item": _shown(row.item, paths)}, usage)


@dataclass(slots=True)
class _Wanted:
    """One table's part of BatchGetItem."""

    table: Table
    request: dict[str, Any]
    keys: list[tuple[Item, bytes, bytes]]
    paths: list[Parts] | None


def batch_get(engine: Engine, params: dict[str, Any]) -> dict[str, Any]:
    """Answer BatchGetItem; what passes 16 MB or is held back by a fault is left unprocessed."""
    requests = params["RequestItems"]
    if not requests:
        raise invalid("The batch get request list for a table cannot be null or empty")
    keys = [listing(mapping(one, "RequestItems").get("Keys"), "Keys") for one in requests.values()]
    if sum(map(len, keys)) > _BATCH_KEYS:
        raise invalid("Too many items requested for the BatchGetItem call")
    responses: dict[str, list[Item]] = {}
    unprocessed: dict[str, Any] = {}
    usages = []
    held = engine.faults.unprocessed("BatchGetItem")
    total = 0
    with engine.storage.snapshot() as connection:
        for one in [_wanted(engine, connection, name, request) for name, request in requests.items()]:
            usage = Usage(one.table.name)
            found = responses.setdefault(one.table.name, [])
            for key, pk, sk in one.keys:
                if held > 0 or total > _BATCH_ANSWER:
                    held -= 1
                    rest = unprocessed.setdefault(one.table.name, {**one.request, "Keys": []})
                    rest["Keys"].append(key)
                    continue
                row = engine.storage.get(connection, one.table, pk, sk)
                usage.add(read_units(row.size if row else 0, factor_of(one.request)))
                if row is not None:
                    total += row.size
                    found.append(_shown(row.item, one.paths))
            usages.append(usage)
    return report(params, {"Responses": responses, "UnprocessedKeys": unprocessed}, usages)


_BATCH_MEMBERS = frozenset({"Keys", "ConsistentRead", "ProjectionExpression", "ExpressionAttributeNames"})


def _wanted(engine: Engine, connection: sqlite3.Connection, name: str, request: dict[str, Any]) -> _Wanted:
    engine.check_members("BatchGetItem", request, _BATCH_MEMBERS)
    table = engine.storage.table(connection, name)
    keys = [table.check_key(key) for key in request.get("Keys") or ()]
    if not keys:
        raise invalid("The batch get request list for a table cannot be null or empty")
    if len({(pk, sk) for _, pk, sk in keys}) != len(keys):
        raise invalid("Provided list of item keys contains duplicates")
    return _Wanted(table, request, keys, _projection(request))


_TRANSACT_MEMBERS = frozenset({"TableName", "Key", "ProjectionExpression", "ExpressionAttributeNames"})


def transact_get(engine: Engine, params: dict[str, Any]) -> dict[str, Any]:
    """Answer TransactGetItems."""
    actions = params["TransactItems"]
    if not 1 <= len(actions) <= _BATCH_KEYS:
        raise constraint("transactItems", f"{len(actions)} actions", f"have length between 1 and {_BATCH_KEYS}")
    answers: list[dict[str, Any]] = []
    usages: dict[str, Usage] = {}
    seen = set()
    with engine.storage.snapshot() as connection:
        for action in actions:
            get = action.get("Get") if isinstance(action, dict) and len(action) == 1 else None
            if not isinstance(get, dict):
                raise invalid("TransactItems can only contain one of Check, Put, Update or Delete")
            engine.check_members("TransactGetItems", get, _TRANSACT_MEMBERS, ("TableName", "Key"))
            table = engine.storage.table(connection, get["TableName"])
            paths = _projection(get)
            _, pk, sk = table.check_key(get["Key"])
            if (table.id, pk, sk) in seen:
                raise invalid("Transaction request cannot include multiple operations on one item")
            seen.add((table.id, pk, sk))
            row = engine.storage.get(connection, table, pk, sk)
            usage = usages.setdefault(table.name, Usage(table.name))
            usage.add(read_units(row.size if row else 0, TRANSACTIONAL))
            answers.append({} if row is None else {"Item": _shown(row.item, paths)})
    return report(params, {"Responses": answers}, usages.values(), "Read")

"""GetItem and BatchGetItem."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .capacity import Capacities, Capacity, factor_of, read_units, report
from .checks import check_members, require_list, require_object
from .database import Database
from .errors import invalid
from .paths import Parts, Scope, bind_projection, project
from .storage import Session
from .tables import Table
from .values import Item, Key, Params

_MAX_BATCH_BYTES = 16 * 1024 * 1024
_MAX_BATCH_KEYS = 100
_BATCH_MEMBERS = frozenset({"Keys", "ConsistentRead", "ProjectionExpression", "ExpressionAttributeNames"})


def bind_only_projection(params: Params) -> list[Parts] | None:
    """Bind a projection that is the only expression of a request."""
    scope = Scope(params, ("ProjectionExpression",))
    text = params.get("ProjectionExpression")
    paths = None if text is None else bind_projection(text, scope)
    scope.close()
    return paths


def read(
    session: Session, table: Table, key: Key, paths: list[Parts] | None, capacity: Capacity, factor: float
) -> tuple[Item | None, int]:
    """Return the projection of an item, and its size in bytes.

    Parameters
    ----------
    paths : list[Parts] or None
        The projection; None for all attributes.
    capacity : Capacity
        The read is added to it.
    factor : float
        The units of one block.
    """
    row = session.get(table, key)
    capacity.add(read_units(row.size if row else 0, factor))
    if row is None:
        return None, 0
    return row.item if paths is None else project(row.item, paths), row.size


def get_item(database: Database, params: Params) -> Params:
    """Answer GetItem."""
    paths = bind_only_projection(params)
    with database.storage.reading() as session:
        table = session.table(params["TableName"])
        _, key = table.check_key(params["Key"])
        capacity = Capacity(table.name)
        item, _ = read(session, table, key, paths, capacity, factor_of(params))
    return report(params, {} if item is None else {"Item": item}, capacity)


@dataclass(slots=True)
class _TableKeys:
    """One table's part of BatchGetItem."""

    table: Table
    request: Params
    keys: list[tuple[Item, Key]]
    paths: list[Parts] | None


def batch_get(database: Database, params: Params) -> Params:
    """Answer BatchGetItem; keys beyond 16 MB, or held back by a fault, are left unprocessed."""
    requests = params["RequestItems"]
    if not requests:
        raise invalid("The batch get request list for a table cannot be null or empty")
    keys = [require_list(require_object(one, "RequestItems").get("Keys"), "Keys") for one in requests.values()]
    if sum(map(len, keys)) > _MAX_BATCH_KEYS:
        raise invalid("Too many items requested for the BatchGetItem call")
    responses: dict[str, list[Item]] = {}
    unprocessed: dict[str, Any] = {}
    consumed = Capacities()
    held_back = database.faults.unprocessed("BatchGetItem")
    total = 0
    with database.storage.snapshot() as session:
        for one in [_table_keys(session, name, request) for name, request in requests.items()]:
            name, capacity, factor = one.table.name, consumed[one.table.name], factor_of(one.request)
            found = responses.setdefault(name, [])
            for given, key in one.keys:
                if held_back > 0 or total > _MAX_BATCH_BYTES:
                    held_back -= 1
                    unprocessed.setdefault(name, {**one.request, "Keys": []})["Keys"].append(given)
                    continue
                item, size = read(session, one.table, key, one.paths, capacity, factor)
                total += size
                if item is not None:
                    found.append(item)
    return report(params, {"Responses": responses, "UnprocessedKeys": unprocessed}, consumed)


def _table_keys(session: Session, name: str, request: Params) -> _TableKeys:
    check_members("BatchGetItem", request, _BATCH_MEMBERS)
    table = session.table(name)
    keys = [table.check_key(key) for key in request.get("Keys") or ()]
    if not keys:
        raise invalid("The batch get request list for a table cannot be null or empty")
    if len({encoded for _, encoded in keys}) != len(keys):
        raise invalid("Provided list of item keys contains duplicates")
    return _TableKeys(table, request, keys, bind_only_projection(request))

"""Query and Scan."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .capacity import Usage, factor_of, read_units, report
from .conditions import Test, bind_condition
from .errors import bad_values, constraint, invalid, one_of
from .keyconditions import KeyRange, bind_key_condition
from .paths import Parts, Scope, bind_projection, project
from .tables import Index, Table
from .values import Item, check_item

if TYPE_CHECKING:
    from .engine import Engine

PAGE = 1024 * 1024
_SELECT = ("ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES", "SPECIFIC_ATTRIBUTES", "COUNT")


@dataclass(slots=True)
class _Walk:
    """What a Query or Scan reads, and what it shows of it."""

    table: Table
    index: Index | None
    range: KeyRange | None
    select: str
    factor: float
    limit: int | None = None
    forward: bool = True
    test: Test | None = None
    paths: list[Parts] | None = None
    # Whether an item must be fetched from the table before, and after, the filter.
    fetch_first: bool = False
    fetch_last: bool = False
    start: tuple[bytes, ...] | None = None
    segment: tuple[int, int] = (0, 1)
    items: list[Item] = field(default_factory=list)


def query(engine: Engine, params: dict[str, Any]) -> dict[str, Any]:
    """Answer Query."""
    scope = Scope(params, ("FilterExpression", "KeyConditionExpression", "ProjectionExpression"), takes_values=2)
    text = params.get("KeyConditionExpression")
    if text is None:
        raise invalid(
            "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request."
        )
    with engine.storage.reading() as connection:
        table = engine.storage.table(connection, params["TableName"])
        index = table.index(params["IndexName"]) if "IndexName" in params else None
        keys = (index.hash, index.range) if index else (table.hash, table.range)
        bounds = bind_key_condition(text, scope, keys, table.types)
        walk = _walk(params, scope, table, index, bounds)
        return _read(walk, connection, params)


def scan(engine: Engine, params: dict[str, Any]) -> dict[str, Any]:
    """Answer Scan."""
    scope = Scope(params, ("FilterExpression", "ProjectionExpression"), takes_values=1)
    with engine.storage.reading() as connection:
        table = engine.storage.table(connection, params["TableName"])
        index = table.index(params["IndexName"]) if "IndexName" in params else None
        walk = _walk(params, scope, table, index, None)
        walk.segment = _segment(params)
        return _read(walk, connection, params)


def _segment(params: dict[str, Any]) -> tuple[int, int]:
    segment, total = params.get("Segment"), params.get("TotalSegments")
    if segment is None and total is None:
        return 0, 1
    if segment is None or total is None:
        here, missing = ("TotalSegments", "Segment") if segment is None else ("Segment", "TotalSegments")
        raise invalid(
            f"The {missing} parameter is required but was not present in the request when parameter "
            f"{here} is present"
        )
    if not 1 <= total <= 1_000_000:
        raise constraint("totalSegments", total, "have value between 1 and 1000000")
    if not 0 <= segment < total:
        raise invalid(
            "The Segment parameter is zero-based and must be less than parameter TotalSegments: "
            f"Segment: {segment} is not less than TotalSegments: {total}"
        )
    return segment, total


def _walk(
    params: dict[str, Any], scope: Scope, table: Table, index: Index | None, bounds: KeyRange | None
) -> _Walk:
    if index is not None and not index.local and params.get("ConsistentRead"):
        raise invalid("Consistent reads are not supported on global secondary indexes")
    limit = params.get("Limit")
    if limit is not None and limit < 1:
        raise constraint("limit", limit, "have value greater than or equal to 1")
    walk = _Walk(table, index, bounds, "", factor_of(params), limit, params.get("ScanIndexForward", True))
    read: list[Parts] = []
    if params.get("FilterExpression") is not None:
        walk.test, read = bind_condition("FilterExpression", params["FilterExpression"], scope)
        _check_filter(walk, read)
    if params.get("ProjectionExpression") is not None:
        walk.paths = bind_projection(params["ProjectionExpression"], scope)
    scope.close()
    walk.select = _select(params, index)
    _check_projected(walk, {str(parts[0]) for parts in read})
    walk.start = _start(walk, params)
    return walk


def _check_filter(walk: _Walk, read: list[Parts]) -> None:
    if walk.range is None:
        return
    place = walk.index or walk.table
    for parts in read:
        if parts[0] in (place.hash, place.range):
            raise invalid(
                f"Filter Expression can only contain non-primary key attributes: Primary key attribute: {parts[0]}"
            )


def _select(params: dict[str, Any], index: Index | None) -> str:
    select = params.get("Select")
    has_paths = params.get("ProjectionExpression") is not None
    if select is None:
        return "SPECIFIC_ATTRIBUTES" if has_paths else "ALL_PROJECTED_ATTRIBUTES" if index else "ALL_ATTRIBUTES"
    if select not in _SELECT:
        raise one_of("select", select, _SELECT)
    if select == "ALL_PROJECTED_ATTRIBUTES" and index is None:
        raise invalid("ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName")
    if select == "SPECIFIC_ATTRIBUTES" and not has_paths:
        raise invalid(
            "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES"
        )
    if select != "SPECIFIC_ATTRIBUTES" and has_paths:
        wanted = "only the Count" if select == "COUNT" else select
        raise invalid(f"Cannot specify the ProjectionExpression when choosing to get {wanted}")
    return str(select)


def _check_projected(walk: _Walk, read: set[str]) -> None:
    """Find what the index does not hold: fetched by a local index, refused by a global one."""
    index = walk.index
    if index is None or index.projected is None:
        return
    if walk.select == "ALL_ATTRIBUTES" and not index.local:
        raise bad_values(
            "Select type ALL_ATTRIBUTES is not supported for "
            f"global secondary index {index.name} because its projection type is not ALL"
        )
    shown = {str(parts[0]) for parts in walk.paths or ()}
    missing = (read | shown) - index.projected
    if missing and not index.local:
        raise bad_values(f"Global secondary index {index.name} does not project [{', '.join(sorted(missing))}]")
    walk.fetch_first = bool(read - index.projected)
    walk.fetch_last = walk.select == "ALL_ATTRIBUTES" or bool(shown - index.projected)


def _start(walk: _Walk, params: dict[str, Any]) -> tuple[bytes, ...] | None:
    """Check ``ExclusiveStartKey`` and return it as the columns that the walk is ordered by."""
    given = params.get("ExclusiveStartKey")
    if given is None:
        return None
    table, index = walk.table, walk.index
    start, _ = check_item(given)
    names = set(table.keys) | ({index.hash, index.range} - {None} if index else set())
    if set(start) != names or any(table.types[name] not in start[name] for name in start):
        raise invalid("The provided starting key is invalid: The provided key element does not match the schema")
    key = table.encode(start)
    if index is None:
        place = key
    else:
        table.check_index_keys(start)
        entry = table.entry(index, start, 0)
        if entry is None:
            raise invalid("The provided starting key is invalid")
        place = (entry.pk, entry.sk)
    bounds = walk.range
    if bounds is not None and (place[0] != bounds.pk or not bounds.holds(place[1])):
        raise invalid("The provided starting key is outside query boundaries based on provided conditions")
    return place if index is None else (*place, *key)


def _rows(walk: _Walk, connection: sqlite3.Connection) -> sqlite3.Cursor:
    """Begin to read, in the order of the keys."""
    index = walk.index
    if index is None:
        columns, source = ["pk", "sk"], "items"
        sql, values = f"SELECT size, size, body, pk FROM {source} WHERE tbl = ?", [walk.table.id]
    else:
        columns = ["e.pk", "e.sk", "e.tpk", "e.tsk"]
        # CROSS JOIN fixes the order: the index leads, items follow by row id.
        source = "entries e CROSS JOIN items i ON i.id = e.item"
        sql, values = f"SELECT e.size, i.size, i.body, e.pk FROM {source} WHERE e.idx = ?", [index.id]
    bound: list[Any] = list(values)
    start = walk.start
    if walk.range is not None:
        sql += f" AND {columns[0]} = ?"
        bound.append(walk.range.pk)
        for operator, data in walk.range.conditions:
            sql += f" AND {columns[1]} {operator} ?"
            bound.append(data)
        columns = columns[1:]
        start = start[1:] if start else None
    if start:
        sql += f" AND ({', '.join(columns)}) {'>' if walk.forward else '<'} ({', '.join('?' * len(start))})"
        bound.extend(start)
    direction = "ASC" if walk.forward else "DESC"
    sql += " ORDER BY " + ", ".join(f"{column} {direction}" for column in columns)
    return connection.execute(sql, bound)


def _in_segment(walk: _Walk, rows: Iterator[Any]) -> Iterator[Any]:
    segment, total = walk.segment
    return (row for row in rows if zlib.crc32(row[3]) % total == segment)


def _read(walk: _Walk, connection: sqlite3.Connection, params: dict[str, Any]) -> dict[str, Any]:
    """Read one page: up to the limit or 1 MB, filter, then show what is asked for."""
    usage = Usage(walk.table.name)
    scanned = matched = total = 0
    last: str | None = None
    more = False
    counting = walk.select == "COUNT"
    with contextlib.closing(_rows(walk, connection)) as cursor:
        for held, size, body, _ in _in_segment(walk, cursor) if walk.segment[1] > 1 else cursor:
            if scanned and total + held > PAGE:
                more = True
                break
            scanned += 1
            total += held
            last = body
            if walk.fetch_first:
                usage.add(read_units(size, walk.factor))
            if walk.test is None and counting:
                matched += 1
            else:
                item = json.loads(body)
                visible = walk.index.project(item) if walk.index and not walk.fetch_first else item
                if walk.test is None or walk.test(visible):
                    matched += 1
                    if not counting:
                        _show(walk, item, size, usage)
            if scanned == walk.limit:
                more = True
                break
    usage.add(read_units(total, walk.factor), walk.index)
    answer: dict[str, Any] = {"Count": matched, "ScannedCount": scanned}
    if not counting:
        answer["Items"] = walk.items
    if more and last is not None:
        answer["LastEvaluatedKey"] = walk.table.key_of(json.loads(last), walk.index)
    return report(params, answer, usage)


def _show(walk: _Walk, item: Item, size: int, usage: Usage) -> None:
    if walk.fetch_last and not walk.fetch_first:
        usage.add(read_units(size, walk.factor))
    if walk.paths is not None:
        walk.items.append(project(item, walk.paths))
    elif walk.index is not None and not walk.fetch_last:
        walk.items.append(walk.index.project(item))
    else:
        walk.items.append(item)

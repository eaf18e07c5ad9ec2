"""Query and Scan."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .capacity import Capacity, factor_of, read_units, report
from .checks import check_range
from .conditions import Test, bind_condition
from .database import Database
from .errors import bad_values, constraint, invalid, one_of
from .keyconditions import KeyRange, bind_key_condition
from .paths import Parts, Scope, bind_projection, project
from .storage import Session
from .tables import Index, Table
from .values import Item, Params, check_item

_MAX_PAGE_BYTES = 1024 * 1024
_SELECT = ("ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES", "SPECIFIC_ATTRIBUTES", "COUNT")


@dataclass(slots=True)
class _Plan:
    """What a Query or Scan reads, and what it returns of it.

    Attributes
    ----------
    key_range : KeyRange or None
        None for a Scan.
    factor : float
        The units of one block.
    condition : Test or None
        The filter.
    filter_fetches, projection_fetches : bool
        Whether the filter, or the projection, needs attributes that the index does not hold.
    start : tuple[bytes, ...] or None
        The exclusive start key, as the columns that the rows are ordered by.
    segment : tuple[int, int]
        Its number and the number of segments.
    """

    table: Table
    index: Index | None
    key_range: KeyRange | None
    select: str
    factor: float
    limit: int | None
    forward: bool
    condition: Test | None = None
    paths: list[Parts] | None = None
    filter_fetches: bool = False
    projection_fetches: bool = False
    start: tuple[bytes, ...] | None = None
    segment: tuple[int, int] = (0, 1)
    items: list[Item] = field(default_factory=list)


def query(database: Database, params: Params) -> Params:
    """Answer Query."""
    scope = Scope(params, ("FilterExpression", "KeyConditionExpression", "ProjectionExpression"), takes_values=2)
    text = params.get("KeyConditionExpression")
    if text is None:
        raise invalid(
            "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request."
        )
    with database.storage.reading() as session:
        table, index = _source(session, params)
        source = index or table
        key_range = bind_key_condition(text, scope, (source.hash, source.range), table.types)
        return _read(_plan(params, scope, table, index, key_range), session, params)


def scan(database: Database, params: Params) -> Params:
    """Answer Scan."""
    scope = Scope(params, ("FilterExpression", "ProjectionExpression"), takes_values=1)
    with database.storage.reading() as session:
        plan = _plan(params, scope, *_source(session, params), None)
        plan.segment = _segment(params)
        return _read(plan, session, params)


def _source(session: Session, params: Params) -> tuple[Table, Index | None]:
    table = session.table(params["TableName"])
    return table, table.index(params["IndexName"]) if "IndexName" in params else None


def _segment(params: Params) -> tuple[int, int]:
    segment, total = params.get("Segment"), params.get("TotalSegments")
    if segment is None and total is None:
        return 0, 1
    if segment is None or total is None:
        given, missing = ("TotalSegments", "Segment") if segment is None else ("Segment", "TotalSegments")
        raise invalid(
            f"The {missing} parameter is required but was not present in the request when parameter "
            f"{given} is present"
        )
    check_range("totalSegments", total, 1, 1_000_000)
    if not 0 <= segment < total:
        raise invalid(
            "The Segment parameter is zero-based and must be less than parameter TotalSegments: "
            f"Segment: {segment} is not less than TotalSegments: {total}"
        )
    return segment, total


def _plan(params: Params, scope: Scope, table: Table, index: Index | None, key_range: KeyRange | None) -> _Plan:
    if index is not None and not index.local and params.get("ConsistentRead"):
        raise invalid("Consistent reads are not supported on global secondary indexes")
    limit = params.get("Limit")
    if limit is not None and limit < 1:
        raise constraint("limit", limit, "have value greater than or equal to 1")
    plan = _Plan(table, index, key_range, "", factor_of(params), limit, params.get("ScanIndexForward", True))
    read: list[Parts] = []
    if params.get("FilterExpression") is not None:
        plan.condition, read = bind_condition("FilterExpression", params["FilterExpression"], scope)
        _check_filter(plan, read)
    if params.get("ProjectionExpression") is not None:
        plan.paths = bind_projection(params["ProjectionExpression"], scope)
    scope.close()
    plan.select = _select(params, index)
    _check_projected(plan, {str(parts[0]) for parts in read})
    plan.start = _start(plan, params)
    return plan


def _check_filter(plan: _Plan, read: list[Parts]) -> None:
    if plan.key_range is None:
        return
    source = plan.index or plan.table
    for parts in read:
        if parts[0] in (source.hash, source.range):
            raise invalid(
                f"Filter Expression can only contain non-primary key attributes: Primary key attribute: {parts[0]}"
            )


def _select(params: Params, index: Index | None) -> str:
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


def _check_projected(plan: _Plan, read: set[str]) -> None:
    """Find attributes that the index does not project: fetched by a local index, refused by a global one."""
    index = plan.index
    if index is None or index.projected is None:
        return
    if plan.select == "ALL_ATTRIBUTES" and not index.local:
        raise bad_values(
            "Select type ALL_ATTRIBUTES is not supported for "
            f"global secondary index {index.name} because its projection type is not ALL"
        )
    shown = {str(parts[0]) for parts in plan.paths or ()}
    missing = (read | shown) - index.projected
    if missing and not index.local:
        raise bad_values(f"Global secondary index {index.name} does not project [{', '.join(sorted(missing))}]")
    plan.filter_fetches = bool(read - index.projected)
    plan.projection_fetches = plan.select == "ALL_ATTRIBUTES" or bool(shown - index.projected)


def _start(plan: _Plan, params: Params) -> tuple[bytes, ...] | None:
    """Check ``ExclusiveStartKey`` and return it as the columns that the rows are ordered by."""
    given = params.get("ExclusiveStartKey")
    if given is None:
        return None
    table, index = plan.table, plan.index
    start, _ = check_item(given)
    names = set(table.keys) | ({index.hash, index.range} - {None} if index else set())
    if set(start) != names or any(table.types[name] not in start[name] for name in start):
        raise invalid("The provided starting key is invalid: The provided key element does not match the schema")
    key = table.encode(start)
    position = key
    if index is not None:
        table.check_index_keys(start)
        entry = table.entry(index, start, 0)
        if entry is None:
            raise invalid("The provided starting key is invalid")
        position = (entry.pk, entry.sk)
    key_range = plan.key_range
    if key_range is not None and (position[0] != key_range.pk or not key_range.holds(position[1])):
        raise invalid("The provided starting key is outside query boundaries based on provided conditions")
    return key if index is None else (*position, *key)


def _rows(plan: _Plan, session: Session) -> sqlite3.Cursor:
    """Select the size in the source, the item's size, its body and the partition key, in the order of keys."""
    index = plan.index
    bound: list[Any]
    if index is None:
        columns = ["pk", "sk"]
        sql, bound = "SELECT size, size, body, pk FROM items WHERE tbl = ?", [plan.table.id]
    else:
        columns = ["e.pk", "e.sk", "e.tpk", "e.tsk"]
        # CROSS JOIN fixes the order of the join: index entries first, items by row id.
        source = "entries e CROSS JOIN items i ON i.id = e.item"
        sql, bound = f"SELECT e.size, i.size, i.body, e.pk FROM {source} WHERE e.idx = ?", [index.id]
    start = plan.start
    if plan.key_range is not None:
        sql += f" AND {columns[0]} = ?"
        bound.append(plan.key_range.pk)
        for operator, data in plan.key_range.conditions:
            sql += f" AND {columns[1]} {operator} ?"
            bound.append(data)
        columns = columns[1:]
        start = start[1:] if start else None
    if start:
        sql += f" AND ({', '.join(columns)}) {'>' if plan.forward else '<'} ({', '.join('?' * len(start))})"
        bound.extend(start)
    direction = "ASC" if plan.forward else "DESC"
    sql += " ORDER BY " + ", ".join(f"{column} {direction}" for column in columns)
    return session.execute(sql, bound)


def _in_segment(plan: _Plan, rows: Iterator[Any]) -> Iterator[Any]:
    segment, total = plan.segment
    return (row for row in rows if zlib.crc32(row[3]) % total == segment)


def _read(plan: _Plan, session: Session, params: Params) -> Params:
    """Read one page, up to the limit or 1 MB; filter it and project the items."""
    capacity = Capacity(plan.table.name)
    scanned = matched = total = 0
    last: str | None = None
    more = False
    counting = plan.select == "COUNT"
    with contextlib.closing(_rows(plan, session)) as cursor:
        for held, size, body, _ in _in_segment(plan, cursor) if plan.segment[1] > 1 else cursor:
            if scanned and total + held > _MAX_PAGE_BYTES:
                more = True
                break
            scanned += 1
            total += held
            last = body
            if plan.filter_fetches:
                capacity.add(read_units(size, plan.factor))
            if plan.condition is None and counting:
                matched += 1
            else:
                item = json.loads(body)
                visible = plan.index.project(item) if plan.index and not plan.filter_fetches else item
                if plan.condition is None or plan.condition(visible):
                    matched += 1
                    if not counting:
                        _add_item(plan, item, size, capacity)
            if scanned == plan.limit:
                more = True
                break
    capacity.add(read_units(total, plan.factor), plan.index)
    answer: dict[str, Any] = {"Count": matched, "ScannedCount": scanned}
    if not counting:
        answer["Items"] = plan.items
    if more and last is not None:
        answer["LastEvaluatedKey"] = plan.table.key_of(json.loads(last), plan.index)
    return report(params, answer, capacity)


def _add_item(plan: _Plan, item: Item, size: int, capacity: Capacity) -> None:
    if plan.projection_fetches and not plan.filter_fetches:
        capacity.add(read_units(size, plan.factor))
    if plan.paths is not None:
        plan.items.append(project(item, plan.paths))
    elif plan.index is not None and not plan.projection_fetches:
        plan.items.append(plan.index.project(item))
    else:
        plan.items.append(item)

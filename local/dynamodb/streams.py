"""DynamoDB Streams: one shard for each table, records in the order of their commits."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

from .errors import ApiError, constraint, invalid, not_found, one_of
from .storage import RETENTION
from .tables import Table
from .values import item_size

if TYPE_CHECKING:
    import sqlite3

    from .engine import Engine

_SHARD = "shardId-00000000000000000000-00000000"
# Sequence numbers have 21 digits, so their order as text is that as numbers.
_BASE = 10**20
_PAGE = 1024 * 1024
_MOST = 1000
_ITERATOR_LIFE = 900.0
_KINDS = ("AFTER_SEQUENCE_NUMBER", "LATEST", "AT_SEQUENCE_NUMBER", "TRIM_HORIZON")
REGION = "us-east-1"


def sequence_number(seq: int) -> str:
    """Return a record's number as the API shows it."""
    return str(_BASE + seq)


def _stream(engine: Engine, connection: sqlite3.Connection, arn: object) -> Table:
    for table in engine.storage.tables(connection).values():
        if table.stream_arn is not None and table.stream_arn == arn:
            return table
    raise not_found(f"Requested resource not found: Stream: {arn} not found")


def list_streams(engine: Engine, params: dict[str, Any]) -> dict[str, Any]:
    """Answer ListStreams."""
    with engine.storage.reading() as connection:
        tables = engine.storage.tables(connection).values()
    found = [
        {"StreamArn": table.stream_arn, "TableName": table.name, "StreamLabel": table.definition["Label"]}
        for table in tables
        if table.stream_arn is not None and params.get("TableName", table.name) == table.name
    ]
    after = params.get("ExclusiveStartStreamArn")
    if after is not None:
        found = [one for one in found if one["StreamArn"] > after]
    limit = params.get("Limit", 100)
    if not 1 <= limit <= 100:
        raise constraint("limit", limit, "have value between 1 and 100")
    answer: dict[str, Any] = {"Streams": found[:limit]}
    if len(found) > limit:
        answer["LastEvaluatedStreamArn"] = found[limit - 1]["StreamArn"]
    return answer


def describe_stream(engine: Engine, params: dict[str, Any]) -> dict[str, Any]:
    """Answer DescribeStream."""
    with engine.storage.reading() as connection:
        table = _stream(engine, connection, params["StreamArn"])
    shard = {
        "ShardId": _SHARD,
        "SequenceNumberRange": {"StartingSequenceNumber": sequence_number(0)},
    }
    return {
        "StreamDescription": {
            "StreamArn": table.stream_arn,
            "StreamLabel": table.definition["Label"],
            "StreamStatus": "ENABLED",
            "StreamViewType": table.view,
            "CreationRequestDateTime": table.definition["CreationDateTime"],
            "TableName": table.name,
            "KeySchema": table.definition["KeySchema"],
            "Shards": [] if params.get("ExclusiveStartShardId") == _SHARD else [shard],
        }
    }


def get_iterator(engine: Engine, params: dict[str, Any]) -> dict[str, Any]:
    """Answer GetShardIterator."""
    kind, given = params["ShardIteratorType"], params.get("SequenceNumber")
    if kind not in _KINDS:
        raise one_of("shardIteratorType", kind, _KINDS)
    with engine.storage.snapshot() as connection:
        table = _stream(engine, connection, params["StreamArn"])
        if params["ShardId"] != _SHARD:
            raise not_found("Requested resource not found: Shard does not exist")
        if kind == "TRIM_HORIZON":
            after = 0
        elif kind == "LATEST":
            after = _last(connection)
        else:
            number = _number(given)
            _check_not_trimmed(engine, connection, number)
            after = number - (kind == "AT_SEQUENCE_NUMBER")
    return {"ShardIterator": _iterator(table, after, engine.clock())}


def _number(given: object) -> int:
    if not isinstance(given, str) or not given.isdecimal() or int(given) < _BASE:
        raise invalid(f"Invalid SequenceNumber: {given}")
    return int(given) - _BASE


def _last(connection: sqlite3.Connection) -> int:
    """Return the last number given out, of whatever stream; numbers outlive their records."""
    found = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'records'").fetchone()
    return int(found[0]) if found else 0


def _check_not_trimmed(engine: Engine, connection: sqlite3.Connection, number: int) -> None:
    """Refuse a place whose record is gone; 0 is the start of the shard, before every record."""
    if number == 0 or number > _last(connection):
        return
    found = connection.execute(
        "SELECT 1 FROM records WHERE seq = ? AND at >= ?", (number, engine.clock() - RETENTION)
    ).fetchone()
    if found is None:
        raise ApiError(
            "TrimmedDataAccessException",
            "The operation attempted to read past the oldest stream record in a shard",
        )


def _iterator(table: Table, after: int, now: float) -> str:
    place = json.dumps([table.stream_arn, after, now])
    return f"{table.stream_arn}|1|{base64.b64encode(place.encode()).decode()}"


def _place(engine: Engine, iterator: str) -> tuple[str, int]:
    try:
        arn, after, made = json.loads(base64.b64decode(iterator.rsplit("|", 1)[-1]))
        arn, after, made = str(arn), int(after), float(made)
    except (ValueError, TypeError):
        raise invalid("Invalid ShardIterator") from None
    if engine.clock() - made > _ITERATOR_LIFE:
        raise ApiError(
            "ExpiredIteratorException",
            "The shard iterator has expired. Shard iterators are valid for 15 minutes",
        )
    return arn, after


def get_records(engine: Engine, params: dict[str, Any]) -> dict[str, Any]:
    """Answer GetRecords; the iterator goes on, also where nothing was found."""
    limit = params.get("Limit", _MOST)
    if not 1 <= limit <= _MOST:
        raise constraint("limit", limit, f"have value between 1 and {_MOST}")
    now = engine.clock()
    with engine.storage.snapshot() as connection:
        arn, after = _place(engine, params["ShardIterator"])
        table = _stream(engine, connection, arn)
        rows = connection.execute(
            "SELECT seq, at, body FROM records WHERE tbl = ? AND seq > ? AND at >= ? ORDER BY seq LIMIT ?",
            (table.id, after, now - RETENTION, limit),
        ).fetchall()
    records: list[dict[str, Any]] = []
    total = 0
    for seq, at, body in rows:
        total += len(body)
        if records and total > _PAGE:
            break
        records.append(_record(table, seq, at, json.loads(body)))
        after = seq
    return {"Records": records, "NextShardIterator": _iterator(table, after, now)}


def _record(table: Table, seq: int, at: float, kept: dict[str, Any]) -> dict[str, Any]:
    data = kept["data"]
    record: dict[str, Any] = {
        "eventID": f"{table.id:08x}{seq:024x}",
        "eventName": kept["name"],
        "eventVersion": "1.1",
        "eventSource": "aws:dynamodb",
        "awsRegion": REGION,
        "dynamodb": {
            "ApproximateCreationDateTime": int(at),
            **data,
            "SequenceNumber": sequence_number(seq),
            "SizeBytes": sum(item_size(image) for image in data.values()),
            "StreamViewType": table.view,
        },
    }
    if kept["service"]:
        record["userIdentity"] = {"Type": "Service", "PrincipalId": "dynamodb.amazonaws.com"}
    return record

"""DynamoDB Streams: one shard for each table, stream records in the order of their commits."""

from __future__ import annotations

import base64
import json
from typing import Any

from .checks import check_range
from .database import Database
from .errors import ApiError, invalid, not_found, one_of
from .storage import RETENTION, Session
from .tables import Table
from .values import Params, item_size

_SHARD = "shardId-00000000000000000000-00000000"
# Sequence numbers have 21 digits, so they sort as text as they do as numbers.
_FIRST_SEQUENCE_NUMBER = 10**20
_PAGE = 1024 * 1024
_MAX_RECORDS = 1000
_ITERATOR_LIFETIME = 900.0
_ITERATOR_TYPES = ("AFTER_SEQUENCE_NUMBER", "LATEST", "AT_SEQUENCE_NUMBER", "TRIM_HORIZON")
REGION = "us-east-1"


def _sequence_number(seq: int) -> str:
    return str(_FIRST_SEQUENCE_NUMBER + seq)


def sequence_of(number: str) -> int:
    """Return the number of a record in the file by its sequence number in the API."""
    return int(number) - _FIRST_SEQUENCE_NUMBER


def _table(session: Session, arn: object) -> Table:
    for table in session.tables().values():
        if table.stream_arn is not None and table.stream_arn == arn:
            return table
    raise not_found(f"Requested resource not found: Stream: {arn} not found")


def list_streams(database: Database, params: Params) -> Params:
    """Answer ListStreams."""
    with database.storage.reading() as session:
        tables = session.tables().values()
    found = [
        {"StreamArn": table.stream_arn, "TableName": table.name, "StreamLabel": table.definition["Label"]}
        for table in tables
        if table.stream_arn is not None and params.get("TableName", table.name) == table.name
    ]
    after = params.get("ExclusiveStartStreamArn")
    if after is not None:
        found = [one for one in found if one["StreamArn"] > after]
    limit = params.get("Limit", 100)
    check_range("limit", limit, 1, 100)
    answer: dict[str, Any] = {"Streams": found[:limit]}
    if len(found) > limit:
        answer["LastEvaluatedStreamArn"] = found[limit - 1]["StreamArn"]
    return answer


def describe_stream(database: Database, params: Params) -> Params:
    """Answer DescribeStream."""
    with database.storage.reading() as session:
        table = _table(session, params["StreamArn"])
    shard = {"ShardId": _SHARD, "SequenceNumberRange": {"StartingSequenceNumber": _sequence_number(0)}}
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


def get_iterator(database: Database, params: Params) -> Params:
    """Answer GetShardIterator."""
    kind, given = params["ShardIteratorType"], params.get("SequenceNumber")
    if kind not in _ITERATOR_TYPES:
        raise one_of("shardIteratorType", kind, _ITERATOR_TYPES)
    with database.storage.snapshot() as session:
        table = _table(session, params["StreamArn"])
        if params["ShardId"] != _SHARD:
            raise not_found("Requested resource not found: Shard does not exist")
        if kind == "TRIM_HORIZON":
            after = 0
        elif kind == "LATEST":
            after = _last(session)
        else:
            if not isinstance(given, str) or not given.isdecimal() or int(given) < _FIRST_SEQUENCE_NUMBER:
                raise invalid(f"Invalid SequenceNumber: {given}")
            seq = sequence_of(given)
            _check_not_trimmed(session, seq, database.clock())
            after = seq - (kind == "AT_SEQUENCE_NUMBER")
    return {"ShardIterator": _shard_iterator(table, after, database.clock())}


def _last(session: Session) -> int:
    """Return the last number that was assigned, in whatever stream; trimming does not change it."""
    found = session.execute("SELECT seq FROM sqlite_sequence WHERE name = 'records'").fetchone()
    return int(found[0]) if found else 0


def _check_not_trimmed(session: Session, seq: int, now: float) -> None:
    """Refuse the number of a trimmed record; 0 is the start of the shard, before every record."""
    if seq == 0 or seq > _last(session):
        return
    found = session.execute("SELECT 1 FROM records WHERE seq = ? AND at >= ?", (seq, now - RETENTION)).fetchone()
    if found is None:
        raise ApiError(
            "TrimmedDataAccessException",
            "The operation attempted to read past the oldest stream record in a shard",
        )


def _shard_iterator(table: Table, after: int, now: float) -> str:
    content = json.dumps([table.stream_arn, after, now])
    return f"{table.stream_arn}|1|{base64.b64encode(content.encode()).decode()}"


def _parse_iterator(iterator: str, now: float) -> tuple[str, int]:
    """Return the stream's ARN and the number after which to read."""
    try:
        arn, after, created = json.loads(base64.b64decode(iterator.rsplit("|", 1)[-1]))
        arn, after, created = str(arn), int(after), float(created)
    except (ValueError, TypeError):
        raise invalid("Invalid ShardIterator") from None
    if now - created > _ITERATOR_LIFETIME:
        raise ApiError(
            "ExpiredIteratorException", "The shard iterator has expired. Shard iterators are valid for 15 minutes"
        )
    return arn, after


def get_records(database: Database, params: Params) -> Params:
    """Answer GetRecords; there is always a next shard iterator."""
    limit = params.get("Limit", _MAX_RECORDS)
    check_range("limit", limit, 1, _MAX_RECORDS)
    now = database.clock()
    with database.storage.snapshot() as session:
        arn, after = _parse_iterator(params["ShardIterator"], now)
        table = _table(session, arn)
        rows = session.execute(
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
    return {"Records": records, "NextShardIterator": _shard_iterator(table, after, now)}


def _record(table: Table, seq: int, at: float, stored: Params) -> Params:
    data = stored["data"]
    record: dict[str, Any] = {
        "eventID": f"{table.id:08x}{seq:024x}",
        "eventName": stored["name"],
        "eventVersion": "1.1",
        "eventSource": "aws:dynamodb",
        "awsRegion": REGION,
        "dynamodb": {
            "ApproximateCreationDateTime": int(at),
            **data,
            "SequenceNumber": _sequence_number(seq),
            "SizeBytes": sum(item_size(image) for image in data.values()),
            "StreamViewType": table.view,
        },
    }
    if stored["service"]:
        record["userIdentity"] = {"Type": "Service", "PrincipalId": "dynamodb.amazonaws.com"}
    return record

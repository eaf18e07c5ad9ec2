"""The engine: the operations of the API by name, with the parameters that each accepts."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from . import admin, queries, reads, streams, transactions, wiping, writes
from .database import Database
from .disk import DiskFault, api_error, disk_fault, probe
from .errors import ApiError, malformed, missing, unsupported
from .faults import Faults
from .storage import Storage
from .values import Params


class _Operation(NamedTuple):
    """A handler with its required and optional parameters and their types."""

    handler: Callable[[Database, Params], Params]
    required: Mapping[str, Any]
    optional: Mapping[str, Any]


_TABLE = {"TableName": str}
_KEYED = {**_TABLE, "Key": dict}
_CAPACITY = {"ReturnConsumedCapacity": str}
_NAMES = {"ExpressionAttributeNames": dict}
_EXPRESSION = {**_NAMES, "ExpressionAttributeValues": dict}
_WRITE = {
    **_EXPRESSION,
    **_CAPACITY,
    "ConditionExpression": str,
    "ReturnValues": str,
    "ReturnValuesOnConditionCheckFailure": str,
}
_READ = {**_NAMES, **_CAPACITY, "ConsistentRead": bool, "ProjectionExpression": str}
_PAGE = {
    **_READ,
    **_EXPRESSION,
    "IndexName": str,
    "Select": str,
    "Limit": int,
    "ExclusiveStartKey": dict,
    "FilterExpression": str,
}
_CREATE = {
    "BillingMode": str,
    "LocalSecondaryIndexes": list,
    "GlobalSecondaryIndexes": list,
    "StreamSpecification": dict,
    "SSESpecification": dict,
    "Tags": list,
    "TableClass": str,
    "DeletionProtectionEnabled": bool,
}
_ITERATOR = {"StreamArn": str, "ShardId": str, "ShardIteratorType": str}

OPERATIONS: dict[str, dict[str, _Operation]] = {
    "DynamoDB_20120810": {
        "CreateTable": _Operation(
            admin.create_table, {**_TABLE, "AttributeDefinitions": list, "KeySchema": list}, _CREATE
        ),
        "DescribeTable": _Operation(admin.describe_table, _TABLE, {}),
        "DeleteTable": _Operation(admin.delete_table, _TABLE, {}),
        "ListTables": _Operation(admin.list_tables, {}, {"Limit": int, "ExclusiveStartTableName": str}),
        "UpdateTimeToLive": _Operation(admin.update_ttl, {**_TABLE, "TimeToLiveSpecification": dict}, {}),
        "DescribeTimeToLive": _Operation(admin.describe_ttl, _TABLE, {}),
        "GetItem": _Operation(reads.get_item, _KEYED, _READ),
        "PutItem": _Operation(writes.put_item, {**_TABLE, "Item": dict}, _WRITE),
        "UpdateItem": _Operation(writes.update_item, _KEYED, {**_WRITE, "UpdateExpression": str}),
        "DeleteItem": _Operation(writes.delete_item, _KEYED, _WRITE),
        "Query": _Operation(
            queries.query, _TABLE, {**_PAGE, "KeyConditionExpression": str, "ScanIndexForward": bool}
        ),
        "Scan": _Operation(queries.scan, _TABLE, {**_PAGE, "Segment": int, "TotalSegments": int}),
        "BatchGetItem": _Operation(reads.batch_get, {"RequestItems": dict}, _CAPACITY),
        "BatchWriteItem": _Operation(writes.batch_write, {"RequestItems": dict}, _CAPACITY),
        "TransactGetItems": _Operation(transactions.transact_get, {"TransactItems": list}, _CAPACITY),
        "TransactWriteItems": _Operation(
            transactions.transact_write, {"TransactItems": list}, {**_CAPACITY, "ClientRequestToken": str}
        ),
    },
    "DynamoDBStreams_20120810": {
        "ListStreams": _Operation(
            streams.list_streams, {}, {"TableName": str, "Limit": int, "ExclusiveStartStreamArn": str}
        ),
        "DescribeStream": _Operation(
            streams.describe_stream, {"StreamArn": str}, {"Limit": int, "ExclusiveStartShardId": str}
        ),
        "GetShardIterator": _Operation(streams.get_iterator, _ITERATOR, {"SequenceNumber": str}),
        "GetRecords": _Operation(streams.get_records, {"ShardIterator": str}, {"Limit": int}),
    },
}

# Not DynamoDB's: see `Engine.answer`.
LATEST_WRITE = "x-latest-write"


class Engine(Database):
    """DynamoDB's API over one SQLite file, which is created if it is missing.

    Parameters
    ----------
    path : str or Path
        The file.
    clock : Callable[[], float]
        Epoch seconds: of stream records, client tokens and creation dates.
    """

    def __init__(self, path: str | Path, clock: Callable[[], float] = time.time) -> None:
        super().__init__(Storage(Path(path).resolve()), clock, Faults())

    def handle(self, target: str, body: Params | bytes) -> tuple[int, Params]:
        """Answer one call.

        Parameters
        ----------
        target : str
            The ``X-Amz-Target`` header, such as ``DynamoDB_20120810.GetItem``.
        body : Params or bytes
            The request, parsed or as JSON.

        Returns
        -------
        tuple[int, Params]
            HTTP status and the answer.
        """
        try:
            return 200, self._call(target, body)
        except ApiError as error:
            return error.status, error.body()
        except sqlite3.Error as error:
            fault = self.fault_of(error)
            if fault is None:
                # SQLite's message holds nothing of the request.
                return 500, ApiError("InternalServerError", f"The database file failed: {error}").body()
            failed = api_error(fault)
            return failed.status, failed.body()

    def fault_of(self, error: BaseException) -> DiskFault | None:
        """Return which fault of the disk an error means, and count it; None: it means none."""
        fault = disk_fault(error, self.storage.path)
        if fault is not None:
            self.storage.disk_faults += 1
        return fault

    @property
    def disk_faults(self) -> int:
        """How often the disk has kept a call from being done; it never falls."""
        return self.storage.disk_faults

    def disk_fault(self) -> DiskFault | None:
        """Write a little beside the file, and return what keeps it from being written now."""
        return probe(self.storage.path.parent)

    def answer(
        self, target: str, body: Params | bytes, latest_write: str | None
    ) -> tuple[int, Params, dict[str, str]]:
        """Answer one call of a client that orders its writes by times of its own, in :data:`LATEST_WRITE`.

        Parameters
        ----------
        target, body
            As for :meth:`handle`.
        latest_write
            The header as sent: the greatest time that the client has given a write, a whole number. It is kept
            with what the call writes.

        Returns
        -------
        tuple[int, Params, dict[str, str]]
            HTTP status, the answer, and the header that says the greatest time kept, by whatever client.
        """
        is_time = latest_write is not None and re.fullmatch(r"[0-9]{1,18}", latest_write)
        with self.storage.told(int(latest_write) if latest_write and is_time else None):
            status, reply = self.handle(target, body)
        try:
            return status, reply, {LATEST_WRITE: str(self.storage.latest_write() or 0)}
        except sqlite3.Error as error:
            return 500, ApiError("InternalServerError", f"The database file failed: {error}").body(), {}

    def _call(self, target: str, body: Params | bytes) -> Params:
        service, _, name = target.partition(".")
        operation = OPERATIONS.get(service, {}).get(name)
        if operation is None:
            raise ApiError(
                "UnknownOperationException", f"Operation {name} is not supported by the embedded engine"
            )
        params = _parse(body)
        accepted = {**operation.required, **operation.optional}
        for parameter, value in params.items():
            wanted = accepted.get(parameter)
            if wanted is None:
                raise unsupported(f"Parameter {parameter} of {name}")
            if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
                raise malformed(f"{parameter} is not of the type that {name} takes")
        for parameter in operation.required:
            if parameter not in params:
                raise missing(parameter)
        self.faults.before(name, params)
        return operation.handler(self, params)

    def expire(self, now: float) -> int:
        """Delete the items that expired before `now` and return their number.

        Their stream records name the service as their author, as DynamoDB's do.
        """
        try:
            return admin.expire(self, now)
        except sqlite3.Error as error:
            self.fault_of(error)
            raise

    def last_record(self) -> int:
        """Return the number of the last stream record that was written."""
        return wiping.last_record(self)

    def trim_records(self, up_to: int, read: Mapping[str, str]) -> bool:
        """Delete stream records up to a number as far as they were read (:func:`.wiping.trim_records`)."""
        return wiping.trim_records(self, up_to, read)

    def is_rewritten(self) -> bool:
        """Return whether the file has ever been written anew, or was made by connections that overwrite."""
        return self.storage.is_rewritten()

    def rewrite(self) -> None:
        """Write the file anew from its rows, so that nothing else is in it (:func:`.wiping.rewrite`)."""
        wiping.rewrite(self)

    def has_log(self) -> bool:
        """Return whether anything is in the log."""
        return wiping.has_log(self)

    def truncate_log(self) -> bool:
        """Empty the log into the file; False: a reader still needs it."""
        return wiping.truncate_log(self)

    def close(self) -> None:
        """Close the file; a later call opens it again."""
        self.storage.close()


def _parse(body: Params | bytes) -> Params:
    if isinstance(body, bytes):
        try:
            body = json.loads(body or b"{}")
        except (ValueError, RecursionError):
            raise malformed("The body is not JSON") from None
    if not isinstance(body, dict):
        raise malformed("The body is not a JSON object")
    return {name: value for name, value in body.items() if value is not None}

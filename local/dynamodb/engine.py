"""The engine: one file, its operations by name, and what each accepts."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from . import admin, queries, reads, streams, writes
from .errors import ApiError, invalid, malformed, unsupported
from .faults import Faults
from .storage import Storage

Handler: TypeAlias = Callable[["Engine", dict[str, Any]], dict[str, Any]]


class _Operation(NamedTuple):
    """A handler, the parameters it needs and those it may have, with the type each must have."""

    handler: Handler
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
        "TransactGetItems": _Operation(reads.transact_get, {"TransactItems": list}, _CAPACITY),
        "TransactWriteItems": _Operation(
            writes.transact_write, {"TransactItems": list}, {**_CAPACITY, "ClientRequestToken": str}
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


class Engine:
    """DynamoDB's API over one SQLite file.

    Parameters
    ----------
    path : str or Path
        The file; created if it is missing.
    clock : Callable[[], float]
        The time in seconds since the epoch: of stream records, client tokens and creation dates.

    Attributes
    ----------
    faults : Faults
        What is to go wrong in the next calls, for tests.
    """

    def __init__(self, path: str | Path, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        self.faults = Faults()
        self.storage = Storage(Path(path).resolve())

    def handle(self, target: str, body: dict[str, Any] | bytes) -> tuple[int, dict[str, Any]]:
        """Answer one call.

        Parameters
        ----------
        target : str
            The ``X-Amz-Target`` header, such as ``DynamoDB_20120810.GetItem``.
        body : dict[str, Any] or bytes
            The request, parsed or as it came.

        Returns
        -------
        tuple[int, dict[str, Any]]
            HTTP status and the answer.
        """
        try:
            return 200, self._call(target, body)
        except ApiError as error:
            return error.status, error.body()
        except sqlite3.Error as error:
            # A full disk, say. What it is called goes to the caller, what was asked does not.
            failure = ApiError("InternalServerError", f"The database file failed: {error}", 500)
            return failure.status, failure.body()

    def _call(self, target: str, body: dict[str, Any] | bytes) -> dict[str, Any]:
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
                raise _missing(parameter)
        self.faults.before(name, *_aim(params))
        return operation.handler(self, params)

    @staticmethod
    def check_members(
        operation: str, given: object, allowed: frozenset[str], required: Iterable[str] = ()
    ) -> None:
        """Check the members of a structure inside a request, as `handle` does those of the request."""
        if not isinstance(given, dict):
            raise malformed(f"A member of {operation} is not an object")
        for name in given:
            if name not in allowed:
                raise unsupported(f"Parameter {name} of {operation}")
        for name in required:
            if given.get(name) is None:
                raise _missing(name)

    def expire(self, now: float) -> int:
        """Delete the items that expired before `now` and return how many there were.

        Their stream records carry the service as their author, as DynamoDB's do. Nothing happens
        to an item twice, so this may run as often as one likes.
        """
        return admin.expire(self, now)

    def close(self) -> None:
        """Close the file; a later call opens it again."""
        self.storage.close()


def _missing(parameter: str) -> ApiError:
    return invalid(f"The parameter '{parameter}' is required but was not present in the request")


def _parse(body: dict[str, Any] | bytes) -> dict[str, Any]:
    if isinstance(body, bytes):
        try:
            body = json.loads(body or b"{}")
        except (ValueError, RecursionError):
            raise malformed("The body is not JSON") from None
    if not isinstance(body, dict):
        raise malformed("The body is not a JSON object")
    return {name: value for name, value in body.items() if value is not None}


def _aim(params: dict[str, Any]) -> tuple[frozenset[str], int]:
    """Return the tables a call names, and how many actions its transaction has."""
    if "TableName" in params:
        return frozenset((params["TableName"],)), 1
    if "RequestItems" in params:
        return frozenset(params["RequestItems"]), 1
    actions = [
        body
        for action in params.get("TransactItems", ())
        if isinstance(action, dict)
        for body in action.values()
        if isinstance(body, dict)
    ]
    return frozenset(str(body.get("TableName")) for body in actions), len(actions)

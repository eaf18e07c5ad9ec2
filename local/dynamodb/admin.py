"""Operations on tables, and the deletion of expired items."""

from __future__ import annotations

import datetime
import uuid
from typing import Any

from .checks import check_members, check_range, require_string
from .database import Database
from .definitions import define
from .errors import ApiError, invalid, malformed
from .storage import Session
from .tables import Table
from .values import Params

# Items that expired longer ago than this are not deleted, as in DynamoDB.
_OLDEST_EXPIRY = 5 * 365 * 24 * 3600.0
_ITEMS_PER_COMMIT = 100


def create_table(database: Database, params: Params) -> dict[str, Any]:
    """Answer CreateTable; the table is active immediately."""
    now = database.clock()
    moment = datetime.datetime.fromtimestamp(now, datetime.UTC)
    label = moment.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3]
    definition = define(params, now=now, table_id=str(uuid.uuid4()), label=label)
    with database.storage.writing() as session:
        if definition["TableName"] in session.tables():
            raise ApiError("ResourceInUseException", f"Table already exists: {definition['TableName']}")
        table = session.add_table(definition)
    return {"TableDescription": table.describe(0, 0)}


def _table(session: Session, name: object) -> Table:
    return session.table(name, f"Requested resource not found: Table: {name} not found")


def describe_table(database: Database, params: Params) -> dict[str, Any]:
    """Answer DescribeTable."""
    with database.storage.snapshot() as session:
        table = _table(session, params["TableName"])
        return {"Table": table.describe(*session.measure(table))}


def delete_table(database: Database, params: Params) -> dict[str, Any]:
    """Answer DeleteTable."""
    with database.storage.writing() as session:
        table = _table(session, params["TableName"])
        if table.definition.get("DeletionProtectionEnabled"):
            raise invalid(
                f"Resource cannot be deleted as it is currently protected against deletion. Table: {table.name}"
            )
        description = table.describe(*session.measure(table))
        session.drop_table(table)
    return {"TableDescription": {**description, "TableStatus": "DELETING"}}


def list_tables(database: Database, params: Params) -> dict[str, Any]:
    """Answer ListTables."""
    limit = params.get("Limit", 100)
    check_range("limit", limit, 1, 100)
    with database.storage.reading() as session:
        names = list(session.tables())
    rest = [name for name in names if name > params.get("ExclusiveStartTableName", "")]
    answer: dict[str, Any] = {"TableNames": rest[:limit]}
    if len(rest) > limit:
        answer["LastEvaluatedTableName"] = rest[limit - 1]
    return answer


def update_ttl(database: Database, params: Params) -> dict[str, Any]:
    """Answer UpdateTimeToLive."""
    wanted = params["TimeToLiveSpecification"]
    members = ("Enabled", "AttributeName")
    check_members("UpdateTimeToLive", wanted, members, members)
    attribute, enabled = wanted["AttributeName"], wanted["Enabled"]
    if not isinstance(enabled, bool):
        raise malformed("Enabled is sent as a boolean")
    if not require_string(attribute, "AttributeName"):
        raise invalid("TimeToLive attribute name must be a non-empty string")
    with database.storage.writing() as session:
        table = session.table(params["TableName"])
        if enabled == (table.ttl is not None):
            raise invalid(f"TimeToLive is already {'enabled' if enabled else 'disabled'}")
        if not enabled and attribute != table.ttl:
            raise invalid("TimeToLive is active on a different AttributeName")
        session.set_ttl(table, attribute if enabled else None)
    return {"TimeToLiveSpecification": wanted}


def describe_ttl(database: Database, params: Params) -> dict[str, Any]:
    """Answer DescribeTimeToLive."""
    with database.storage.reading() as session:
        table = session.table(params["TableName"])
    if table.ttl is None:
        return {"TimeToLiveDescription": {"TimeToLiveStatus": "DISABLED"}}
    return {"TimeToLiveDescription": {"TimeToLiveStatus": "ENABLED", "AttributeName": table.ttl}}


def expire(database: Database, now: float) -> int:
    """Delete the items that expired before `now`, trim the streams and return the number of items.

    Items are deleted in small commits, so that writers get in between. An index on the expiry finds them,
    so a run without expired items is cheap.
    """
    with database.storage.writing() as session:
        session.trim(now)
        names = [name for name, table in session.tables().items() if table.ttl]
    deleted = 0
    for name in names:
        count = _ITEMS_PER_COMMIT
        while count == _ITEMS_PER_COMMIT:
            count = _expire_some(database, name, now)
            deleted += count
    return deleted


def _expire_some(database: Database, name: str, now: float) -> int:
    """Delete one commit's worth of a table's expired items."""
    with database.storage.writing() as session:
        table = session.tables().get(name)
        if table is None or table.ttl is None:
            return 0
        keys = session.execute(
            "SELECT pk, sk FROM items WHERE tbl = ? AND expires < ? AND expires >= ? ORDER BY expires LIMIT ?",
            (table.id, now, now - _OLDEST_EXPIRY, _ITEMS_PER_COMMIT),
        ).fetchall()
        for key in keys:
            session.write(table, key, session.get(table, key), None, now=now, service=True)
    return len(keys)

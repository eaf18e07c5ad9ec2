"""Operations on tables, and expiry."""

from __future__ import annotations

import datetime
import uuid
from typing import TYPE_CHECKING, Any

from .definitions import define
from .errors import ApiError, constraint, invalid, malformed, not_found, text
from .tables import Table

if TYPE_CHECKING:
    from .engine import Engine

# The broom leaves what expired longer ago than this alone, as DynamoDB does.
_OLDEST = 5 * 365 * 24 * 3600.0
_SWEEP = 100


def create_table(engine: Engine, params: dict[str, Any]) -> dict[str, Any]:
    """Answer CreateTable; the table is active at once."""
    now = engine.clock()
    moment = datetime.datetime.fromtimestamp(now, datetime.UTC)
    label = moment.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3]
    definition = define(params, now=now, table_id=str(uuid.uuid4()), label=label)
    with engine.storage.writing() as connection:
        if definition["TableName"] in engine.storage.tables(connection):
            raise ApiError("ResourceInUseException", f"Table already exists: {definition['TableName']}")
        table = engine.storage.add_table(connection, definition)
    return {"TableDescription": table.describe(0, 0)}


def _named(engine: Engine, connection: Any, name: object) -> Table:
    try:
        return engine.storage.table(connection, name)
    except ApiError:
        raise not_found(f"Requested resource not found: Table: {name} not found") from None


def describe_table(engine: Engine, params: dict[str, Any]) -> dict[str, Any]:
    """Answer DescribeTable."""
    with engine.storage.snapshot() as connection:
        table = _named(engine, connection, params["TableName"])
        return {"Table": table.describe(*engine.storage.measure(connection, table))}


def delete_table(engine: Engine, params: dict[str, Any]) -> dict[str, Any]:
    """Answer DeleteTable."""
    with engine.storage.writing() as connection:
        table = _named(engine, connection, params["TableName"])
        if table.definition.get("DeletionProtectionEnabled"):
            raise invalid(
                f"Resource cannot be deleted as it is currently protected against deletion. Table: {table.name}"
            )
        description = table.describe(*engine.storage.measure(connection, table))
        engine.storage.drop_table(connection, table)
    return {"TableDescription": {**description, "TableStatus": "DELETING"}}


def list_tables(engine: Engine, params: dict[str, Any]) -> dict[str, Any]:
    """Answer ListTables."""
    limit = params.get("Limit", 100)
    if not 1 <= limit <= 100:
        raise constraint("limit", limit, "have value between 1 and 100")
    with engine.storage.reading() as connection:
        names = list(engine.storage.tables(connection))
    rest = [name for name in names if name > params.get("ExclusiveStartTableName", "")]
    answer: dict[str, Any] = {"TableNames": rest[:limit]}
    if len(rest) > limit:
        answer["LastEvaluatedTableName"] = rest[limit - 1]
    return answer


def update_ttl(engine: Engine, params: dict[str, Any]) -> dict[str, Any]:
    """Answer UpdateTimeToLive."""
    wanted = params["TimeToLiveSpecification"]
    engine.check_members(
        "UpdateTimeToLive", wanted, frozenset({"Enabled", "AttributeName"}), ("Enabled", "AttributeName")
    )
    attribute, enabled = wanted["AttributeName"], wanted["Enabled"]
    if not isinstance(enabled, bool):
        raise malformed("Enabled is sent as a boolean")
    if not text(attribute, "AttributeName"):
        raise invalid("TimeToLive attribute name must be a non-empty string")
    with engine.storage.writing() as connection:
        table = engine.storage.table(connection, params["TableName"])
        if enabled == (table.ttl is not None):
            raise invalid(f"TimeToLive is already {'enabled' if enabled else 'disabled'}")
        if not enabled and attribute != table.ttl:
            raise invalid("TimeToLive is active on a different AttributeName")
        engine.storage.set_ttl(connection, table, attribute if enabled else None)
    return {"TimeToLiveSpecification": wanted}


def describe_ttl(engine: Engine, params: dict[str, Any]) -> dict[str, Any]:
    """Answer DescribeTimeToLive."""
    with engine.storage.reading() as connection:
        table = engine.storage.table(connection, params["TableName"])
    if table.ttl is None:
        return {"TimeToLiveDescription": {"TimeToLiveStatus": "DISABLED"}}
    return {"TimeToLiveDescription": {"TimeToLiveStatus": "ENABLED", "AttributeName": table.ttl}}


def expire(engine: Engine, now: float) -> int:
    """Delete what has expired, and trim the streams.

    Items go in small commits, so that writers get in between. A table is looked through by an
    index on the time of expiry, so a run that finds nothing costs nothing.

    Parameters
    ----------
    engine : Engine
        The engine.
    now : float
        Items whose time lies before this are deleted.

    Returns
    -------
    int
        How many items were deleted.
    """
    storage = engine.storage
    with storage.writing() as connection:
        storage.trim(connection, now)
        names = [name for name, table in storage.tables(connection).items() if table.ttl]
    deleted = 0
    for name in names:
        count = _SWEEP
        while count == _SWEEP:
            count = _expire_some(engine, name, now)
            deleted += count
    return deleted


def _expire_some(engine: Engine, name: str, now: float) -> int:
    """Delete one commit's worth of a table's expired items."""
    storage = engine.storage
    with storage.writing() as connection:
        table = storage.tables(connection).get(name)
        if table is None or table.ttl is None:
            return 0
        keys = connection.execute(
            "SELECT pk, sk FROM items WHERE tbl = ? AND expires < ? AND expires >= ? ORDER BY expires LIMIT ?",
            (table.id, now, now - _OLDEST, _SWEEP),
        ).fetchall()
        for pk, sk in keys:
            row = storage.get(connection, table, pk, sk)
            storage.write(connection, table, (pk, sk), row, None, now=now, service=True)
    return len(keys)

"""Creates the tables of a template, and completes what an interrupted start left."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError

from local.stack import Stack, Table

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_dynamodb.type_defs import TableDescriptionTypeDef

_ACTIVE_TIMEOUT_SECONDS = 10.0


class DeployError(Exception):
    """An existing table does not fit the template."""


def create_tables(client: DynamoDBClient, stack: Stack) -> list[str]:
    """Create the stack's missing tables and enable their TTL; return the names of the new tables.

    It is idempotent, safe to run in two processes, and completes what a killed run left.

    Parameters
    ----------
    client
        Any DynamoDB client: the embedded engine, moto, ministack or AWS itself.
    stack

    Raises
    ------
    DeployError
        If a table exists with other keys or indexes than the template has.
    """
    created = []
    for table in stack.tables.values():
        description = _describe(client, table.name)
        if description is None:
            if _create(client, table):
                created.append(table.name)
            description = _wait(client, table.name)
        if differences := _differences(table, description):
            raise DeployError(
                f"The table {table.name} does not fit the template: {', '.join(differences)}. "
                "It was made by another version; move its data away to start anew."
            )
        if table.ttl_attribute:
            _enable_ttl(client, table.name, table.ttl_attribute)
    return created


def _describe(client: DynamoDBClient, name: str) -> TableDescriptionTypeDef | None:
    try:
        return client.describe_table(TableName=name)["Table"]
    except ClientError as error:
        if error.response["Error"]["Code"] == "ResourceNotFoundException":
            return None
        raise


def _create(client: DynamoDBClient, table: Table) -> bool:
    try:
        client.create_table(**table.create)
    except ClientError as error:
        if error.response["Error"]["Code"] == "ResourceInUseException":
            return False  # another process created it
        raise
    return True


def _wait(client: DynamoDBClient, name: str) -> TableDescriptionTypeDef:
    end = time.monotonic() + _ACTIVE_TIMEOUT_SECONDS
    while True:
        description = _describe(client, name)
        if description is not None and description.get("TableStatus", "ACTIVE") == "ACTIVE":
            return description
        if time.monotonic() > end:
            raise DeployError(f"The table {name} did not become active.")
        time.sleep(0.05)


def _enable_ttl(client: DynamoDBClient, name: str, attribute: str) -> None:
    try:
        client.update_time_to_live(
            TableName=name, TimeToLiveSpecification={"AttributeName": attribute, "Enabled": True}
        )
    except ClientError as error:
        # DynamoDB answers an error if it is enabled already.
        details = error.response["Error"]
        if details["Code"] != "ValidationException" or "already enabled" not in details.get("Message", ""):
            raise


def _differences(table: Table, description: TableDescriptionTypeDef) -> list[str]:
    wanted, found = _shape(table.create), _shape(dict(description))
    return [
        f"{part} is {found.get(part, 'missing')}, wanted {wanted.get(part, 'none')}"
        for part in sorted(wanted.keys() | found.keys())
        if wanted.get(part) != found.get(part)
    ]


def _shape(table: dict[str, Any]) -> dict[str, str]:
    """Return the keys of a table and its indexes, which cannot easily be changed later."""
    parts = {"key": _keys(table)}
    for kind in ("LocalSecondaryIndexes", "GlobalSecondaryIndexes"):
        for index in table.get(kind) or []:
            parts[f"index {index['IndexName']}"] = _keys(index)
    return parts


def _keys(part: dict[str, Any]) -> str:
    return "+".join(key["AttributeName"] for key in sorted(part["KeySchema"], key=lambda key: key["KeyType"]))

"""Connectors in the directory: upstream MCP servers of an account, one item each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..domain.levels import Level
from .commit import Action
from .heads import account_entity
from .items import plain, typed

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

CONNECTOR = "connector/"


@dataclass(frozen=True, slots=True)
class Connector:
    """An upstream MCP server, as its owner set it up.

    Attributes
    ----------
    name
        Of its tools' prefix.
    url
        Of its Streamable HTTP endpoint; empty for one that another gateway calls, of which only the level counts.
    level
        A session that reads a result of it rises to this.
    enabled
        Whether its tools are listed and called.
    headers
        References to secrets by header name; never the secrets themselves.
    created_at, updated_at
        Microseconds since 1970.
    """

    name: str
    url: str
    level: Level
    enabled: bool = True
    headers: Mapping[str, str] = field(default_factory=dict)
    created_at: int = 0
    updated_at: int = 0


def connector_key(account_id: str, name: str) -> dict[str, str]:
    """Key of a connector."""
    return {"entity": account_entity(account_id), "part": f"{CONNECTOR}{name}"}


def get(client: DynamoDBClient, table: str, account_id: str, name: str) -> Connector | None:
    """Read a connector; None: the account has none of this name."""
    answer = client.get_item(TableName=table, Key=typed(connector_key(account_id, name)), ConsistentRead=True)
    return connector_of(answer["Item"]) if "Item" in answer else None


def listed(client: DynamoDBClient, table: str, account_id: str) -> list[Connector]:
    """Read all connectors of an account, by name."""
    found: list[Connector] = []
    query: dict[str, Any] = {
        "TableName": table,
        "KeyConditionExpression": "entity = :entity AND begins_with(part, :part)",
        "ExpressionAttributeValues": typed({":entity": account_entity(account_id), ":part": CONNECTOR}),
        "ConsistentRead": True,
    }
    while True:
        answer = client.query(**query)
        found.extend(connector_of(item) for item in answer["Items"])
        if "LastEvaluatedKey" not in answer:
            return found
        query["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


def put(table: str, account_id: str, connector: Connector, before: Connector | None = None) -> Action:
    """Keep a connector, if what is there of its name is what was read.

    Parameters
    ----------
    table, account_id, connector
        Where, and what.
    before
        What was read; None: nothing.
    """
    values = {
        **connector_key(account_id, connector.name),
        "name": connector.name,
        "url": connector.url,
        "level": int(connector.level),
        "enabled": connector.enabled,
        "headers": dict(connector.headers),
        "created_at": connector.created_at,
        "updated_at": connector.updated_at,
    }
    request: dict[str, Any] = {"TableName": table, "Item": typed(values)}
    if before is None:
        request["ConditionExpression"] = "attribute_not_exists(entity)"
    else:
        request["ConditionExpression"] = "updated_at = :seen"
        request["ExpressionAttributeValues"] = typed({":seen": before.updated_at})
    return {"Put": request}


def delete(table: str, account_id: str, name: str) -> Action:
    """Delete a connector, if it is there."""
    return {"Delete": {"TableName": table, "Key": typed(connector_key(account_id, name))}}


def connector_of(item: Mapping[str, Any]) -> Connector:
    """Read an item."""
    values = plain(item)
    return Connector(
        name=values["name"],
        url=values["url"],
        level=Level(int(values["level"])),
        enabled=values["enabled"],
        headers=values.get("headers", {}),
        created_at=int(values["created_at"]),
        updated_at=int(values["updated_at"]),
    )

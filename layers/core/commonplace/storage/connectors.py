"""Connectors in the directory: upstream MCP servers of an account, one item each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..domain.levels import Level
from .actions import Delete, Put
from .conditions import absent, begins_with, both, equals
from .fields import StoredFields
from .heads import account_entity
from .pages import get_item, items, query

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


_FIELDS = StoredFields(Connector)


def connector_key(account_id: str, name: str) -> dict[str, str]:
    """Key of a connector."""
    return {"entity": account_entity(account_id), "part": f"{CONNECTOR}{name}"}


def get(client: DynamoDBClient, table: str, account_id: str, name: str) -> Connector | None:
    """Read a connector; None: the account has none of this name."""
    item = get_item(client, table, connector_key(account_id, name))
    return None if item is None else connector_of(item)


def listed(client: DynamoDBClient, table: str, account_id: str) -> list[Connector]:
    """Read all connectors of an account, by name."""
    wanted = both(equals("entity", account_entity(account_id)), begins_with("part", CONNECTOR))
    return [connector_of(item) for item in items(client, query(table, wanted))]


def put(table: str, account_id: str, connector: Connector, before: Connector | None = None) -> Put:
    """Keep a connector, if what is there of its name is what was read; None: nothing was."""
    values = {**connector_key(account_id, connector.name), **_FIELDS.values(connector)}
    return Put(table, values).when(absent("entity") if before is None else equals("updated_at", before.updated_at))


def delete(table: str, account_id: str, name: str) -> Delete:
    """Delete a connector, if it is there."""
    return Delete(table, connector_key(account_id, name))


def connector_of(item: Mapping[str, Any]) -> Connector:
    """Read an item."""
    return _FIELDS.read(item)

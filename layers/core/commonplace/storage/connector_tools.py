"""What is known of a connector's tools: one item beside the connector, so that a cold process lists at once."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..refusals.errors import NotSignedIn
from .commit import Action
from .connectors import Connector, connector_key, connector_of
from .heads import account_entity, account_head, account_key
from .items import plain, typed

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

TOOLS = "connector-tools/"
_BOTH = "connector"  # what both kinds of item begin with, so that one query reads them


@dataclass(frozen=True, slots=True)
class KnownTools:
    """The tools of a connector, as its upstream last listed them.

    Attributes
    ----------
    name
        The connector's.
    of
        Its ``updated_at``: what was listed before it was set up anew counts no more.
    tools
        As the upstream writes them, by its own names.
    cut_off
        Whether the list was longer, or had no end.
    version
        The protocol revision that the upstream speaks.
    digest
        Of tools and ``cut_off``.
    checked_at
        When it was last found to be so, in microseconds since 1970.
    """

    name: str
    of: int
    tools: tuple[dict[str, Any], ...]
    cut_off: bool
    version: str
    digest: str
    checked_at: int


def tools_key(account_id: str, name: str) -> dict[str, str]:
    """Key of what is known of a connector's tools."""
    return {"entity": account_entity(account_id), "part": f"{TOOLS}{name}"}


def listed(client: DynamoDBClient, table: str, account_id: str) -> tuple[list[Connector], dict[str, KnownTools]]:
    """Read all connectors of an account, by name, and what is known of their tools, in one query."""
    connectors: list[Connector] = []
    known: dict[str, KnownTools] = {}
    query: dict[str, Any] = {
        "TableName": table,
        "KeyConditionExpression": "entity = :entity AND begins_with(part, :part)",
        "ExpressionAttributeValues": typed({":entity": account_entity(account_id), ":part": _BOTH}),
        "ConsistentRead": True,
    }
    while True:
        answer = client.query(**query)
        for item in answer["Items"]:
            if item["part"]["S"].startswith(TOOLS):
                found = known_tools(item)
                known[found.name] = found
            else:
                connectors.append(connector_of(item))
        if "LastEvaluatedKey" not in answer:
            return connectors, known
        query["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


def get(client: DynamoDBClient, table: str, account_id: str, name: str) -> KnownTools | None:
    """Read what is known of one connector's tools."""
    answer = client.get_item(TableName=table, Key=typed(tools_key(account_id, name)), ConsistentRead=True)
    return known_tools(answer["Item"]) if "Item" in answer else None


def account_epoch(client: DynamoDBClient, table: str, account_id: str) -> int:
    """Read the account's epoch, which events carry.

    Raises
    ------
    NotSignedIn
        If the account is no more.
    """
    answer = client.get_item(TableName=table, Key=typed(account_key(account_id)), ConsistentRead=True)
    if "Item" not in answer:
        raise NotSignedIn("account.gone")
    return account_head(answer["Item"]).epoch


def keep(table: str, account_id: str, tools: KnownTools, before: KnownTools | None) -> list[Action]:
    """Keep a changed list, if the connector is still the same and nobody else has kept another one.

    Parameters
    ----------
    table
        Name of the directory.
    account_id
        Whose.
    tools
        The new list.
    before
        The list as it was read; None: there was none.
    """
    item = {
        **tools_key(account_id, tools.name),
        "name": tools.name,
        "of": tools.of,
        "tools": zlib.compress(json.dumps(tools.tools).encode(), 6),
        "cut_off": tools.cut_off,
        "version": tools.version,
        "digest": tools.digest,
        "checked_at": tools.checked_at,
    }
    put: dict[str, Any] = {"TableName": table, "Item": typed(item)}
    if before is None:
        put["ConditionExpression"] = "attribute_not_exists(entity)"
    else:
        put["ConditionExpression"] = "digest = :digest"
        put["ExpressionAttributeValues"] = typed({":digest": before.digest})
    same = {
        "TableName": table,
        "Key": typed(connector_key(account_id, tools.name)),
        "ConditionExpression": "updated_at = :updated_at",
        "ExpressionAttributeValues": typed({":updated_at": tools.of}),
    }
    return [{"Put": put}, {"ConditionCheck": same}]


def touch(table: str, account_id: str, tools: KnownTools) -> Action:
    """Note that a list was found to be as it was."""
    return {
        "Update": {
            "TableName": table,
            "Key": typed(tools_key(account_id, tools.name)),
            "UpdateExpression": "SET checked_at = :at, #of = :of",
            "ConditionExpression": "digest = :digest",
            "ExpressionAttributeNames": {"#of": "of"},
            "ExpressionAttributeValues": typed(
                {":at": tools.checked_at, ":of": tools.of, ":digest": tools.digest}
            ),
        }
    }


def forget(table: str, account_id: str, name: str) -> Action:
    """Delete what is known of a connector's tools, if anything is."""
    return {"Delete": {"TableName": table, "Key": typed(tools_key(account_id, name))}}


def known_tools(item: Mapping[str, Any]) -> KnownTools:
    """Read an item."""
    values = plain(item)
    return KnownTools(
        name=values["name"],
        of=int(values["of"]),
        tools=tuple(json.loads(zlib.decompress(values["tools"].value))),
        cut_off=values["cut_off"],
        version=values["version"],
        digest=values["digest"],
        checked_at=int(values["checked_at"]),
    )

"""What is known of a connector's tools: one item next to the connector, so that a cold process lists at once."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..domain.declaring import stored
from .actions import Action, Check, Delete, Put, Update
from .conditions import absent, begins_with, both, equals, exists
from .connectors import Connector, connector_key, connector_of
from .fields import StoredFields
from .heads import account_entity, read_account
from .pages import get_item, items, query

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
        Its ``updated_at``: what was listed before it was set up again counts no more.
    tools
        As the upstream writes them, by its own names.
    cut_off
        Whether the list was longer, or had no end.
    version
        The protocol revision that the upstream speaks.
    digest
        Of tools and ``cut_off``; empty: its upstream has never answered.
    checked_at
        When it was last found to be so, in microseconds since 1970.
    failure_told_at
        When an event last told that its upstream did not answer, in microseconds since 1970; 0: never.
    """

    name: str
    of: int
    tools: tuple[dict[str, Any], ...]
    cut_off: bool
    version: str
    digest: str
    checked_at: int
    failure_told_at: int = field(default=0, metadata=stored(sparse=True))


_FIELDS = StoredFields(KnownTools, given=("tools",))


def tools_key(account_id: str, name: str) -> dict[str, str]:
    """Key of what is known of a connector's tools."""
    return {"entity": account_entity(account_id), "part": f"{TOOLS}{name}"}


def listed(client: DynamoDBClient, table: str, account_id: str) -> tuple[list[Connector], dict[str, KnownTools]]:
    """Read all connectors of an account, by name, and what is known of their tools, in one query."""
    connectors: list[Connector] = []
    known: dict[str, KnownTools] = {}
    wanted = both(equals("entity", account_entity(account_id)), begins_with("part", _BOTH))
    for item in items(client, query(table, wanted)):
        if item["part"]["S"].startswith(TOOLS):
            found = known_tools(item)
            known[found.name] = found
        else:
            connectors.append(connector_of(item))
    return connectors, known


def get(client: DynamoDBClient, table: str, account_id: str, name: str) -> KnownTools | None:
    """Read what is known of one connector's tools."""
    item = get_item(client, table, tools_key(account_id, name))
    return None if item is None else known_tools(item)


def account_epoch(client: DynamoDBClient, table: str, account_id: str) -> int:
    """Read the account's epoch, which events carry.

    Raises
    ------
    NotSignedIn
        If the account is no more.
    """
    return read_account(client, table, account_id).epoch


def keep(table: str, account_id: str, tools: KnownTools, before: KnownTools | None) -> list[Action]:
    """Keep a changed list, if the connector is still the same and nobody else has kept another one.

    ``before`` is the list as it was read; None: there was none.
    """
    packed = zlib.compress(json.dumps(tools.tools).encode(), 6)
    put = Put(table, {**tools_key(account_id, tools.name), **_FIELDS.values(tools), "tools": packed})
    same_connector = Check(table, connector_key(account_id, tools.name)).when(equals("updated_at", tools.of))
    return [put.when(absent("entity") if before is None else equals("digest", before.digest)), same_connector]


def touch(table: str, account_id: str, tools: KnownTools) -> Update:
    """Note that a list was found to be as it was."""
    noted = Update(table, tools_key(account_id, tools.name)).set(checked_at=tools.checked_at, of=tools.of)
    return noted.when(equals("digest", tools.digest))


def tell_failure(
    table: str, account_id: str, connector: Connector, before: KnownTools | None, now: int
) -> list[Action]:
    """Note that an event tells of an upstream that does not answer, if nobody else has told it meanwhile.

    ``before`` is what is known as it was read; None: nothing.
    """
    key = tools_key(account_id, connector.name)
    same_connector = Check(table, connector_key(account_id, connector.name)).when(
        equals("updated_at", connector.updated_at)
    )
    if before is None:
        nothing = KnownTools(connector.name, connector.updated_at, (), False, "", "", 0, now)
        put = Put(table, {**key, **_FIELDS.values(nothing), "tools": zlib.compress(b"[]")})
        return [put.when(absent("entity")), same_connector]
    told = before.failure_told_at
    noted = Update(table, key).set(failure_told_at=now)
    return [
        noted.when(equals("failure_told_at", told) if told else absent("failure_told_at"), exists("entity")),
        same_connector,
    ]


def forget(table: str, account_id: str, name: str) -> Delete:
    """Delete what is known of a connector's tools, if anything is."""
    return Delete(table, tools_key(account_id, name))


def known_tools(item: Mapping[str, Any]) -> KnownTools:
    """Read an item."""
    return _FIELDS.read(item, tools=tuple(json.loads(zlib.decompress(item["tools"]["B"]))))

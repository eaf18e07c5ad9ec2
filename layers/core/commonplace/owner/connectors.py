"""connect, connectors, disconnect: the upstream MCP servers whose tools an account's agents get."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from pydantic import Field

from ..domain.clock import iso
from ..domain.levels import Level
from ..gateway.connectors.addresses import Address, Allowed
from ..gateway.connectors.connector_names import NAME, checked_connector_name
from ..gateway.connectors.dns import resolve_in_time
from ..gateway.connectors.headers import HEADERS_LIMIT, checked_headers
from ..gateway.connectors.urls import URL_LIMIT, check_new_url
from ..operations.audit import audit_owner
from ..operations.call import Call
from ..operations.contract import STATED, Arguments, LevelName, Result, Tool, level_name
from ..operations.settings import settings
from ..pending.feeds import TOOLS_CHANGED, event_entry
from ..refusals.errors import Conflict, NotFound
from ..storage import connector_tools, connectors
from ..storage.actions import Action
from ..storage.activity import account_events_feed
from ..storage.connectors import Connector
from .changes import directory_of, until_unchanged

PATH = "/v1/owner/connectors"
MOST = 20  # connectors per account; with the limit of a tool list, all of them fit into one answer
_RESOLVING = 2.0  # seconds

Name = Annotated[str, Field(json_schema_extra={"pattern": NAME.pattern})]


class ConnectArguments(Arguments):
    """Arguments of connect."""

    name: Name = Field(description="Prefix of its tools: `<name>__<tool>`. One of the same name is replaced.")
    url: Annotated[str, Field(json_schema_extra={"maxLength": URL_LIMIT})] = Field(
        default="",
        description="Its Streamable HTTP endpoint, https. Empty: another gateway calls it, and posts the calls.",
    )
    level: LevelName = Field(default="PUBLIC", description="A session that reads a result of it rises to this.")
    enabled: bool = Field(default=True, description="Whether its tools are listed and called.")
    headers: Annotated[dict[str, str], Field(json_schema_extra={"maxProperties": HEADERS_LIMIT})] = Field(
        default_factory=dict,
        description="What is sent to it with each request, by header name: references to secrets "
        "(`secret:<name>`, in the local run `env:COMMONPLACE_CONNECTOR_<NAME>`), never the secrets themselves. "
        "Headers that it had are removed unless they are sent again: a new address gets no secret of the former.",
    )
    version: Annotated[str | None, STATED] = Field(
        default=None,
        description="The `updated_at` of the one that is to be replaced: if it has changed since, 409. "
        "Empty: there must be none of this name. Left out: whatever is there is replaced.",
    )


class ShownConnector(Result):
    """A connector, as it is set up."""

    name: str
    url: str
    level: LevelName
    enabled: bool
    headers: dict[str, str] = Field(description="References by header name.")
    created_at: str = Field(description="RFC 3339.")
    updated_at: str


class ConnectorsArguments(Arguments):
    """connectors takes none."""


class Connectors(Result):
    """All of an account's connectors."""

    connectors: list[ShownConnector] = Field(description="By name.")


class DisconnectArguments(Arguments):
    """Arguments of disconnect."""

    name: Name = Field(description="Of the connector.")


class Disconnected(Result):
    """Result of disconnect."""

    deleted: bool
    name: str


def connect(call: Call, arguments: ConnectArguments) -> ShownConnector:
    """Set up a connector, or replace the one with its name."""
    setup, tables, account_id = settings(), call.runtime.tables, call.caller.account_id
    book, name = directory_of(call.runtime), checked_connector_name(arguments.name, setup.tool_namespace)

    @cache
    def check() -> None:  # cached, since it resolves the host name: once, however many attempts are made
        checked_headers(arguments.headers, from_environment=setup.connector_secrets == "environment")
        if arguments.url:
            check_new_url(arguments.url, Allowed(setup.connector_allowed_private), _resolved)

    def attempt() -> Connector:
        version = book.version(account_id)
        existing = connectors.listed(tables.client, book.table, account_id)
        before = next((one for one in existing if one.name == name), None)
        _check_version(before, arguments.version)
        if before is None or not _only_disables(before, arguments):
            check()
        if before is None and len(existing) >= MOST:
            raise Conflict("connector.limit", field="name", most=MOST)
        now = call.runtime.clock()
        after = Connector(
            name=name,
            url=arguments.url,
            level=Level[arguments.level],
            enabled=arguments.enabled,
            headers=arguments.headers,
            created_at=now if before is None else before.created_at,
            updated_at=now if before is None else max(now, before.updated_at + 1),
        )
        # Replace only what was read: a connector deleted meanwhile would be added without being counted.
        actions: list[Action] = [connectors.put(book.table, account_id, after, before)]
        if before is None:
            actions.append(book.next_version(account_id, version))
        elif _target_changed(before, after):
            actions.append(connector_tools.forget(book.table, account_id, name))
        if before is not None and (_target_changed(before, after) or before.enabled != after.enabled):
            actions.append(_tools_changed(call, name))
        tables.commit(actions)
        return after

    connector = until_unchanged(call.runtime, attempt)
    audit_owner(call, "connector_changed", about=name)
    return _connector_result(connector)


def list_connectors(call: Call, _: ConnectorsArguments) -> Connectors:
    """List the account's connectors."""
    tables = call.runtime.tables
    found = connectors.listed(tables.client, tables.names.directory_table, call.caller.account_id)
    return Connectors(connectors=[_connector_result(connector) for connector in found])


def disconnect(call: Call, arguments: DisconnectArguments) -> Disconnected:
    """Delete a connector; its level no longer applies to calls that another gateway posts."""
    connector = connector_named(call, arguments.name)
    tables, account_id = call.runtime.tables, call.caller.account_id
    tables.commit(
        [
            connectors.delete(tables.names.directory_table, account_id, connector.name),
            connector_tools.forget(tables.names.directory_table, account_id, connector.name),
            _tools_changed(call, connector.name),
        ]
    )
    audit_owner(call, "connector_deleted", about=connector.name)
    return Disconnected(deleted=True, name=connector.name)


def connector_named(call: Call, name: str) -> Connector:
    """Read the account's connector with a name, or raise NotFound."""
    tables = call.runtime.tables
    found = None
    if NAME.fullmatch(name):
        found = connectors.get(tables.client, tables.names.directory_table, call.caller.account_id, name)
    if found is None:
        raise NotFound("connector.not_found", field="name")
    return found


def _resolved(host: str, port: int) -> list[Address]:
    try:
        return resolve_in_time(host, port, _RESOLVING)
    except TimeoutError:
        return []


def _check_version(existing: Connector | None, version: str | None) -> None:
    if version is None:
        return
    if not version and existing is not None:
        raise Conflict("connector.exists", field="name")
    if version and existing is None:
        raise NotFound("connector.not_found", field="name")
    if existing is not None and iso(existing.updated_at) != version:
        raise Conflict("connector.changed")


def _only_disables(before: Connector, arguments: ConnectArguments) -> bool:
    """Whether the connector is only turned off: always possible, even if its address is no longer allowed."""
    same = (before.url, dict(before.headers)) == (arguments.url, arguments.headers)
    return same and not arguments.enabled


def _target_changed(before: Connector, after: Connector) -> bool:
    return (before.url, dict(before.headers)) != (after.url, dict(after.headers))


def _tools_changed(call: Call, name: str) -> Action:
    tables, account_id = call.runtime.tables, call.caller.account_id
    epoch = connector_tools.account_epoch(tables.client, tables.names.directory_table, account_id)
    return event_entry(
        tables.names.activity_table,
        account_events_feed(account_id),
        TOOLS_CHANGED,
        call.runtime.clock(),
        epoch,
        Level.PUBLIC,
        connector=name,
    )


def _connector_result(connector: Connector) -> ShownConnector:
    return ShownConnector(
        name=connector.name,
        url=connector.url,
        level=level_name(connector.level),
        enabled=connector.enabled,
        headers=dict(connector.headers),
        created_at=iso(connector.created_at),
        updated_at=iso(connector.updated_at),
    )


CONNECT = Tool(
    name="connect",
    title="Set up a connector",
    description=(
        "Set up an upstream MCP server, or change one: its tools are listed on `/mcp` beside the memory's, and "
        "called through it. Addresses that are not public are refused, now and at each connection."
    ),
    arguments=ConnectArguments,
    result=ShownConnector,
    run=connect,
    null_is_default=False,
    writes=True,
    scope="manage",
    idempotent=True,
    path=PATH,
)
LIST_CONNECTORS = Tool(
    name="list_connectors",
    title="List connectors",
    description="The account's connectors, by name.",
    arguments=ConnectorsArguments,
    result=Connectors,
    run=list_connectors,
    writes=False,
    scope="manage",
    path=PATH,
    method="GET",
)
DISCONNECT = Tool(
    name="disconnect",
    title="Delete a connector",
    description="Delete a connector: within 25 s its tools are listed and called no more.",
    arguments=DisconnectArguments,
    result=Disconnected,
    run=disconnect,
    writes=True,
    scope="manage",
    destructive=True,
    path=f"{PATH}/{{name}}",
    method="DELETE",
)

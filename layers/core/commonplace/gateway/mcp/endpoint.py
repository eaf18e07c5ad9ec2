"""The endpoint ``/mcp``: the tools of the memory and of connectors, for one caller in one session."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ...auth.protected_resource import challenge
from ...operations.call import Call
from ...operations.http import Answer, Event, failed, process, refused
from ...operations.settings import settings
from ...refusals.errors import Busy, CredentialRefused, InvalidInput, NotAllowed, NotSignedIn, Refusal
from ..connectors.catalog import Catalog
from ..connectors.supplier import ConnectorTools
from ..connectors.upstreams import Upstreams
from ..suppliers import ToolResult, ToolSupplier, UnknownTool, prefix_of
from .connection import TOOLSETS, Callers, Connection, query_of, session_of, toolsets_of
from .instructions import instructions
from .memory_tools import MemoryTools, recall_tool
from .rpc_errors import INVALID_PARAMS, INVALID_REQUEST, NOT_SERVED, MessageRefused
from .sdk import CacheHint, Json, Server
from .transport import FUNCTION, Transport

VERSION = "0.1.0"
# Clients may cache a list for as long as a change of rights may take to apply.
LIST_CACHE = CacheHint(ttl_ms=30_000, scope="private")
_callers = Callers()


def answer_mcp(event: Event) -> Answer:
    """Answer one request of an MCP client, from API Gateway's event of a route without an authorizer."""
    return _TRANSPORT.answer(event)


def suppliers(connection: Connection) -> tuple[ToolSupplier, ...]:
    """Return the suppliers of a connection's tools, in the order in which they are listed and asked."""
    namespace, toolsets = settings().tool_namespace, connection.toolsets
    return (
        MemoryTools(namespace, toolsets),
        _connector_tools().for_connection(recall_tool(namespace, toolsets)),
    )


@cache
def _connector_tools() -> ConnectorTools:
    return ConnectorTools(Catalog(Upstreams()))


def _identify(event: Event) -> Connection:
    try:
        try:
            caller = _callers.caller(event, process().steady())
        except NotSignedIn as refusal:
            raise _not_served(refusal, {"www-authenticate": challenge(event)}) from None
        except NotAllowed as refusal:
            raise _not_served(refusal, {"www-authenticate": challenge(event, insufficient=True)}) from None
        except Busy as refusal:
            raise _not_served(refusal, {"retry-after": "1"}) from None
        query = query_of(event)
        return Connection(caller, session_of(event.get("headers") or {}, query), toolsets_of(query))
    except (InvalidInput, CredentialRefused) as refusal:
        raise MessageRefused.of(refusal, INVALID_REQUEST) from None


def _not_served(refusal: Refusal, headers: dict[str, str]) -> MessageRefused:
    return MessageRefused.of(refusal, NOT_SERVED, status=refusal.status, headers=headers)


def _list_tools(connection: Connection, _: Event, params: Mapping[str, Any]) -> Json:
    if params.get("cursor") is not None:
        raise MessageRefused(INVALID_PARAMS, "cursor: the list has one page")
    call = _call(connection)
    tools = [tool.wire() for supplier in suppliers(connection) for tool in supplier.list_tools(call)]
    return {"tools": tools, "ttlMs": LIST_CACHE.ttl_ms, "cacheScope": LIST_CACHE.scope}


def _call_tool(connection: Connection, event: Event, params: Mapping[str, Any]) -> Json:
    name, arguments = params["name"], params.get("arguments") or {}
    call = _call(connection)
    for supplier in suppliers(connection):
        try:
            return _run(supplier, call, name, arguments, event).wire
        except UnknownTool:
            continue
    raise MessageRefused(INVALID_PARAMS, "name: no such tool; tools/list tells which there are")


def _run(supplier: ToolSupplier, call: Call, name: str, arguments: Mapping[str, Any], event: Event) -> ToolResult:
    """Call a tool; an error becomes a result that the model can read, with the same body as over HTTP."""
    try:
        return supplier.call_tool(call, name, arguments)
    except UnknownTool:
        raise
    except Refusal as refusal:
        answer = refused(refusal, event)
    except Exception as error:
        answer = failed(error, FUNCTION, event)
    return ToolResult.of_text(answer["body"], is_error=True)


def _call(connection: Connection) -> Call:
    return Call(connection.caller, connection.session_id, process())


def _server(connection: Connection) -> Server[Any]:
    return _server_for(settings().tool_namespace, connection.toolsets)


@cache
def _server_for(namespace: str, toolsets: tuple[str, ...]) -> Server[Any]:
    """Create the SDK's server, which describes this service, its capabilities and its instructions."""
    names = [tool.name for toolset in toolsets for tool in TOOLSETS[toolset]]
    server: Server[Any] = Server(
        "commonplace",
        version=VERSION,
        title="Commonplace",
        description="Memory for agents, outside the context window",
        instructions=instructions(prefix_of(namespace), names),
        cache_hints={"server/discover": LIST_CACHE, "tools/list": LIST_CACHE},
        # Never called: both methods are answered directly. They make the SDK announce the tools capability.
        on_list_tools=_not_called,
        on_call_tool=_not_called,
    )
    server.middleware.clear()  # tracing, which is not collected here
    return server


async def _not_called(_context: object, _params: object) -> Any:
    raise NotImplementedError


_TRANSPORT: Transport[Connection] = Transport(
    identify=_identify,
    server=_server,
    direct={"tools/list": _list_tools, "tools/call": _call_tool},
    origins=lambda: settings().allowed_origins,
)

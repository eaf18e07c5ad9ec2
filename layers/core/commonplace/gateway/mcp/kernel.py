"""The SDK's part: which era a message speaks, what a method's parameters and results look like, and the handshake.

The SDK's kernel is used without its HTTP transport; docs/decisions/0008 says why.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import anyio
from mcp.server.caching import CacheHint
from mcp.server.connection import Connection
from mcp.server.lowlevel import Server
from mcp.server.runner import serve_one
from mcp.shared.dispatcher import CallOptions
from mcp.shared.exceptions import MCPError, NoBackChannelError
from mcp.shared.inbound import (
    ERROR_CODE_HTTP_STATUS,
    MCP_PROTOCOL_VERSION_HEADER,
    InboundLadderRejection,
    classify_inbound_request,
    unsupported_protocol_version_rejection,
)
from mcp.shared.message import MessageMetadata
from mcp.shared.transport_context import TransportContext
from mcp_types import DEFAULT_NEGOTIATED_VERSION, METHOD_NOT_FOUND, PROTOCOL_VERSION_META_KEY, SERVER_INFO_META_KEY
from mcp_types import methods as schemas
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from pydantic import ValidationError

from .messages import Message
from .refusals import INVALID_PARAMS, MessageRefused, RequestId

Json = dict[str, Any]
_MODERN = frozenset({"resultType", "ttlMs", "cacheScope"})  # fields of results that older revisions do not know

# What it logs may quote what was sent; faults are logged by commonplace.operations.logs, without.
logging.getLogger("mcp").setLevel(logging.CRITICAL + 1)

__all__ = ["CacheHint", "Era", "Server", "dispatch", "era_of", "finished", "validate"]


@dataclass(frozen=True, slots=True)
class Era:
    """Which protocol a message speaks.

    Attributes
    ----------
    version
        A revision that is served.
    modern
        Whether each message stands alone (2026-07-28), instead of following a handshake.
    client_info, client_capabilities
        What a modern message says of its client.
    """

    version: str
    modern: bool
    client_info: Any = None
    client_capabilities: Any = None

    def status(self, code: int) -> int:
        """Return the HTTP status of a JSON-RPC error in this era."""
        return ERROR_CODE_HTTP_STATUS.get(code, 200) if self.modern else 200


@dataclass(slots=True)
class _Exchange:
    """One message and its one answer: no channel leads back to the client."""

    request_id: RequestId | None
    transport: TransportContext = field(
        default_factory=lambda: TransportContext(kind="streamable-http", can_send_request=False)
    )
    message_metadata: MessageMetadata = None
    can_send_request: bool = False
    cancel_requested: anyio.Event = field(default_factory=anyio.Event)

    async def send_raw_request(
        self,
        method: str,
        params: Mapping[str, Any] | None,  # noqa: ARG002
        opts: CallOptions | None = None,  # noqa: ARG002
    ) -> Json:
        raise NoBackChannelError(method)

    async def notify(self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None) -> None:
        """Let go of it: an answer in JSON has no room for notifications."""

    async def progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        """Let go of it."""


def era_of(headers: Mapping[str, str], message: Message) -> Era:
    """Tell which era a message speaks, and check what that era wants of headers and ``_meta``.

    Raises
    ------
    MessageRefused
        If headers and body differ, the version is not served, or ``_meta`` lacks something.
    """
    version = headers.get(MCP_PROTOCOL_VERSION_HEADER)
    handshake = version is None or version in HANDSHAKE_PROTOCOL_VERSIONS
    if handshake and not _has_envelope(message.params):
        return Era(version or DEFAULT_NEGOTIATED_VERSION, modern=False)
    if message.request_id is None:  # a notification: nothing is done with it, so only its version counts
        if not handshake and (refused := unsupported_protocol_version_rejection(version or "")) is not None:
            raise _rejected(refused)
        return Era(version or DEFAULT_NEGOTIATED_VERSION, modern=not handshake)
    body = {"method": message.method, "params": message.params}
    verdict = classify_inbound_request(body, headers=headers)
    if isinstance(verdict, InboundLadderRejection):
        raise _rejected(verdict)
    return Era(verdict.protocol_version, True, verdict.client_info, verdict.client_capabilities)


def dispatch(server: Server[Any], era: Era, message: Message) -> Json:
    """Let the SDK answer a request.

    Raises
    ------
    MessageRefused
        If there is no such method in this era, or its parameters are not of its form.
    """
    try:
        return anyio.run(_served, server, era, message)
    except MCPError as error:
        told = error.error
        # The method's name is the caller's text.
        data = None if told.code == METHOD_NOT_FOUND else told.data or None
        raise MessageRefused(told.code, told.message, data=data) from None
    except ValidationError:
        raise MessageRefused(INVALID_PARAMS, "the parameters are not of this method's form") from None


def validate(era: Era, message: Message) -> None:
    """Check a request's parameters by its method's schema.

    Raises
    ------
    MessageRefused
        If they are not of its form.
    """
    try:
        schemas.validate_client_request(message.method, era.version, message.params)
    except ValidationError:
        raise MessageRefused(INVALID_PARAMS, "the parameters are not of this method's form") from None


def finished(server: Server[Any], era: Era, result: Json) -> Json:
    """Add to a result what its era wants: a modern one tells its type and who answered."""
    if not era.modern:
        return {name: value for name, value in result.items() if name not in _MODERN}
    stamp = {SERVER_INFO_META_KEY: server.server_info_stamp}
    return {"resultType": "complete", **result, "_meta": {**stamp, **(result.get("_meta") or {})}}


async def _served(server: Server[Any], era: Era, message: Message) -> Json:
    connection = Connection.from_envelope(era.version, era.client_info, era.client_capabilities)
    return await serve_one(
        server,
        _Exchange(message.request_id),
        message.method,
        message.params,
        connection=connection,
        lifespan_state=None,
    )


def _has_envelope(params: Mapping[str, Any] | None) -> bool:
    meta = (params or {}).get("_meta")
    return isinstance(meta, dict) and PROTOCOL_VERSION_META_KEY in meta


def _rejected(verdict: InboundLadderRejection) -> MessageRefused:
    return MessageRefused(
        verdict.code,
        verdict.message,
        status=ERROR_CODE_HTTP_STATUS.get(verdict.code, 400),
        data=verdict.data,
    )

"""The adapter to the MCP SDK: protocol versions, the schemas of methods, and the handshake.

The SDK's kernel is used without its HTTP transport (docs/decisions/0008). An *era* is one of the two forms of the
protocol: revisions with a handshake, and those in which each message is complete by itself (2026-07-28).
"""

from __future__ import annotations

import logging
import re
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
from mcp_types import (
    DEFAULT_NEGOTIATED_VERSION,
    METHOD_NOT_FOUND,
    PROTOCOL_VERSION_META_KEY,
    SERVER_INFO_META_KEY,
    UNSUPPORTED_PROTOCOL_VERSION,
)
from mcp_types import methods as schemas
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from pydantic import ValidationError

from ..structured_content import STRUCTURED, without_structured_content
from .messages import Message
from .rpc_errors import INVALID_PARAMS, MessageRefused, RequestId

Json = dict[str, Any]
_VERSION = re.compile(r"\d{4}-\d{2}-\d{2}|v?\d{1,4}(\.\d{1,4}){0,3}", re.ASCII)
_MODERN_FIELDS = frozenset({"resultType", "ttlMs", "cacheScope"})  # of results; older revisions lack them

# Its log lines may quote requests; commonplace.operations.logs logs faults without them.
logging.getLogger("mcp").setLevel(logging.CRITICAL + 1)

__all__ = ["CacheHint", "Era", "Server", "dispatch", "era_of", "validate", "with_era_fields"]


@dataclass(frozen=True, slots=True)
class Era:
    """The protocol of a message.

    Attributes
    ----------
    version
        A supported revision.
    modern
        Whether each message is complete by itself (2026-07-28), instead of following a handshake.
    client_info, client_capabilities
        Of a modern message only.
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
    """One request and its one answer: there is no channel back to the client."""

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
        """Drop it: a JSON answer has no room for notifications."""

    async def progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        """Drop it."""


def era_of(headers: Mapping[str, str], message: Message) -> Era:
    """Return the era of a message, after checking the headers and ``_meta`` that it requires.

    Raises
    ------
    MessageRefused
        If headers and body differ, the version is unsupported, or ``_meta`` is incomplete.
    """
    version = headers.get(MCP_PROTOCOL_VERSION_HEADER)
    handshake = version is None or version in HANDSHAKE_PROTOCOL_VERSIONS
    if not _has_envelope(message.params):
        if handshake:
            return Era(version or DEFAULT_NEGOTIATED_VERSION, modern=False)
        # Before what is missing in the body of an era that is not served anyway.
        if (refused := unsupported_protocol_version_rejection(version or "")) is not None:
            raise _rejected(refused)
    if message.request_id is None:  # a notification is ignored, so only its version is checked
        if not handshake and (refused := unsupported_protocol_version_rejection(version or "")) is not None:
            raise _rejected(refused)
        return Era(version or DEFAULT_NEGOTIATED_VERSION, modern=not handshake)
    body = {"method": message.method, "params": message.params}
    verdict = classify_inbound_request(body, headers=headers)
    if isinstance(verdict, InboundLadderRejection):
        raise _rejected(verdict)
    return Era(verdict.protocol_version, True, verdict.client_info, verdict.client_capabilities)


def dispatch(server: Server[Any], era: Era, message: Message) -> Json:
    """Answer a request by the SDK.

    Raises
    ------
    MessageRefused
        If this era has no such method, or the parameters do not match its schema.
    """
    try:
        return anyio.run(_serve, server, era, message)
    except MCPError as error:
        details = error.error
        # The data of METHOD_NOT_FOUND is the method's name, which is the caller's text.
        data = None if details.code == METHOD_NOT_FOUND else details.data or None
        raise MessageRefused(details.code, details.message, data=data) from None
    except ValidationError:
        raise MessageRefused(INVALID_PARAMS, "the parameters are not of this method's form") from None


def validate(era: Era, message: Message) -> None:
    """Check a request's parameters against its method's schema.

    Raises
    ------
    MessageRefused
        If they do not match.
    """
    try:
        schemas.validate_client_request(message.method, era.version, message.params)
    except ValidationError:
        raise MessageRefused(INVALID_PARAMS, "the parameters are not of this method's form") from None


def with_era_fields(server: Server[Any], era: Era, result: Json) -> Json:
    """Return a result with the fields of its era.

    A modern one has its type and the server's name. In an older one structured content is an object: another value
    is said by the content, since clients would reject the whole answer.
    """
    if not era.modern:
        if STRUCTURED in result and not isinstance(result[STRUCTURED], dict):
            result = without_structured_content(result)
        return {name: value for name, value in result.items() if name not in _MODERN_FIELDS}
    stamp = {SERVER_INFO_META_KEY: server.server_info_stamp}
    return {"resultType": "complete", **result, "_meta": {**stamp, **(result.get("_meta") or {})}}


async def _serve(server: Server[Any], era: Era, message: Message) -> Json:
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
    message, data = verdict.message, verdict.data
    if verdict.code == UNSUPPORTED_PROTOCOL_VERSION:
        # Only what has the form of a version is repeated: anything else may be a credential in the wrong place.
        asked = data["requested"] if _VERSION.fullmatch(data["requested"]) else ""
        data = {**data, "requested": asked}
        message = (
            f"MCP-Protocol-Version: the protocol version {asked or 'that was sent'} is not served; "
            f"served are {', '.join(data['supported'])}, and with a handshake (initialize) "
            f"{', '.join(HANDSHAKE_PROTOCOL_VERSIONS)}"
        )
    return MessageRefused(verdict.code, message, status=ERROR_CODE_HTTP_STATUS.get(verdict.code, 400), data=data)

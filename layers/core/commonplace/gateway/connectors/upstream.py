"""A client of one upstream MCP server, with or without handshake, that leaves answers as the server wrote them.

The SDK's client is not used: it validates results into models, which drop unknown blocks and fields, and it reads
answers of any size (docs/decisions/0012). The SDK's constants and its codec for headers are used.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from threading import Lock
from typing import Any

from mcp.shared.inbound import (
    MCP_METHOD_HEADER,
    MCP_NAME_HEADER,
    MCP_PROTOCOL_VERSION_HEADER,
    encode_header_value,
    find_invalid_x_mcp_header,
    mcp_param_headers,
    x_mcp_header_map,
)
from mcp_types import CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY, PROTOCOL_VERSION_META_KEY
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, LATEST_MODERN_VERSION

from ...operations import result_pointers
from ..tool_calls.raw_json import raw_field
from .failures import HttpRefused, InvalidAnswer, RpcRefused
from .http_client import HttpClient, HttpReply
from .rpc_answers import SIGN_IN, failure, is_response, is_safe_to_retry, parse, parse_body, refused
from .secrets import Secrets
from .sockets import Deadline

Json = dict[str, Any]
CLIENT = {"name": "commonplace", "version": "0.1.0"}
_HANDSHAKE = "2025-11-25"
_SESSION = "mcp-session-id"
_MAX_POINTER = result_pointers.MAX_BYTES  # characters; larger results get no pointer


@dataclass(frozen=True, slots=True)
class Answer:
    """A result: the parsed JSON, and its text as the upstream wrote it."""

    result: Any
    payload: str


@dataclass
class Upstream:
    """The server of one connector.

    Attributes
    ----------
    http
        Sends requests to its address.
    secrets
        Sent with each request.
    version
        The protocol revision it speaks; None until that is negotiated.
    """

    http: HttpClient
    secrets: Secrets
    version: str | None = None
    _sessions: dict[str, str] = field(default_factory=dict)  # the upstream's session ids, by ours
    _initialized: set[str] = field(default_factory=set)
    _ids: Iterator[int] = field(default_factory=lambda: count(1))
    _lock: Lock = field(default_factory=Lock)

    _MOST = 256

    def list_page(self, session: str, cursor: str | None, deadline: Deadline) -> Json:
        """Request one page of the list of tools.

        Raises
        ------
        UpstreamFailed
            If there is no valid answer.
        """
        result = self._request(
            session, "tools/list", {} if cursor is None else {"cursor": cursor}, deadline
        ).result
        if not isinstance(result, dict):
            raise InvalidAnswer("upstream.no_tool_list")
        return result

    def call(
        self, session: str, name: str, arguments: Mapping[str, Any], schema: Mapping[str, Any], deadline: Deadline
    ) -> Answer:
        """Call a tool by the upstream's own name.

        Parameters
        ----------
        session
            Our session; each has its own session with an upstream that has sessions.
        name, arguments
            The call.
        schema
            The tool's input schema, which may require arguments in headers as well.
        deadline
            For the whole call.

        Raises
        ------
        UpstreamFailed
            If there is no result.
        """
        mirrored = (
            {} if find_invalid_x_mcp_header(schema) else mcp_param_headers(x_mcp_header_map(schema), arguments)
        )
        return self._request(session, "tools/call", {"name": name, "arguments": arguments}, deadline, mirrored)

    def close(self) -> None:
        """Close the connections."""
        self.http.close()

    def _request(
        self,
        session: str,
        method: str,
        params: Json,
        deadline: Deadline,
        mirrored: Mapping[str, str] | None = None,
    ) -> Answer:
        fresh = self._negotiate(session, deadline)
        try:
            return self._send(session, method, params, deadline, mirrored)
        except (HttpRefused, RpcRefused) as refusal:
            in_a_session, is_call = session in self._sessions, method == "tools/call"
            if fresh or not is_safe_to_retry(refusal, in_a_session=in_a_session, is_call=is_call):
                raise
        # The upstream was restarted, or speaks another revision now: negotiate again and retry once.
        self._forget(session)
        self._negotiate(session, deadline)
        return self._send(session, method, params, deadline, mirrored)

    def _negotiate(self, session: str, deadline: Deadline) -> bool:
        """Negotiate revision and session as far as needed; return whether anything had to be negotiated."""
        fresh = False
        if self.version is None:
            self.version = LATEST_MODERN_VERSION if self._speaks_latest(deadline) else _HANDSHAKE
            fresh = True
        if self.version in HANDSHAKE_PROTOCOL_VERSIONS and session not in self._initialized:
            self._initialize(session, deadline)
            fresh = True
        return fresh

    def _forget(self, session: str) -> None:
        with self._lock:
            self.version = None
            self._sessions.pop(session, None)
            self._initialized.discard(session)

    def _speaks_latest(self, deadline: Deadline) -> bool:
        """Ask whether it speaks the revision without handshakes; any unclear answer counts as no."""
        headers = {MCP_PROTOCOL_VERSION_HEADER: LATEST_MODERN_VERSION, MCP_METHOD_HEADER: "server/discover"}
        try:
            result = self._exchange(headers, "server/discover", {"_meta": _meta()}, deadline)[1].result
        except HttpRefused as refusal:
            if refusal.status in SIGN_IN or 300 <= refusal.status < 400:
                raise
            return False
        except (RpcRefused, InvalidAnswer):
            return False
        supported = result.get("supportedVersions") if isinstance(result, dict) else None
        return isinstance(supported, list) and LATEST_MODERN_VERSION in supported

    def _initialize(self, session: str, deadline: Deadline) -> None:
        params = {"protocolVersion": _HANDSHAKE, "capabilities": {}, "clientInfo": CLIENT}
        reply, answer = self._exchange({}, "initialize", params, deadline)
        version = answer.result.get("protocolVersion") if isinstance(answer.result, dict) else None
        if version not in HANDSHAKE_PROTOCOL_VERSIONS:
            raise InvalidAnswer("upstream.other_protocol")
        with self._lock:
            if len(self._initialized) >= self._MOST:
                self._initialized.clear()
                self._sessions.clear()
            self.version = version
            if _SESSION in reply.headers:
                self._sessions[session] = reply.headers[_SESSION]
        notification = {"jsonrpc": "2.0", "method": "notifications/initialized"}
        self._post(self._session_headers(session), notification, deadline, 0)
        self._initialized.add(session)

    def _send(
        self, session: str, method: str, params: Json, deadline: Deadline, mirrored: Mapping[str, str] | None
    ) -> Answer:
        if self.version in HANDSHAKE_PROTOCOL_VERSIONS:
            return self._exchange(self._session_headers(session), method, params, deadline)[1]
        headers = {MCP_PROTOCOL_VERSION_HEADER: LATEST_MODERN_VERSION, MCP_METHOD_HEADER: method}
        if "name" in params:
            headers[MCP_NAME_HEADER] = encode_header_value(params["name"])
        return self._exchange({**headers, **(mirrored or {})}, method, {**params, "_meta": _meta()}, deadline)[1]

    def _session_headers(self, session: str) -> dict[str, str]:
        headers = {MCP_PROTOCOL_VERSION_HEADER: str(self.version)}
        if session in self._sessions:
            headers[_SESSION] = self._sessions[session]
        return headers

    def _exchange(
        self, headers: Mapping[str, str], method: str, params: Json, deadline: Deadline
    ) -> tuple[HttpReply, Answer]:
        request_id = next(self._ids)
        message = {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}
        reply = self._post(headers, message, deadline, request_id)
        text = reply.text or ""
        body = parse_body(text, reply.status)
        if self.secrets.are_in(body):
            body = self.secrets.remove_from(body)
            text = json.dumps(body, separators=(",", ":"))
        if not is_response(body, request_id, refusal=reply.status >= 300):
            if reply.status >= 300:
                raise refused(reply.status)
            raise InvalidAnswer("upstream.other_request")
        if body.get("error") is not None or "result" not in body:
            raise failure(body, reply.status)
        # The exact text of a result is needed only if it may get a pointer.
        return reply, Answer(
            body["result"], (raw_field(text, "result") or "null") if len(text) <= _MAX_POINTER else text
        )

    def _post(self, headers: Mapping[str, str], message: Json, deadline: Deadline, request_id: int) -> HttpReply:
        sent = {
            "User-Agent": f"{CLIENT['name']}/{CLIENT['version']}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            **headers,
            **self.secrets.headers(),
        }
        body = json.dumps(message, ensure_ascii=True, separators=(",", ":")).encode("ascii")
        return self.http.post(sent, body, deadline, lambda text: is_response(parse(text), request_id))


def _meta() -> Json:
    return {
        PROTOCOL_VERSION_META_KEY: LATEST_MODERN_VERSION,
        CLIENT_CAPABILITIES_META_KEY: {},
        CLIENT_INFO_META_KEY: CLIENT,
    }

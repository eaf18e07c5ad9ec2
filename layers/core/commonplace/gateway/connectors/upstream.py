"""An upstream MCP server of either era, spoken to in JSON-RPC: what it answers stays as it wrote it.

The SDK's client is not used: it validates results into models, where blocks and fields it does not know are lost,
and reads answers of any size (docs/decisions/0012). Its constants and its codec for headers are.
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
from .answers import SIGN_IN, answers, failure, is_untouched, parsed, read, refused
from .exchange import Exchange, Reply
from .failures import HttpRefused, NotUnderstood, RpcRefused
from .secrets import Secrets
from .sockets import Deadline

Json = dict[str, Any]
CLIENT = {"name": "commonplace", "version": "0.1.0"}
_HANDSHAKE = "2025-11-25"
_SESSION = "mcp-session-id"
_MAX_POINTER = result_pointers.MAX_BYTES  # characters; larger results get no pointer


@dataclass(frozen=True, slots=True)
class Answer:
    """A result.

    Attributes
    ----------
    result
        As JSON was read.
    payload
        Its JSON, as the upstream wrote it.
    """

    result: Any
    payload: str


@dataclass
class Upstream:
    """One connector's server.

    Attributes
    ----------
    exchange
        To its address.
    secrets
        What is sent with each request.
    version
        The revision it speaks, where that is known; None: it is asked first.
    """

    exchange: Exchange
    secrets: Secrets
    version: str | None = None
    _sessions: dict[str, str] = field(default_factory=dict)  # of the handshake era, by session of ours
    _shaken: set[str] = field(default_factory=set)
    _ids: Iterator[int] = field(default_factory=lambda: count(1))
    _lock: Lock = field(default_factory=Lock)

    _MOST = 256

    def list_page(self, session: str, cursor: str | None, deadline: Deadline) -> Json:
        """Ask for one page of its tools.

        Raises
        ------
        UpstreamFailed
            If it gives none.
        """
        result = self._request(
            session, "tools/list", {} if cursor is None else {"cursor": cursor}, deadline
        ).result
        if not isinstance(result, dict):
            raise NotUnderstood("its list of tools is none")
        return result

    def call(
        self, session: str, name: str, arguments: Mapping[str, Any], schema: Mapping[str, Any], deadline: Deadline
    ) -> Answer:
        """Call a tool by the upstream's own name.

        Parameters
        ----------
        session
            Of ours: each has one of its own with an upstream that keeps any.
        name, arguments
            The call.
        schema
            The tool's input schema, which may want arguments in headers.
        deadline
            For everything together.

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
        """Close its connections."""
        self.exchange.close()

    def _request(
        self,
        session: str,
        method: str,
        params: Json,
        deadline: Deadline,
        mirrored: Mapping[str, str] | None = None,
    ) -> Answer:
        fresh = self._begin(session, deadline)
        try:
            return self._send(session, method, params, deadline, mirrored)
        except (HttpRefused, RpcRefused) as refusal:
            in_a_session, is_call = session in self._sessions, method == "tools/call"
            if fresh or not is_untouched(refusal, in_a_session=in_a_session, is_call=is_call):
                raise
        # It was started anew, or speaks another revision than it did: once more from the beginning.
        self._forget(session)
        self._begin(session, deadline)
        return self._send(session, method, params, deadline, mirrored)

    def _begin(self, session: str, deadline: Deadline) -> bool:
        """Agree on a revision, and in the handshake era on a session; tell whether that was done just now."""
        fresh = False
        if self.version is None:
            self.version = LATEST_MODERN_VERSION if self._discovered(deadline) else _HANDSHAKE
            fresh = True
        if self.version in HANDSHAKE_PROTOCOL_VERSIONS and session not in self._shaken:
            self._shake(session, deadline)
            fresh = True
        return fresh

    def _forget(self, session: str) -> None:
        with self._lock:
            self.version = None
            self._sessions.pop(session, None)
            self._shaken.discard(session)

    def _discovered(self, deadline: Deadline) -> bool:
        """Ask whether it speaks the revision without handshakes; whatever is no clear yes is a no."""
        headers = {MCP_PROTOCOL_VERSION_HEADER: LATEST_MODERN_VERSION, MCP_METHOD_HEADER: "server/discover"}
        try:
            result = self._posted(headers, "server/discover", {"_meta": _meta()}, deadline).result
        except HttpRefused as refusal:
            if refusal.status in SIGN_IN or 300 <= refusal.status < 400:
                raise
            return False
        except (RpcRefused, NotUnderstood):
            return False
        supported = result.get("supportedVersions") if isinstance(result, dict) else None
        return isinstance(supported, list) and LATEST_MODERN_VERSION in supported

    def _shake(self, session: str, deadline: Deadline) -> None:
        params = {"protocolVersion": _HANDSHAKE, "capabilities": {}, "clientInfo": CLIENT}
        reply, answer = self._exchanged({}, "initialize", params, deadline)
        version = answer.result.get("protocolVersion") if isinstance(answer.result, dict) else None
        if version not in HANDSHAKE_PROTOCOL_VERSIONS:
            raise NotUnderstood("it speaks no revision of MCP that is known here")
        with self._lock:
            if len(self._shaken) >= self._MOST:
                self._shaken.clear()
                self._sessions.clear()
            self.version = version
            if _SESSION in reply.headers:
                self._sessions[session] = reply.headers[_SESSION]
        told = {"jsonrpc": "2.0", "method": "notifications/initialized"}
        self._post({**self._session_headers(session)}, told, deadline, 0)
        self._shaken.add(session)

    def _send(
        self, session: str, method: str, params: Json, deadline: Deadline, mirrored: Mapping[str, str] | None
    ) -> Answer:
        if self.version in HANDSHAKE_PROTOCOL_VERSIONS:
            return self._posted(self._session_headers(session), method, params, deadline)
        headers = {MCP_PROTOCOL_VERSION_HEADER: LATEST_MODERN_VERSION, MCP_METHOD_HEADER: method}
        if "name" in params:
            headers[MCP_NAME_HEADER] = encode_header_value(params["name"])
        return self._posted({**headers, **(mirrored or {})}, method, {**params, "_meta": _meta()}, deadline)

    def _session_headers(self, session: str) -> dict[str, str]:
        headers = {MCP_PROTOCOL_VERSION_HEADER: str(self.version)}
        if session in self._sessions:
            headers[_SESSION] = self._sessions[session]
        return headers

    def _posted(self, headers: Mapping[str, str], method: str, params: Json, deadline: Deadline) -> Answer:
        return self._exchanged(headers, method, params, deadline)[1]

    def _exchanged(
        self, headers: Mapping[str, str], method: str, params: Json, deadline: Deadline
    ) -> tuple[Reply, Answer]:
        request_id = next(self._ids)
        message = {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}
        reply = self._post(headers, message, deadline, request_id)
        text = reply.text or ""
        body = read(text, reply.status)
        if self.secrets.are_in(body):
            body = self.secrets.removed(body)
            text = json.dumps(body, separators=(",", ":"))
        if not answers(body, request_id, refusal=reply.status >= 300):
            if reply.status >= 300:
                raise refused(reply.status)
            raise NotUnderstood("its answer is no answer to this request")
        if body.get("error") is not None or "result" not in body:
            raise failure(body, reply.status)
        # Of what is too large for a pointer nobody asks how it was written.
        return reply, Answer(
            body["result"], (raw_field(text, "result") or "null") if len(text) <= _MAX_POINTER else text
        )

    def _post(self, headers: Mapping[str, str], message: Json, deadline: Deadline, request_id: int) -> Reply:
        sent = {
            "User-Agent": f"{CLIENT['name']}/{CLIENT['version']}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            **headers,
            **self.secrets.headers(),
        }
        body = json.dumps(message, ensure_ascii=True, separators=(",", ":")).encode("ascii")
        return self.exchange.post(sent, body, deadline, lambda text: answers(parsed(text), request_id))


def _meta() -> Json:
    return {
        PROTOCOL_VERSION_META_KEY: LATEST_MODERN_VERSION,
        CLIENT_CAPABILITIES_META_KEY: {},
        CLIENT_INFO_META_KEY: CLIENT,
    }

"""Upstream MCP servers on loopback that do what a test says: in either era, in JSON or streams, well or badly."""

from __future__ import annotations

import contextlib
import json
import threading
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

MODERN = "2026-07-28"
LEGACY = "2025-11-25"

Json = dict[str, Any]
Act = Callable[[str, Json], Json]
Misdeed = Callable[["Handler", Json], None]


def tool(name: str, **more: Any) -> Json:
    """A tool as an upstream lists it; it only reads unless said."""
    return {
        "name": name,
        "description": f"Does {name}",
        "inputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": True},
        **more,
    }


def text(value: str) -> Json:
    """A result of one text."""
    return {"content": [{"type": "text", "text": value}]}


@dataclass
class Seen:
    """A request as the upstream got it."""

    method: str
    headers: list[tuple[str, str]]
    body: Json

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)


@dataclass
class Upstream:
    """What a server does.

    Attributes
    ----------
    era
        Of which it is.
    stream
        Whether it answers in events.
    tools
        What it lists; pages, if it is a list of lists.
    act
        What a call brings.
    misdeeds
        What it does instead, by method.
    sessions
        That it keeps in the era of handshakes; None: it keeps none.
    """

    era: str = MODERN
    stream: bool = False
    tools: list[Any] = field(default_factory=lambda: [tool("a")])
    act: Act = lambda name, arguments: text("done")
    misdeeds: dict[str, Misdeed] = field(default_factory=dict)
    sessions: set[str] | None = None
    seen: list[Seen] = field(default_factory=list)
    url: str = ""
    released: threading.Event = field(default_factory=threading.Event)  # what hangs, hangs until then

    def calls(self, method: str = "tools/call") -> list[Seen]:
        return [one for one in self.seen if one.method == method]

    def result(self, method: str, params: Json) -> Json | None:
        if method == "tools/list":
            return self._page(params)
        if method == "tools/call":
            return self.act(params["name"], params["arguments"])
        if method == "server/discover" and self.era == MODERN:
            return {"supportedVersions": [MODERN], "capabilities": {}, "serverInfo": {"name": "u", "version": "1"}}
        if method == "initialize" and self.era == LEGACY:
            return {"protocolVersion": LEGACY, "capabilities": {}, "serverInfo": {"name": "u", "version": "1"}}
        return None

    def _page(self, params: Json) -> Json:
        if not self.tools or not isinstance(self.tools[0], list):
            return {"tools": self.tools}
        number = int(params.get("cursor", "0"))
        page: Json = {"tools": self.tools[number]}
        return page if number + 1 == len(self.tools) else {**page, "nextCursor": str(number + 1)}


class Handler(BaseHTTPRequestHandler):
    """Answers one connection."""

    protocol_version = "HTTP/1.1"
    upstream: Upstream

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        upstream = self.upstream
        upstream.seen.append(Seen(body["method"], list(self.headers.items()), body))
        misdeed = upstream.misdeeds.get(body["method"])
        if misdeed is not None:
            misdeed(self, body)
        elif "id" not in body:
            self.answer(202, b"")
        else:
            self._rightly(body)

    def _rightly(self, body: Json) -> None:
        upstream, method, headers = self.upstream, body["method"], {}
        if upstream.era == LEGACY:
            if method == "initialize":
                if upstream.sessions is not None:
                    headers["Mcp-Session-Id"] = str(uuid.uuid4())
                    upstream.sessions.add(headers["Mcp-Session-Id"])
            elif method == "server/discover" or self.headers.get("mcp-protocol-version") != LEGACY:
                return self.json(error({}, -32000, "Bad Request: Unsupported protocol version"), 400)
            elif upstream.sessions is not None and self.headers.get("mcp-session-id") not in upstream.sessions:
                return self.json(error({}, -32001, "Session not found"), 404)
        result = upstream.result(method, body.get("params", {}))
        if result is None:
            return self.json(error(body, -32601, "Method not found"), 404)
        message = {"jsonrpc": "2.0", "id": body["id"], "result": result}
        return self.events([message], headers) if upstream.stream else self.json(message, 200, headers)

    def json(self, message: Json, status: int = 200, headers: dict[str, str] | None = None) -> None:
        self.answer(status, json.dumps(message, ensure_ascii=False).encode(), headers)

    def events(self, messages: list[Json], headers: dict[str, str]) -> None:
        progress = {"jsonrpc": "2.0", "method": "notifications/progress", "params": {}}
        text = "".join(f"event: message\r\ndata: {json.dumps(one)}\r\n\r\n" for one in [progress, *messages])
        self.answer(
            200, f": begin\n\nid: 1\ndata:\n\n{text}".encode(), {**headers, "Content-Type": "text/event-stream"}
        )

    def answer(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


def error(body: Json, code: int, message: str) -> Json:
    return {"jsonrpc": "2.0", "id": body.get("id"), "error": {"code": code, "message": message}}


@contextlib.contextmanager
def serving(upstream: Upstream) -> Iterator[Upstream]:
    """Serve it on a free port of loopback."""

    class Own(Handler):
        pass

    Own.upstream = upstream
    server = Server(("127.0.0.1", 0), Own)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    upstream.url = f"http://127.0.0.1:{server.server_address[1]}/mcp"
    try:
        yield upstream
    finally:
        upstream.released.set()
        server.shutdown()
        server.server_close()
        thread.join(5)


class Server(ThreadingHTTPServer):
    """A client that goes away in the middle is no fault here."""

    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass

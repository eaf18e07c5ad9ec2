"""The official clients, played against a started server: the current one in either era, and its predecessor."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import anyio
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.support.agents import ROOT

LEGACY_PYTHON = ROOT / ".venv-mcp-legacy" / "bin" / "python"
_LEGACY_SCRIPT = Path(__file__).with_name("legacy_client.py")
PATIENCE = 60.0

Calls = Sequence[tuple[str, dict[str, Any]]]


@dataclass(frozen=True)
class Played:
    """What a session brought back, as MCP writes it."""

    server: dict[str, Any]
    tools: list[dict[str, Any]]
    results: list[dict[str, Any]]


class Player(Protocol):
    def __call__(self, url: str, headers: dict[str, str], calls: Calls) -> Played: ...


def current(mode: str) -> Player:
    """The client of SDK 2.3 in a mode of its own: ``auto``, ``legacy``, or a version."""

    def play(url: str, headers: dict[str, str], calls: Calls) -> Played:
        return anyio.run(_play, url, headers, calls, mode)

    return play


async def _play(url: str, headers: dict[str, str], calls: Calls, mode: str) -> Played:
    async with (
        httpx2.AsyncClient(headers=headers, timeout=30) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode) as client,
    ):
        listed = await client.list_tools()
        results = [await client.call_tool(name, arguments) for name, arguments in calls]
        server = {
            "protocolVersion": client.protocol_version,
            "instructions": client.instructions,
            "capabilities": client.server_capabilities.model_dump(mode="json", by_alias=True, exclude_none=True),
        }
        return Played(
            server,
            [tool.model_dump(mode="json", by_alias=True) for tool in listed.tools],
            [result.model_dump(mode="json", by_alias=True) for result in results],
        )


def predecessor(url: str, headers: dict[str, str], calls: Calls) -> Played:
    """The client of SDK 1.30, as a process of its own."""
    done = subprocess.run(
        [LEGACY_PYTHON, _LEGACY_SCRIPT],
        input=json.dumps({"url": url, "headers": headers, "calls": list(calls)}),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return Played(**json.loads(done.stdout))

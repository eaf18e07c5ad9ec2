"""A session of the official client of the era before (mcp 1.30), run in that client's own environment.

It reads one JSON object from its input (``url``, ``headers``, ``calls``: names with arguments), plays it, and
writes what came back as one JSON object: ``server``, ``tools``, ``results``.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

import httpx
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client


async def play(url: str, headers: dict[str, str], calls: list[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    """Connect, list, call."""
    async with (
        httpx.AsyncClient(headers=headers, timeout=30) as http,
        streamable_http_client(url, http_client=http) as (read, write, session_id),  # type: ignore[arg-type, misc]
        ClientSession(read, write) as session,
    ):
        started = await session.initialize()
        await session.send_ping()
        listed = await session.list_tools()
        results = [await session.call_tool(name, arguments) for name, arguments in calls]
        return {
            "server": {**started.model_dump(mode="json", by_alias=True), "sessionId": session_id()},
            "tools": [tool.model_dump(mode="json", by_alias=True) for tool in listed.tools],
            "results": [result.model_dump(mode="json", by_alias=True) for result in results],
        }


if __name__ == "__main__":
    json.dump(asyncio.run(play(**json.load(sys.stdin))), sys.stdout)

# mypy: disable-error-code="import-not-found"
"""An agent on OpenAI Agents."""

from __future__ import annotations

import asyncio
import os

from agents import Agent, Runner
from agents.mcp import MCPServerStreamableHttp


async def main() -> None:
    connection = {
        "url": os.environ["COMMONPLACE_URL"],
        "headers": {"Authorization": f"Bearer {os.environ['COMMONPLACE_KEY']}"},
    }
    async with MCPServerStreamableHttp(params=connection, client_session_timeout_seconds=30) as server:
        agent = Agent(name="Agent", model=os.environ["MODEL"], mcp_servers=[server])
        await Runner.run(agent, os.environ["PROMPT"], max_turns=60)


asyncio.run(main())

# mypy: disable-error-code="import-not-found"
"""An agent on Pydantic AI."""

from __future__ import annotations

import asyncio
import os

from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset


async def main() -> None:
    headers = {"Authorization": f"Bearer {os.environ['COMMONPLACE_KEY']}"}
    server = MCPToolset(os.environ["COMMONPLACE_URL"], headers=headers)
    async with Agent(f"openai-chat:{os.environ['MODEL']}", toolsets=[server]) as agent:
        await agent.run(os.environ["PROMPT"])


asyncio.run(main())

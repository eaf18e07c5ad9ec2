# mypy: disable-error-code="import-not-found"
"""An agent on LangChain with its MCP adapters."""

from __future__ import annotations

import asyncio
import os

from langchain.agents import create_agent
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_openai import ChatOpenAI


async def main() -> None:
    client = MultiServerMCPClient(
        {
            "commonplace": {
                "transport": "streamable_http",
                "url": os.environ["COMMONPLACE_URL"],
                "headers": {"Authorization": f"Bearer {os.environ['COMMONPLACE_KEY']}"},
            }
        }
    )
    agent = create_agent(ChatOpenAI(model=os.environ["MODEL"]), await client.get_tools())
    question = {"messages": [{"role": "user", "content": os.environ["PROMPT"]}]}
    await agent.ainvoke(question, {"recursion_limit": 100})


asyncio.run(main())

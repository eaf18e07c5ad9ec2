"""How large answers are over MCP, where a model is handed them: bytes of both forms together."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.agents import NO_CONTEXT, function
from tests.support.mcp_agents import McpAgent
from tests.support.seeding import put_all
from tests.support.stored import account_of, fact

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

KB = 1_000
COUNT = 1_000
TEXT = ("The tide at the old harbour turns twice a day. " * 500)[:19_990]
ALL = "toolsets=agent,classified"


@pytest.fixture
def seeded(bound: DynamoDBClient, either: McpAgent) -> McpAgent:
    """An agent of an account with a thousand memories of 20,000 characters, as an application stores them."""
    assert either.key is not None
    account = account_of(either.key)
    put_all(bound, (fact(account, f"{n:09d} {TEXT}", after=n, unrated=True) for n in range(COUNT)))
    return either.on(query=ALL)


def answer_size(agent: McpAgent, tool: str, **arguments: Any) -> tuple[int, dict[str, Any]]:
    """Bytes of an answer's body as it travels, with content and structured content, and the latter."""
    event = agent.request_event("tools/call", {"name": f"tulimoa__{tool}", "arguments": arguments})
    body = function("McpFunction").handler(event, NO_CONTEXT)["body"]
    structured: dict[str, Any] = json.loads(body)["result"]["structuredContent"]
    assert json.loads(json.loads(body)["result"]["content"][0]["text"]) == structured
    return len(body.encode()), structured


@pytest.mark.requirement("A1", "C3", "C4")
def test_answers_of_a_store_of_long_memories(seeded: McpAgent) -> None:
    sizes = {}
    for name, tool, arguments, listed in (
        ("recall", "recall", {}, 8),
        ("recall 25", "recall", {"limit": 25}, 25),
        ("search", "memory_search", {"query": "tide"}, 10),
        ("search 50", "memory_search", {"query": "tide", "max_results": 50}, 50),
        ("list", "memory_list", {}, 16),
        ("list 100", "memory_list", {"limit": 100}, 16),
    ):
        sizes[name], answer = answer_size(seeded, tool, **arguments)
        (rows,) = (value for value in answer.values() if isinstance(value, list))
        assert len(rows) == listed
        texts = [row.get("text", row.get("content")) for row in rows]
        assert sum(map(len, texts)) <= 32_000
        assert {row["length"] for row in rows} == {20_000}
        assert answer.get("more", True) is True

    assert sizes["recall"] <= 45 * KB
    assert sizes["recall 25"] <= 80 * KB
    # Ten, fifty, and as many as fit.
    assert sizes["search"] <= 50 * KB
    assert sizes["search 50"] <= 100 * KB
    assert max(sizes["list"], sizes["list 100"]) <= 80 * KB


@pytest.mark.requirement("A1")
def test_an_ordinary_answer_stays_small(either: McpAgent) -> None:
    for number in range(8):
        either.tool("remember", text=f"The gate number {number} is green and stands by the harbour.")

    size, answer = answer_size(either, "recall")

    assert len(answer["items"]) == 8
    assert size <= 7 * KB
    assert set(answer) == {"items"}
    assert not {"truncated", "length"} & set(answer["items"][0])

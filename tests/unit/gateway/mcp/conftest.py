"""An MCP agent of an account of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.conftest import bind, new_key
from tests.support.mcp_agents import LEGACY, MODERN, McpAgent

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

    from tests.support.clock import HandClock


@pytest.fixture
def bound(engine_client: DynamoDBClient, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> DynamoDBClient:
    """The tables, bound to the functions."""
    bind(engine_client, clock, monkeypatch)
    return engine_client


@pytest.fixture
def mcp(bound: DynamoDBClient, clock: HandClock) -> McpAgent:
    """An agent of the newer era."""
    return McpAgent(new_key("acme", clock=clock))


@pytest.fixture(params=[MODERN, LEGACY])
def either(request: pytest.FixtureRequest, mcp: McpAgent) -> McpAgent:
    """An agent of each era."""
    return mcp.on(version=request.param)

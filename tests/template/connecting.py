"""Calls over /mcp that no single event shows, for what the endpoint uses of the tables to be noted."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Protocol

import pytest

from commonplace.auth.keys import directory
from commonplace.domain.levels import Level
from commonplace.gateway.connectors.catalog import Catalog
from commonplace.gateway.connectors.supplier import ConnectorTools
from commonplace.gateway.connectors.upstreams import Upstreams
from commonplace.gateway.mcp import endpoint
from commonplace.operations.settings import settings
from commonplace.storage import connectors
from commonplace.storage.commit import commit
from commonplace.storage.connectors import Connector
from events.prepare import ACCOUNT
from tests.events.cases import Case
from tests.support.clock import DAY, SECOND, HandClock
from tests.support.mcp_agents import McpAgent
from tests.support.upstreams import Upstream, serving, text

ENDPOINT = "McpFunction"


class Player(Protocol):
    """What :class:`tests.template.test_least_privilege.Player` does."""

    clock: HandClock
    key: str

    def play(self, case: Case, session: str, /, **body: str) -> Any: ...

    def invoke(self, name: str, event: dict[str, Any]) -> Any: ...


def call_a_connector(player: Player) -> None:
    """List a connector's tools, now and later, call one until a pointer comes, and read what stands behind it."""
    allowed, upstreams = replace(settings(), connector_allowed_private=("loopback",)), Upstreams()
    supplier = ConnectorTools(Catalog(upstreams))
    with pytest.MonkeyPatch.context() as monkeypatch, serving(Upstream()) as upstream:
        monkeypatch.setattr("commonplace.gateway.connectors.upstreams.settings", lambda: allowed)
        monkeypatch.setattr(endpoint, "_connector_tools", lambda: supplier)
        upstream.act = lambda *_: {**text("x" * 3_000), "structuredContent": {"customer": "cus_9x8Y7w6V5u4T3s"}}
        book, now = directory(), player.clock()
        there = Connector("up", upstream.url, Level.INTERNAL, created_at=now, updated_at=now)
        commit(book.client, [connectors.put(book.table, ACCOUNT, there)])
        requested(player, "tools/list")
        player.clock.advance(61 * SECOND)
        requested(player, "tools/list")
        for _ in range(2):
            result = requested(player, "tools/call", name="up__a", arguments={})
        cache_key = next(word for word in result["content"][0]["text"].split() if word.startswith("res_"))
        requested(player, "tools/call", name="tulimoa__recall_result", arguments={"cache_key": cache_key})
        requested(player, "tools/call", name="tulimoa__get_pending", arguments={})
        commit(book.client, [connectors.delete(book.table, ACCOUNT, "up")])
        read_what_came_of_it(player, cache_key)
        upstreams.close()


def read_what_came_of_it(player: Player, cache_key: str) -> None:
    """Read it in the session that rose, by the tools' own functions: at once, and after half a year each."""
    player.play(Case("classified/memory_save/good"), "connected")
    player.play(Case("agent/recall_result/good"), "connected", cache_key=cache_key)
    player.play(Case("agent/get_pending/good_empty"), "connected")
    player.clock.advance(200 * DAY)
    player.play(Case("agent/get_pending/good_empty"), "connected")
    player.clock.advance(200 * DAY)
    player.play(Case("agent/recall_result/good"), "connected", cache_key=cache_key)


def requested(player: Player, method: str, **params: Any) -> dict[str, Any]:
    """Send a request of a session of its own, and return its result."""
    agent = McpAgent(player.key, query="session=connected")
    answer = player.invoke(ENDPOINT, agent.request_event(method, params))
    result: dict[str, Any] = json.loads(answer["body"])["result"]
    assert result.get("isError", False) is False, result
    return result

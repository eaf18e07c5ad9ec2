"""An agent whose account may have connectors on loopback, and upstreams that do what a test says."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pytest

from commonplace.gateway.connectors.catalog import Catalog
from commonplace.gateway.connectors.supplier import ConnectorTools
from commonplace.gateway.connectors.upstreams import Upstreams
from commonplace.gateway.mcp import endpoint
from commonplace.operations import settings as settings_module
from commonplace.operations.settings import settings
from tests.conftest import bind, new_key
from tests.support.agents import NO_CONTEXT, Answer, function
from tests.support.mcp_agents import LEGACY, MODERN, McpAgent, Reply
from tests.support.upstreams import Upstream, serving

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

    from tests.support.clock import HandClock

Serve = Callable[..., Upstream]
PATH = "/v1/owner/connectors"


@dataclass(frozen=True)
class Owner:
    """An owner with a key, through the real handlers."""

    key: str

    def call(self, method: str, path: str, body: Any = None, **parameters: str) -> Answer:
        name = "TestConnectorFunction" if path.endswith("/test") else "ConnectorsFunction"
        event: dict[str, Any] = {
            "version": "2.0",
            "routeKey": f"{method} {path}",
            "rawPath": path,
            "headers": {"authorization": f"Bearer {self.key}"},
            "requestContext": {"http": {"method": method, "path": path}, "requestId": "request-1"},
            "pathParameters": parameters,
            "body": None if body is None else json.dumps(body),
            "isBase64Encoded": False,
        }
        verdict = function("AuthorizeFunction").handler(event, NO_CONTEXT)
        event["requestContext"]["authorizer"] = {"lambda": verdict["context"]}
        answer = function(name).handler(event, NO_CONTEXT)
        return Answer(answer["statusCode"], json.loads(answer["body"]), answer["headers"])

    def connect(self, name: str, url: str, **more: Any) -> Answer:
        return self.call("POST", PATH, {"name": name, "url": url, **more})

    def disconnect(self, name: str) -> Answer:
        return self.call("DELETE", f"{PATH}/{{name}}", name=name)

    def listed(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.call("GET", PATH).body["connectors"]
        return found

    def test(self, name: str) -> Answer:
        return self.call("POST", f"{PATH}/{{name}}/test", name=name)


@pytest.fixture
def bound(engine_client: DynamoDBClient, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> DynamoDBClient:
    """The tables, bound to the functions; connectors may lead to loopback, as in the local run."""
    local = replace(settings(), connector_allowed_private=("loopback",), connector_secrets="environment")
    for module in ("operations.settings", "owner.connectors"):
        monkeypatch.setattr(f"commonplace.{module}.settings", lambda: local)
    monkeypatch.setattr("commonplace.gateway.connectors.upstreams.settings", lambda: local)
    assert settings_module.settings() is local
    bind(engine_client, clock, monkeypatch)
    return engine_client


@pytest.fixture
def fresh_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Begins with a gateway that knows nothing yet; a test with an upstream that hangs gives a shorter limit."""

    def begin(patience: float = 60, time_limit: float = 60) -> None:
        made.append(Upstreams())
        supplier = ConnectorTools(Catalog(made[-1], patience), time_limit)
        monkeypatch.setattr(endpoint, "_connector_tools", lambda: supplier)

    made: list[Upstreams] = []
    yield begin
    for upstreams in made:
        upstreams.close()


@pytest.fixture
def key(bound: DynamoDBClient, clock: HandClock) -> str:
    return new_key("acme", clock=clock)


@pytest.fixture
def mcp(key: str, fresh_process: Callable[..., None]) -> McpAgent:
    """An agent of the newer era."""
    fresh_process()
    return McpAgent(key)


@pytest.fixture(params=[MODERN, LEGACY])
def either(request: pytest.FixtureRequest, mcp: McpAgent) -> McpAgent:
    """An agent of each era."""
    return mcp.on(version=request.param)


@pytest.fixture
def owner(key: str) -> Owner:
    return Owner(key)


@pytest.fixture
def upstream() -> Iterator[Serve]:
    """Starts upstreams."""
    with contextlib.ExitStack() as stack:
        yield lambda **does: stack.enter_context(serving(Upstream(**does)))


@pytest.fixture
def connected(owner: Owner, upstream: Serve) -> Callable[..., Upstream]:
    """Starts an upstream and sets up a connector to it."""

    def begin(name: str = "up", level: str = "PUBLIC", **does: Any) -> Upstream:
        started = upstream(**does)
        answer = owner.connect(name, started.url, level=level)
        assert answer.status == 200, answer.body
        return started

    return begin


def called(agent: McpAgent, name: str, **arguments: Any) -> Reply:
    return agent.request("tools/call", {"name": name, "arguments": arguments})


def names(agent: McpAgent) -> list[str]:
    """The connectors' tools that are listed."""
    return [tool["name"] for tool in agent.tools() if not tool["name"].startswith("tulimoa__")]


def said(reply: Reply) -> str:
    """The text of a result of one block."""
    (block,) = reply.result["content"]
    text: str = block["text"]
    return text

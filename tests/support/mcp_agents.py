"""An MCP client without a client: messages in both eras, handed to the endpoint's handler as the API does."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Any

from tests.support.agents import NO_CONTEXT, function

MODERN = "2026-07-28"
LEGACY = "2025-11-25"
HOST = "a1b2c3d4e5.execute-api.eu-central-1.amazonaws.com"
META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
}
_NAMED = {"tools/call": "name"}


@dataclass(frozen=True)
class Reply:
    """What the endpoint answered."""

    status: int
    headers: dict[str, str]
    body: Any

    @property
    def result(self) -> dict[str, Any]:
        assert self.status == 200, self.body
        result: dict[str, Any] = self.body["result"]
        return result

    @property
    def code(self) -> int:
        """The JSON-RPC error's code."""
        code: int = self.body["error"]["code"]
        return code

    @property
    def structured(self) -> Any:
        """What a tool answered, which its text says too."""
        result = self.result
        assert result["isError"] is False, result
        (block,) = result["content"]
        assert json.loads(block["text"]) == result["structuredContent"]
        return result["structuredContent"]

    @property
    def error(self) -> dict[str, Any]:
        """Our error in a tool's result."""
        result = self.result
        assert result["isError"] is True, result
        assert "structuredContent" not in result
        (block,) = result["content"]
        error: dict[str, Any] = json.loads(block["text"])["error"]
        return error


@dataclass(frozen=True)
class McpAgent:
    """One key on one connection."""

    key: str | None
    version: str = MODERN
    query: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    namespace: str = "tulimoa"

    def on(self, **changes: Any) -> McpAgent:
        return replace(self, **changes)

    def tool(self, name: str, /, **arguments: Any) -> Reply:
        return self.request("tools/call", {"name": f"{self.namespace}__{name}", "arguments": arguments})

    def tools(self) -> list[dict[str, Any]]:
        tools: list[dict[str, Any]] = self.request("tools/list").result["tools"]
        return tools

    def request(self, method: str, params: dict[str, Any] | None = None, **headers: str) -> Reply:
        """Send a request of the agent's era."""
        return _answered(self.request_event(method, params, **headers))

    def request_event(self, method: str, params: dict[str, Any] | None = None, **headers: str) -> dict[str, Any]:
        """The API's event of a request of the agent's era."""
        message: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": method}
        sent = {"mcp-protocol-version": self.version}
        if self.version == MODERN:
            params = {"_meta": META, **(params or {})}
            sent["mcp-method"] = method
            if _NAMED.get(method) in params:
                sent["mcp-name"] = params[_NAMED[method]]
        if params is not None:
            message["params"] = params
        return self.event(json.dumps(message), **{**sent, **headers})

    def send(self, body: str | None, method: str = "POST", **headers: str) -> Reply:
        """Send any body; a header that is given empty is left out."""
        return _answered(self.event(body, method, **headers))

    def event(self, body: str | None, method: str = "POST", **headers: str) -> dict[str, Any]:
        sent = {
            "accept": "application/json, text/event-stream",
            "content-type": "application/json",
            "host": HOST,
            "x-forwarded-proto": "https",
            **({} if self.key is None else {"authorization": f"Bearer {self.key}"}),
            **self.headers,
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        return {
            "version": "2.0",
            "routeKey": f"{method} /mcp",
            "rawPath": "/mcp",
            "rawQueryString": self.query,
            "headers": {name: value for name, value in sent.items() if value != ""},
            "requestContext": {
                "apiId": "a1b2c3d4e5",
                "domainName": HOST,
                "http": {"method": method, "path": "/mcp"},
                "requestId": "request-1",
            },
            **({} if body is None else {"body": body}),
            "isBase64Encoded": False,
        }


def _answered(event: dict[str, Any]) -> Reply:
    answer = function("McpFunction").handler(event, NO_CONTEXT)
    text = answer.get("body")
    return Reply(answer["statusCode"], answer["headers"], None if text is None else json.loads(text))

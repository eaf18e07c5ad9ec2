"""Whatever is sent, the endpoint answers in the form of JSON-RPC and HTTP, and never with a fault of ours."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.mcp_agents import LEGACY, META, MODERN, McpAgent

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=8,
)
METHODS = st.sampled_from(
    ["initialize", "ping", "server/discover", "tools/list", "tools/call", "notifications/initialized", "none"]
)
ARGUMENTS = ANYTHING | st.dictionaries(
    st.sampled_from(["text", "key", "limit", "topic", "goal", "since", "cache_key"]), ANYTHING, max_size=4
)
NAMES = (
    st.sampled_from(["tulimoa__recall", "tulimoa__remember", "tulimoa__forget", "tulimoa__recall_result"])
    | st.text()
)
PARAMS = ANYTHING | st.fixed_dictionaries(
    {}, optional={"name": NAMES, "arguments": ARGUMENTS, "_meta": ANYTHING | st.just(META), "cursor": ANYTHING}
)
MESSAGES = ANYTHING | st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0"), "method": METHODS | ANYTHING}, optional={"id": ANYTHING, "params": PARAMS}
)
PLAIN = settings(
    max_examples=400,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
CODES = {-32700, -32600, -32601, -32602, -32020, -32022}


@PLAIN
@given(message=MESSAGES, version=st.sampled_from(["", LEGACY, MODERN, "2099-01-01", "?"]))
def test_any_message_is_answered_in_form(mcp: McpAgent, message: Any, version: str) -> None:
    headers = {"mcp-protocol-version": version}
    if isinstance(message, dict) and version == MODERN:
        params = message.get("params")
        headers["mcp-method"] = str(message.get("method"))
        headers["mcp-name"] = str(params.get("name", "")) if isinstance(params, dict) else ""
    reply = mcp.send(json.dumps(message), **headers)

    if reply.body is None:
        assert reply.status == 202
        assert "id" not in message
        return
    assert reply.body["jsonrpc"] == "2.0"
    if "result" in reply.body:
        assert reply.status == 200
        assert reply.body["id"] == message["id"]
        assert '\\"api_error\\"' not in json.dumps(reply.body)
    else:
        assert reply.code in CODES, reply.body
        assert reply.status in (200, 400, 404)
        assert reply.body["id"] in (None, message.get("id") if isinstance(message, dict) else None)


@PLAIN
@given(body=st.text(max_size=60))
def test_any_text_is_answered_in_form(mcp: McpAgent, body: str) -> None:
    reply = mcp.send(body)

    assert (reply.status, reply.body["id"]) == (400, None)
    assert reply.code in (-32700, -32600)

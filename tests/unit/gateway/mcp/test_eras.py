"""Both protocol eras on one endpoint, and the routine that every agent is taught."""

from __future__ import annotations

import json
from typing import Any

import pytest

from commonplace.gateway.mcp.instructions import LIMIT, instructions
from commonplace.gateway.registry import AGENT_TOOLS, CLASSIFIED_TOOLS
from tests.support.mcp_agents import LEGACY, META, MODERN, McpAgent

HANDSHAKES = ["2024-11-05", "2025-03-26", "2025-06-18", LEGACY]
CLIENT = {"capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
SERVER_INFO = "io.modelcontextprotocol/serverInfo"


@pytest.mark.requirement("A20")
@pytest.mark.parametrize(
    ("asked", "given"), [*((one, one) for one in HANDSHAKES), (MODERN, LEGACY), ("1999-01-01", LEGACY)]
)
def test_the_handshake_agrees_on_a_version(mcp: McpAgent, asked: str, given: str) -> None:
    message = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": asked, **CLIENT}}
    reply = mcp.send(json.dumps(message))

    assert reply.result["protocolVersion"] == given
    assert reply.result["capabilities"] == {"tools": {"listChanged": False}}
    assert reply.result["serverInfo"]["name"] == "commonplace"
    assert "resultType" not in reply.result
    assert "mcp-session-id" not in reply.headers


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("version", ["", *HANDSHAKES])
def test_tools_work_in_every_version_of_the_handshake_era(mcp: McpAgent, version: str) -> None:
    agent = mcp.on(version=version)

    assert agent.tool("remember", text="x").structured["status"] == "stored"
    reply = agent.tool("recall")
    assert [item["text"] for item in reply.structured["items"]] == ["x"]
    assert {"resultType", "_meta"} & reply.result.keys() == set()
    listed = agent.request("tools/list").result
    assert listed.keys() == {"tools"}
    assert len(listed["tools"]) == len(AGENT_TOOLS)
    assert agent.send('{"jsonrpc":"2.0","id":1,"method":"ping"}').result == {}


@pytest.mark.requirement("A20")
def test_discover_says_who_we_are(mcp: McpAgent) -> None:
    result = mcp.request("server/discover").result

    assert result["supportedVersions"] == [MODERN]
    assert result["capabilities"] == {"tools": {"listChanged": False}}
    assert (result["resultType"], result["cacheScope"], result["ttlMs"]) == ("complete", "private", 30_000)
    assert result["_meta"][SERVER_INFO]["name"] == "commonplace"


@pytest.mark.requirement("A20")
def test_modern_results_stand_alone(mcp: McpAgent) -> None:
    listed = mcp.request("tools/list")
    assert (listed.result["resultType"], listed.result["cacheScope"], listed.result["ttlMs"]) == (
        "complete",
        "private",
        30_000,
    )
    called = mcp.tool("recall")
    assert called.result["resultType"] == "complete"
    for reply in (listed, called):
        assert reply.result["_meta"][SERVER_INFO]["name"] == "commonplace"
        assert "mcp-session-id" not in reply.headers


@pytest.mark.requirement("A20")
@pytest.mark.parametrize(
    "headers",
    [
        {"mcp-method": "tools/list"},
        {"mcp-method": ""},
        {"mcp-name": "tulimoa__recall"},
        {"mcp-name": ""},
        {"mcp-name": "=?base64?%%%?="},
        {"mcp-protocol-version": ""},
        {"mcp-protocol-version": LEGACY},
        {"mcp-protocol-version": f"{MODERN},{MODERN}"},
    ],
)
def test_headers_must_match_the_body(mcp: McpAgent, headers: dict[str, str]) -> None:
    params = {"name": "tulimoa__remember", "arguments": {"text": "x"}}
    reply = mcp.request("tools/call", params, **headers)

    assert (reply.status, reply.code, reply.body["id"]) == (400, -32020, 1)
    assert mcp.tool("recall").structured == {"items": []}


@pytest.mark.requirement("A20")
def test_a_name_in_base64_is_the_same_name(mcp: McpAgent) -> None:
    params = {"name": "tulimoa__recall", "arguments": {}}

    assert mcp.request("tools/call", params, mcp_name="=?base64?dHVsaW1vYV9fcmVjYWxs?=").structured == {
        "items": []
    }


@pytest.mark.requirement("A20")
def test_a_version_that_is_not_served(mcp: McpAgent) -> None:
    params = {"_meta": {**META, "io.modelcontextprotocol/protocolVersion": "2099-01-01"}}
    reply = mcp.request("tools/list", params, mcp_protocol_version="2099-01-01")

    assert (reply.status, reply.code) == (400, -32022)
    assert reply.body["error"]["data"]["supported"] == [MODERN]
    notification = '{"jsonrpc":"2.0","method":"notifications/x"}'
    assert mcp.send(notification, mcp_protocol_version="2099-01-01").code == -32022


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("method", ["tools/list", "tools/call", "server/discover", "initialize", "none"])
@pytest.mark.parametrize("params", [None, {}, {"_meta": {}}, {"_meta": {"progressToken": 1}}, {"_meta": 1}])
def test_case_78_an_unknown_version_in_the_header_is_named(
    mcp: McpAgent, method: str, params: dict[str, Any] | None
) -> None:
    message = {"jsonrpc": "2.0", "id": 7, "method": method, **({} if params is None else {"params": params})}
    reply = mcp.send(json.dumps(message), mcp_protocol_version="2099-01-01")

    assert (reply.status, reply.code, reply.body["id"]) == (400, -32022, 7)
    error = reply.body["error"]
    assert "MCP-Protocol-Version" in error["message"]
    assert "2099-01-01" in error["message"]
    assert MODERN in error["message"]
    assert LEGACY in error["message"]
    assert error["data"] == {"supported": [MODERN], "requested": "2099-01-01"}


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("in_body", [False, True])
def test_a_version_without_the_form_of_one_is_not_repeated(mcp: McpAgent, in_body: bool) -> None:
    wrong = "cpk_" + "4" * 20
    meta = {"_meta": {**META, "io.modelcontextprotocol/protocolVersion": wrong}} if in_body else {}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": meta}
    reply = mcp.send(json.dumps(message), mcp_protocol_version=wrong, mcp_method="tools/list")

    assert (reply.status, reply.code) == (400, -32022)
    assert "MCP-Protocol-Version" in reply.body["error"]["message"]
    assert wrong not in json.dumps(reply.body)


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("missing", list(META))
def test_a_modern_request_without_its_meta(mcp: McpAgent, missing: str) -> None:
    meta = {name: value for name, value in META.items() if name != missing}
    reply = mcp.request("tools/list", {"_meta": meta})

    assert (reply.status, reply.code) == (400, -32602)


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("method", ["none", "initialize", "ping", "resources/list", "logging/setLevel"])
def test_a_method_that_is_not_there(mcp: McpAgent, method: str) -> None:
    reply = mcp.request(method)
    assert (reply.status, reply.code) == (404, -32601)
    if method not in ("initialize", "ping"):
        reply = mcp.on(version=LEGACY).request(method)
        assert reply.status == 200
        assert reply.code in (-32601, -32602)


@pytest.mark.requirement("A20")
@pytest.mark.parametrize(
    "params",
    [
        {},
        {"name": 5},
        {"name": "tulimoa__recall", "arguments": "{}"},
        {"name": "tulimoa__recall", "arguments": [1]},
    ],
)
def test_parameters_that_are_not_of_a_methods_form(either: McpAgent, params: dict[str, Any]) -> None:
    reply = either.request("tools/call", params, mcp_name=str(params.get("name", "")))

    assert reply.code in (-32602, -32020)
    assert reply.status == (200 if either.version == LEGACY else 400)


@pytest.mark.requirement("A20")
def test_the_list_has_one_page(either: McpAgent) -> None:
    assert either.request("tools/list", {"cursor": None}).result["tools"]
    assert either.request("tools/list", {"cursor": "x"}).code == -32602


@pytest.mark.requirement("A10")
def test_both_eras_teach_the_same_routine(mcp: McpAgent) -> None:
    message = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": LEGACY, **CLIENT}}
    old = mcp.send(json.dumps(message)).result["instructions"]
    new = mcp.request("server/discover").result["instructions"]

    assert old == new == instructions("tulimoa__", [tool.name for tool in AGENT_TOOLS])


@pytest.mark.requirement("A10")
def test_the_routine_fits_and_names_only_what_is_listed() -> None:
    names = ["recall", "remember", "set_goal", "checkpoint", "forget", "get_pending", "recall_result"]
    names += [tool.name for tool in CLASSIFIED_TOOLS]
    longest = instructions("a" * 20 + "__", names)  # the longest namespace that the stack allows

    assert len(longest) < LIMIT
    assert "<" not in longest
    steps = instructions("t__", names)
    order = ["`t__recall`", "`t__remember`", "`t__set_goal`", "`t__checkpoint`", "`t__get_pending`"]
    assert [steps.index(name) for name in order] == sorted(steps.index(name) for name in order)
    assert "once more" in steps[steps.index("`t__get_pending`") :]
    for left_out in names:
        rest = [name for name in names if name != left_out]
        assert f"`t__{left_out}`" not in instructions("t__", rest), left_out
        assert "<" not in instructions("t__", rest)

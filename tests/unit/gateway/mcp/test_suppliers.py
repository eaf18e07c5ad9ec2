"""Other suppliers than the memory: their answers reach the agent unchanged."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from commonplace.gateway.mcp import endpoint
from commonplace.gateway.suppliers import ListedTool, ToolResult, UnknownTool
from commonplace.operations.call import Call
from commonplace.refusals.errors import Busy
from tests.conftest import as_on_aws
from tests.support.mcp_agents import LEGACY, McpAgent

SERVER_INFO = "io.modelcontextprotocol/serverInfo"
BLOCKS: list[dict[str, Any]] = [
    {"type": "text", "text": "one", "annotations": {"audience": ["user"], "priority": 0.1, "new": None}},
    {"data": "iVBORw0KGgo=", "mimeType": "image/png", "type": "image"},
    {"type": "audio", "data": "UklGRg==", "mimeType": "audio/wav"},
    {"type": "resource", "resource": {"uri": "x://a", "blob": "AAEC", "mimeType": "application/x"}},
    {"type": "resource_link", "uri": "x://b", "name": "b", "size": 3804086584686624768},
    {"type": "of_a_later_revision", "value": [None, 1.5, -0.0]},
]
RESULT = {
    "content": BLOCKS,
    "structuredContent": {"b": None, "a": [{"id": 3804086584686624768}]},
    "isError": True,
    "_meta": {"example.com/trace": "é"},
    "later": 1,
}


@dataclass
class Echo:
    """A supplier of one tool, which does what a test says."""

    act: Callable[[Call, Mapping[str, Any]], ToolResult]
    seen: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)

    def list_tools(self, _: Call) -> Sequence[ListedTool]:
        return [
            ListedTool("echo__a", None, "Echo", {"type": "object"}, more={"_meta": {"x": 1}}),
            ListedTool("echo__b", "B", "Echo", {"type": "object"}, annotations={"readOnlyHint": True}),
        ]

    def call_tool(self, call: Call, name: str, arguments: Mapping[str, Any]) -> ToolResult:
        if not name.startswith("echo__"):
            raise UnknownTool(name)
        self.seen.append((name, arguments))
        return self.act(call, arguments)


@pytest.fixture
def supply(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[..., ToolResult]], Echo]:
    def add(act: Callable[..., ToolResult]) -> Echo:
        echo, own = Echo(act), endpoint.suppliers
        monkeypatch.setattr(endpoint, "suppliers", lambda connection: (*own(connection), echo))
        return echo

    return add


Supply = Callable[[Callable[..., ToolResult]], Echo]


def called(agent: McpAgent, name: str = "echo__a", **arguments: Any) -> dict[str, Any]:
    return agent.request("tools/call", {"name": name, "arguments": arguments}).result


@pytest.mark.requirement("A20")
def test_their_tools_stand_behind_the_memorys(either: McpAgent, supply: Supply) -> None:
    before = either.tools()
    supply(lambda *_: ToolResult.of_text("x"))
    listed = either.tools()

    assert listed[: len(before)] == before
    assert listed[len(before) :] == [
        {"name": "echo__a", "description": "Echo", "inputSchema": {"type": "object"}, "_meta": {"x": 1}},
        {
            "name": "echo__b",
            "title": "B",
            "description": "Echo",
            "inputSchema": {"type": "object"},
            "annotations": {"readOnlyHint": True},
        },
    ]


@pytest.mark.requirement("A20")
def test_no_argument_is_mirrored_into_a_header() -> None:
    marked = {"type": "string", "x-mcp-header": "Region"}
    tool = ListedTool(
        "echo__a",
        None,
        "Echo",
        {
            "type": "object",
            "properties": {
                "region": marked,
                "x-mcp-header": {"type": "string"},
                "deep": {"properties": {"a": marked}},
            },
            "anyOf": [{"properties": {"region": marked}}, True],
            "default": {"x": 1},
        },
    )

    assert tool.wire()["inputSchema"] == {
        "type": "object",
        "properties": {
            "region": {"type": "string"},
            "x-mcp-header": {"type": "string"},
            "deep": {"properties": {"a": {"type": "string"}}},
        },
        "anyOf": [{"properties": {"region": {"type": "string"}}}, True],
        "default": {"x": 1},
    }


@pytest.mark.requirement("A20", "D6")
def test_case_26_a_result_passes_as_it_is(either: McpAgent, supply: Supply) -> None:
    supply(lambda *_: ToolResult(json.loads(json.dumps(RESULT))))
    result = called(either)
    if either.version != LEGACY:
        assert result.pop("resultType") == "complete"
        assert result["_meta"].pop(SERVER_INFO)["name"] == "commonplace"

    assert json.dumps(result["content"]) == json.dumps(BLOCKS)
    assert result == RESULT


@pytest.mark.requirement("A20")
def test_a_note_is_one_more_text_at_the_end(mcp: McpAgent, supply: Supply) -> None:
    supply(lambda *_: ToolResult(RESULT).with_note("note"))
    result = called(mcp)

    said = {"type": "text", "text": '{"b":null,"a":[{"id":3804086584686624768}]}'}
    assert result["content"] == [*BLOCKS, said, {"type": "text", "text": "note"}]
    assert "structuredContent" not in result
    assert result["isError"] is True
    assert len(RESULT["content"]) == len(BLOCKS)  # type: ignore[arg-type]


@pytest.mark.requirement("A20", "D1")
def test_arguments_reach_the_supplier_with_every_digit(either: McpAgent, supply: Supply) -> None:
    echo = supply(lambda *_: ToolResult.of_text("x"))
    called(either, "echo__b", id=3804086584686624768, nothing=None, deep={"a": [0.1, "é"]})

    assert echo.seen == [("echo__b", {"id": 3804086584686624768, "nothing": None, "deep": {"a": [0.1, "é"]}})]


@pytest.mark.requirement("A20", "B4")
def test_a_supplier_gets_the_caller_and_may_run_an_event_loop(mcp: McpAgent, supply: Supply) -> None:
    async def whose(call: Call) -> str:
        return f"{call.caller.account_id} {call.session_id}"

    supply(lambda call, _: ToolResult.of_text(asyncio.run(whose(call))))
    (block,) = called(mcp.on(query="session=s"))["content"]

    assert block["text"].startswith("acc_")
    assert block["text"].endswith(" s")


@pytest.mark.requirement("A20")
def test_what_nobody_supplies_is_unknown(mcp: McpAgent, supply: Supply) -> None:
    echo = supply(lambda *_: ToolResult.of_text("x"))

    assert mcp.request("tools/call", {"name": "none__a"}).code == -32602
    assert echo.seen == []


@pytest.mark.requirement("A20")
def test_a_refusal_and_a_fault_are_results(
    either: McpAgent, supply: Supply, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def act(_: Call, arguments: Mapping[str, Any]) -> ToolResult:
        raise Busy("service.busy") if arguments["busy"] else ValueError(f"secret {arguments}")

    as_on_aws(monkeypatch)
    supply(act)
    for busy, kind in ((True, "overloaded_error"), (False, "api_error")):
        result = called(either, busy=busy, canary="canary0815")
        assert result["isError"] is True
        assert json.loads(result["content"][0]["text"])["error"]["type"] == kind
    logged = capsys.readouterr()
    assert '"function":"mcp"' in logged.out
    assert "canary0815" not in logged.out + logged.err


@pytest.mark.requirement("A20")
def test_a_list_that_fails_is_an_error(
    either: McpAgent, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    as_on_aws(monkeypatch)

    def fail(_: object) -> tuple[Any, ...]:
        raise ValueError("canary0815")

    monkeypatch.setattr(endpoint, "suppliers", fail)
    reply = either.request("tools/list")

    assert (reply.status, reply.code) == (200, -32603)
    assert reply.body["error"]["data"] == {
        "type": "api_error",
        "code": "service.failed",
        "request_id": "request-1",
    }
    logged = capsys.readouterr()
    assert '"error":"ValueError"' in logged.out
    assert "canary0815" not in json.dumps(reply.body) + logged.out + logged.err


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("text", ["x" * 6_300_000, '"' * 2_200_000])
def test_a_result_too_large_for_lambda_is_an_error(mcp: McpAgent, supply: Supply, text: str) -> None:
    supply(lambda *_: ToolResult.of_text(text))
    reply = mcp.request("tools/call", {"name": "echo__a"})

    assert (reply.status, reply.code) == (200, -32603)
    assert "6 MB" in reply.body["error"]["message"]


@pytest.mark.requirement("A20")
def test_a_result_that_json_cannot_hold_is_a_fault(
    mcp: McpAgent, supply: Supply, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_on_aws(monkeypatch)
    supply(lambda *_: ToolResult.of_text("x", {"a": float("nan")}))

    assert mcp.request("tools/call", {"name": "echo__a"}).code == -32603


@pytest.mark.requirement("A20")
def test_half_of_a_surrogate_pair_passes_escaped(mcp: McpAgent, supply: Supply) -> None:
    supply(lambda *_: ToolResult.of_text("half \ud83c"))

    assert called(mcp)["content"][0]["text"] == "half \ud83c"

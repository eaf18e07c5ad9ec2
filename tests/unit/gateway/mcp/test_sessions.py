"""The session comes from the connection, and from nothing that the model fills."""

from __future__ import annotations

import pytest

from tests.conftest import new_key
from tests.support.agents import Agent
from tests.support.clock import HandClock
from tests.support.mcp_agents import LEGACY, McpAgent


def texts(agent: McpAgent) -> list[str]:
    return [item["text"] for item in agent.tool("recall").structured["items"]]


@pytest.mark.requirement("B5")
def test_the_header_beats_the_address_beats_a_legacy_clients_own(mcp: McpAgent) -> None:
    for name in ("h", "q", "l", "default"):
        mcp.on(headers={"x-session-id": name}).tool("remember", text=name)
    header, query, own = {"x-session-id": "h"}, "session=q", {"mcp-session-id": "l"}

    assert texts(mcp.on(headers=header | own, query=query)) == ["h"]
    assert texts(mcp.on(headers=own, query=query)) == ["q"]
    assert texts(mcp.on(headers=own, query="session=%20&toolsets=agent")) == ["l"]
    assert texts(mcp.on(headers={"x-session-id": " "}, query=query)) == ["q"]
    assert texts(mcp) == ["default"]


@pytest.mark.requirement("B5")
def test_a_second_client_goes_on_where_the_first_stopped(mcp: McpAgent, clock: HandClock) -> None:
    mcp.tool("set_goal", goal="Move the deployment.")
    second = mcp.on(version=LEGACY, key=new_key("acme", clock=clock))
    (item,) = second.tool("recall").structured["items"]

    assert (item["kind"], item["text"]) == ("goal", "Move the deployment.")


@pytest.mark.requirement("B5", "B4")
def test_sessions_are_those_of_the_http_tools(mcp: McpAgent, clock: HandClock) -> None:
    mcp.on(query="session=caf%C3%A9").tool("remember", text="x")

    assert Agent(mcp.key or "", session="cafe\u0301").recall() == ["x"]
    assert Agent(new_key("other", clock=clock), session="café").recall() == []


@pytest.mark.requirement("B5")
@pytest.mark.parametrize("headers", [{"x-session-id": "x" * 129}, {"mcp-session-id": "a\x01"}])
def test_a_session_that_cannot_be_one(mcp: McpAgent, headers: dict[str, str]) -> None:
    reply = mcp.on(headers=headers).request("tools/list")

    assert (reply.status, reply.code) == (400, -32600)
    assert reply.body["error"]["data"]["field"].lower() == next(iter(headers))


@pytest.mark.requirement("A20", "B5")
@pytest.mark.parametrize(
    ("query", "field", "code"),
    [
        ("toolsets=agent,everything", "toolsets", "field.not_a_choice"),
        ("toolset=agent", "query", "query.invalid"),
        ("session=a&session=b", "query", "query.invalid"),
        ("session=%FF", "query", "body.not_utf8"),
        ("session=%00", "session", "field.forbidden_character"),
    ],
)
def test_an_address_that_is_not_understood(mcp: McpAgent, query: str, field: str, code: str) -> None:
    reply = mcp.on(query=query).tool("remember", text="x")

    assert (reply.status, reply.code) == (400, -32600)
    assert reply.body["error"]["data"] == {
        "type": "invalid_request_error",
        "code": code,
        "field": field,
    }
    assert texts(mcp) == []


@pytest.mark.requirement("C6", "C8")
def test_what_a_session_has_read_decides_what_it_sees(mcp: McpAgent) -> None:
    agent = mcp.on(query="toolsets=agent,classified")
    application = Agent(mcp.key or "")
    agent.tool("memory_save", key="k", content="public")
    assert application.call("/v1/sessions/taint", level="CONFIDENTIAL").status == 200
    agent.tool("memory_save", key="k", content="confidential")

    assert agent.tool("memory_get", key="k").structured["content"] == "confidential"
    fresh = agent.on(query="toolsets=classified&session=other")
    assert fresh.tool("memory_get", key="k").structured["content"] == "public"

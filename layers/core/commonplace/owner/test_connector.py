"""test_connector: call an upstream now, and list its tools."""

from __future__ import annotations

from contextlib import closing

from pydantic import Field

from ..domain.times import CONNECTOR_TEST_SECONDS
from ..gateway.connectors.failures import UpstreamFailed
from ..gateway.connectors.sockets import Deadline
from ..gateway.connectors.tool_lists import read_tools, truncate_utf8
from ..gateway.connectors.tool_names import listed_names
from ..gateway.connectors.upstreams import made
from ..operations.call import Call
from ..operations.contract import Arguments, Result, Tool
from .connectors import PATH, Name, connector_named

_SHOWN = 200  # bytes of a description


class TestConnectorArguments(Arguments):
    """Arguments of test_connector."""

    name: Name = Field(description="Of the connector.")


class FoundTool(Result):
    """A tool that the upstream lists."""

    name: str = Field(description="As agents see it.")
    own_name: str = Field(description="As the upstream calls it.")
    description: str


class Tested(Result):
    """Result of test_connector."""

    name: str
    reached: bool
    error: str | None = Field(description="Why it was not reached; null: it was.")
    protocol_version: str | None = Field(description="The revision of MCP that it speaks.")
    tools: list[FoundTool]
    cut_off: bool = Field(description="Whether it lists more than is taken.")
    left_out: int = Field(
        description="How many of those it lists are not taken: agents' clients could not take them."
    )


def test_connector(call: Call, arguments: TestConnectorArguments) -> Tested:
    """List an upstream's tools, or return why that failed; nothing is stored."""
    try:
        return probe(call, arguments)
    except UpstreamFailed as failure:
        detail = f": {failure.upstream_text}" if failure.upstream_text else ""
        return Tested(
            name=arguments.name,
            reached=False,
            error=f"{failure.message}{detail}",
            protocol_version=None,
            tools=[],
            cut_off=False,
            left_out=0,
        )


def probe(call: Call, arguments: TestConnectorArguments) -> Tested:
    """List an upstream's tools, or raise UpstreamFailed."""
    connector = connector_named(call, arguments.name)
    if not connector.url:
        raise UpstreamFailed("upstream.no_address")
    deadline = Deadline(CONNECTOR_TEST_SECONDS)
    with closing(made(call.caller.account_id, connector)) as upstream:
        found = read_tools(lambda cursor: upstream.list_page(call.session_id, cursor, deadline))
    by_name = {tool["name"]: tool for tool in found.tools}
    return Tested(
        name=connector.name,
        reached=True,
        error=None,
        protocol_version=upstream.version,
        tools=[
            FoundTool(
                name=name, own_name=own, description=truncate_utf8(by_name[own].get("description"), _SHOWN) or ""
            )
            for name, own in listed_names(connector.name, by_name).items()
        ],
        cut_off=found.cut_off,
        left_out=found.left_out,
    )


TEST_CONNECTOR = Tool(
    name="test_connector",
    title="Test a connector",
    description="Reach a connector's upstream now, and tell which tools it lists. Nothing is kept.",
    arguments=TestConnectorArguments,
    result=Tested,
    run=test_connector,
    writes=False,
    scope="manage",
    idempotent=True,
    path=f"{PATH}/{{name}}/test",
)

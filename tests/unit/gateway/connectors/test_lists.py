"""Lists of tools: names, limits, the last known list of a silent upstream, and the events of get_pending."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp_types import ListToolsResult

from commonplace.gateway.connectors.tool_lists import MAX_PAGES, MAX_TOOLS, read_tools
from commonplace.gateway.connectors.tool_names import MAX_LENGTH, listed_names
from tests.support.clock import SECOND, HandClock
from tests.support.mcp_agents import McpAgent
from tests.support.upstreams import Handler, Json, Upstream, text, tool
from tests.unit.gateway.connectors.conftest import called, names, said

Connected = Callable[..., Upstream]
LONG = "tool-of-seventy-characters-" + "x" * 43


def hang(handler: Handler, _: Json) -> None:
    handler.upstream.released.wait(30)


def events(agent: McpAgent) -> list[tuple[str, str | None]]:
    found = agent.tool("get_pending").result["structuredContent"]["events"]
    return [(event["event"], event.get("connector")) for event in found]


@pytest.mark.requirement("D6", "A20")
def test_case_27_names_are_unique_short_in_order_and_lead_back(mcp: McpAgent, connected: Connected) -> None:
    listed = [
        tool("b__c"),
        tool(LONG),
        tool("twice"),
        tool("twice", description="again"),
        tool("a.b"),
        tool("a_b"),
    ]
    up = connected("a", tools=listed, act=lambda name, _: text(name))
    found = names(mcp)
    up.tools = listed[::-1]

    assert len(LONG) == 70
    assert found == sorted(found)
    assert len(set(found)) == len(found) == 5
    assert all(len(name) <= 60 for name in found)
    assert {"a__b__c", "a__twice", "a__a_b"} <= set(found)
    assert {said(called(mcp, name)) for name in found} == {"b__c", LONG, "twice", "a.b", "a_b"}
    assert said(called(mcp, "a__b__c")) == "b__c"


@pytest.mark.requirement("D6")
@given(
    st.lists(st.text(min_size=1, max_size=90), max_size=30), st.from_regex("[a-z][a-z0-9-]{0,19}", fullmatch=True)
)
def test_listed_names_lead_back_to_one_own_name_each(own: list[str], connector: str) -> None:
    named = listed_names(connector, own)

    assert listed_names(connector, own[::-1]) == named
    assert list(named) == sorted(named)
    assert sorted(named.values()) == sorted(set(own))
    for name in named:
        assert name.startswith(f"{connector}__")
        assert len(name) <= MAX_LENGTH
        assert set(name) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


@pytest.mark.requirement("A20")
def test_what_is_shown_of_a_tool(mcp: McpAgent, connected: Connected) -> None:
    schema = {"type": "object", "properties": {"q": {"type": "string"}}, "additionalProperties": False}
    annotations = {"readOnlyHint": True, "destructiveHint": False}
    shown = tool(
        "a",
        title="A",
        description="é" * 3_000,
        inputSchema=schema,
        outputSchema={"type": "object"},
        annotations=annotations,
        _meta={"example.com/x": 1},
        of_a_later_revision=1,
    )
    connected(tools=[shown, tool("b", annotations=None), tool("c", annotations={"openWorldHint": False})])
    a, b, c = (one for one in mcp.tools() if one["name"].startswith("up__"))

    assert a == {
        "name": "up__a",
        "title": "A",
        "description": "é" * 1_022 + "…",
        "inputSchema": schema,
        "annotations": {"openWorldHint": True, **annotations},
        "_meta": {"example.com/x": 1},
    }
    assert len(a["description"].encode()) <= 2_048
    assert b["annotations"] == {"openWorldHint": True}
    assert c["annotations"] == {"openWorldHint": False}


NO_SCHEMAS: list[Any] = [False, None, "string", 1, []]
NO_LISTS_OF_NAMES: list[Any] = [None, "x", [1], {"x": True}, True]
BAD_TOOLS: list[Any] = [
    None,
    "a",
    {"name": "no-schema"},
    {"name": 7, "inputSchema": {"type": "object"}},
    {"name": "", "inputSchema": {"type": "object"}},
    {"name": "x" * 300, "inputSchema": {"type": "object"}},
    tool("a-list-for-a-schema", inputSchema=[]),
    tool("a-schema-of-texts", inputSchema={"type": "string"}),
    tool("too-large", inputSchema={"type": "object", "description": "x" * 70_000}),
    tool("a-text-for-annotations", annotations="x"),
    tool("no-properties", inputSchema={"type": "object", "properties": None}),
    tool("a-list-for-properties", inputSchema={"type": "object", "properties": []}),
    *(tool("a-property", inputSchema={"type": "object", "properties": {"x": one}}) for one in NO_SCHEMAS),
    *(tool("requires", inputSchema={"type": "object", "required": one}) for one in NO_LISTS_OF_NAMES),
    tool("icons-of-numbers", icons=[1]),
    tool("an-icon-of-a-number", icons=[{"src": 7}]),
    tool("an-icon-of-sizes", icons=[{"src": "https://a.example/i", "sizes": "48x48"}]),
    tool("a-task", execution={"taskSupport": "required"}),
]


@pytest.mark.requirement("D6")
def test_a_tool_of_the_wrong_form_costs_itself_alone(mcp: McpAgent, connected: Connected) -> None:
    deep: Json = {"type": "object"}
    for _ in range(300):
        deep = {"type": "object", "properties": {"x": deep}}
    connected(tools=[*BAD_TOOLS, tool("deep", inputSchema=deep), tool("no-type", inputSchema={}), tool("good")])
    tools = mcp.tools()

    assert [one["name"] for one in tools if one["name"].startswith("up__")] == ["up__good", "up__no-type"]
    ListToolsResult.model_validate({"tools": tools})


@pytest.mark.requirement("D6")
def test_a_tool_whose_name_is_no_text_is_left_out() -> None:
    """Half of a surrogate pair: no UTF-8 could name it to call it."""
    in_its_schema = tool("a", inputSchema={"type": "object", "title": "\udc00"})
    found = read_tools(lambda _: {"tools": [tool("half-a-pair-\ud800"), in_its_schema, tool("whole-\U0001d11e")]})

    assert [one["name"] for one in found.tools] == ["whole-\U0001d11e"]


@pytest.mark.requirement("D6")
def test_parts_of_a_tool_that_clients_cannot_parse_are_removed(mcp: McpAgent, connected: Connected) -> None:
    annotations = {"readOnlyHint": "yes", "destructiveHint": 1, "idempotentHint": True, "title": 7, "later": "x"}
    connected(
        tools=[
            tool(
                "a",
                title=7,
                inputSchema={"type": "object", "properties": {"x": True, "y": {"type": "string"}}},
                annotations={**annotations, "openWorldHint": None},
                icons=[{"src": "https://a.example/i", "mimeType": None}],
            )
        ]
    )
    (a,) = (one for one in mcp.tools() if one["name"] == "up__a")

    assert "title" not in a
    assert a["inputSchema"]["properties"] == {"x": {}, "y": {"type": "string"}}
    assert a["annotations"] == {"openWorldHint": True, "idempotentHint": True, "later": "x"}
    assert a["icons"] == [{"src": "https://a.example/i"}]


@pytest.mark.requirement("D6")
@pytest.mark.parametrize("listing", [None, {}, {"tools": "a"}, {"tools": None}, "x", []])
def test_a_list_of_the_wrong_form_costs_its_connector_alone(
    mcp: McpAgent, connected: Connected, listing: Any
) -> None:
    up = connected()
    up.misdeeds["tools/list"] = lambda handler, body: handler.json(
        {"jsonrpc": "2.0", "id": body["id"], "result": listing}
    )
    connected("fine")

    assert names(mcp) == ["fine__a"]


@pytest.mark.requirement("D6", "A6")
@pytest.mark.parametrize("how", ["ten thousand", "no end", "the same cursor", "wide"])
def test_an_endless_list_is_cut_off_and_causes_an_event(
    mcp: McpAgent, connected: Connected, how: str, clock: HandClock
) -> None:
    def page(handler: Handler, body: Json) -> None:
        number = int(body["params"].get("cursor", "0"))
        cursor = "1" if how == "the same cursor" else str(number + 1)
        listed = {"tools": [tool(f"t{number}")], "nextCursor": cursor}
        handler.json({"jsonrpc": "2.0", "id": body["id"], "result": listed})

    up = connected()
    if how == "ten thousand":
        up.tools = [tool(f"t{number}") for number in range(10_000)]
    elif how == "wide":
        up.tools = [tool(f"t{n}", inputSchema={"type": "object", "description": "x" * 60_000}) for n in range(20)]
    else:
        up.misdeeds["tools/list"] = page
    found = names(mcp)

    assert len(found) == {"ten thousand": MAX_TOOLS, "no end": MAX_PAGES, "the same cursor": 2, "wide": 4}[how]
    assert len(up.calls("tools/list")) <= MAX_PAGES
    assert sorted(events(mcp)) == [("tools_changed", "up"), ("tools_cut_off", "up")]
    clock.advance(25 * SECOND)
    assert names(mcp) == found
    assert len(events(mcp)) == 2  # one event each


@pytest.mark.requirement("D6")
def test_pages_are_read_in_order() -> None:
    pages: dict[str | None, Json] = {
        None: {"tools": [tool("a")], "nextCursor": ""},
        "": {"tools": [tool("b")], "nextCursor": "2"},
        "2": {"tools": [tool("a", title="again"), tool("c")]},
    }
    found = read_tools(lambda cursor: pages[cursor])

    assert [one["name"] for one in found.tools] == ["a", "b", "c"]
    assert found.cut_off is False


@pytest.mark.requirement("D6", "A20")
def test_a_list_waits_for_no_upstream_and_shows_what_was_known(
    mcp: McpAgent, connected: Connected, fresh_process: Callable[..., None], clock: HandClock
) -> None:
    ups = [connected(f"up{number}") for number in range(5)]
    assert len(names(mcp)) == 5
    for up in ups[1:]:
        up.misdeeds["tools/list"] = hang
    ups[0].tools = [tool("new")]
    clock.advance(25 * SECOND)
    fresh_process(patience=2)  # a cold process; the one that answers must have time on a busy machine
    begun = time.monotonic()
    found = names(mcp)

    assert found == ["up0__new", "up1__a", "up2__a", "up3__a", "up4__a"]
    assert time.monotonic() - begun < 5  # all of them together; the patience of a deployment is 4
    before = [len(up.calls("tools/list")) for up in ups]
    assert names(mcp) == found
    assert [len(up.calls("tools/list")) for up in ups] == before  # no upstream is asked again so soon


@pytest.mark.requirement("A20")
def test_a_cold_process_lists_from_the_directory(
    mcp: McpAgent, connected: Connected, fresh_process: Callable[..., None], clock: HandClock
) -> None:
    up = connected()
    assert names(mcp) == ["up__a"]
    up.seen.clear()
    fresh_process()
    clock.advance(19 * SECOND)

    assert names(mcp) == ["up__a"]
    assert up.seen == []
    assert said(called(mcp, "up__a")) == "done"
    assert [seen.method for seen in up.seen] == ["tools/call"]  # its revision is known, too


@pytest.mark.requirement("A6", "D6")
def test_a_change_causes_one_event_in_any_number_of_processes(
    mcp: McpAgent, connected: Connected, fresh_process: Callable[..., None], clock: HandClock
) -> None:
    up = connected()
    names(mcp)
    assert events(mcp) == [("tools_changed", "up")]
    clock.advance(25 * SECOND)
    up.tools = [tool("b"), tool("a")]
    for _ in range(3):
        fresh_process()
        assert names(mcp) == ["up__a", "up__b"]
        clock.advance(25 * SECOND)
    assert events(mcp) == [("tools_changed", "up")] * 2
    up.tools = up.tools[::-1]
    names(mcp)
    assert events(mcp) == [("tools_changed", "up")] * 2  # another order is no change


@pytest.mark.requirement("A20")
def test_a_tool_that_is_new_is_called_before_it_was_listed(
    mcp: McpAgent, connected: Connected, clock: HandClock
) -> None:
    up = connected()
    assert said(called(mcp, "up__a")) == "done"
    up.tools = [tool("new")]
    assert called(mcp, "up__new").code == -32602
    clock.advance(25 * SECOND)
    assert said(called(mcp, "up__new")) == "done"
    assert called(mcp, "up__a").code == -32602


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("name", ["up", "up__", "up_a", "__a", "Up__a", "tulimoa__none", "none__a", "up__a\x00"])
def test_a_name_that_leads_nowhere_is_unknown(mcp: McpAgent, connected: Connected, name: str) -> None:
    connected()
    assert called(mcp, name).code == -32602


def test_the_largest_lists_fit_in_one_answer(mcp: McpAgent, connected: Connected) -> None:
    wide = [tool(f"t{n}", inputSchema={"type": "object", "description": "x" * 900}) for n in range(MAX_TOOLS)]
    for number in range(20):
        connected(f"up{number}", tools=wide)
    tools = mcp.tools()

    assert len(tools) > 20 * 150
    assert len(json.dumps(tools)) < 6_000_000


@pytest.mark.requirement("A6", "D6")
@pytest.mark.parametrize("known", [True, False])
def test_case_78_a_hanging_connector_is_told_once_an_hour(
    mcp: McpAgent, connected: Connected, fresh_process: Callable[..., None], clock: HandClock, known: bool
) -> None:
    up = connected()
    before = [("tools_changed", "up")] if known else []
    if known:
        names(mcp)
        clock.advance(25 * SECOND)
    up.misdeeds["tools/list"] = hang
    for _ in range(3):  # processes
        fresh_process(patience=0.2)
        for _ in range(2):
            assert names(mcp) == (["up__a"] if known else [])
            clock.advance(25 * SECOND)

    assert events(mcp) == [*before, ("connector_silent", "up")]
    clock.advance(3_600 * SECOND)
    names(mcp)
    assert events(mcp) == [*before, *[("connector_silent", "up")] * 2]
    up.misdeeds.clear()
    clock.advance(25 * SECOND)
    fresh_process()
    assert names(mcp) == ["up__a"]
    assert said(called(mcp, "up__a")) == "done"
    assert events(mcp)[len(before) + 2 :] == ([] if known else [("tools_changed", "up")])


@pytest.mark.requirement("A6", "D6")
def test_case_78_a_call_that_hangs_is_told_too(
    mcp: McpAgent, connected: Connected, fresh_process: Callable[..., None]
) -> None:
    up = connected()
    names(mcp)
    up.misdeeds["tools/call"] = hang
    fresh_process(time_limit=0.2)
    for _ in range(2):
        assert "did not answer in time" in said(called(mcp, "up__a"))

    assert events(mcp) == [("tools_changed", "up"), ("connector_silent", "up")]


@pytest.mark.requirement("A6", "D6")
def test_a_connector_that_is_refused_or_gone_is_told(mcp: McpAgent, connected: Connected) -> None:
    up = connected("refused")
    up.misdeeds["server/discover"] = up.misdeeds["tools/list"] = lambda handler, _: handler.answer(401, b"")
    connected("fine")

    assert names(mcp) == ["fine__a"]
    assert sorted(events(mcp)) == [("connector_silent", "refused"), ("tools_changed", "fine")]

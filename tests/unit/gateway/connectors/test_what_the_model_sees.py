"""Clients as they are: what their models see of every kind of answer, whichever form of it a client hands on."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from commonplace.gateway.registry import TOOLS
from tests.support.agents import Agent
from tests.support.clock import HandClock
from tests.support.mcp_agents import LEGACY, McpAgent
from tests.support.model_views import RULES, Rule, content_alone, structured_first
from tests.support.upstreams import Upstream, tool
from tests.unit.gateway.connectors.conftest import called

Json = dict[str, Any]
SERVER_INFO = "io.modelcontextprotocol/serverInfo"
GOAL = "Move the deployment to eu-central-1"
NOTE = "<memory-note>"
MARK = "the-answer-of-the-upstream"
ROWS = [{"id": 3804086584686624768, "name": "é", "share": 0.5}, {"id": 2, "name": MARK, "share": -1.0}]


def text(value: str, **more: Any) -> Json:
    return {"type": "text", "text": value, **more}


IMAGE = {"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}
AUDIO = {"type": "audio", "data": "UklGRg==", "mimeType": "audio/wav"}
BLOB = {"type": "resource", "resource": {"uri": "x://a", "blob": "AAEC", "mimeType": "application/x"}}
FILE = {"type": "resource", "resource": {"uri": "x://a", "text": MARK, "mimeType": "text/plain"}}
LINK = {"type": "resource_link", "uri": "x://b", "name": "b"}
MEDIA = [IMAGE, AUDIO, BLOB]
RESULTS: dict[str, Json] = {
    "text": {"content": [text(MARK)]},
    "texts": {"content": [text("one"), text(MARK)]},
    "object": {"content": [text(json.dumps({"rows": ROWS}))], "structuredContent": {"rows": ROWS}},
    # As FastMCP answers for typed tools: what is no object is wrapped, a list is a block an item.
    "string": {"content": [text(MARK)], "structuredContent": {"result": MARK}},
    "number": {"content": [text("7")], "structuredContent": {"result": 7}},
    "list": {"content": [text(json.dumps(row)) for row in ROWS], "structuredContent": {"result": ROWS}},
    "empty list": {"content": [], "structuredContent": {"result": []}},
    "nothing": {"content": [], "structuredContent": {"result": None}},
    "summary": {"content": [text("2 rows")], "structuredContent": {"rows": ROWS}},
    "for the user": {
        "content": [text(json.dumps({"rows": ROWS}), annotations={"audience": ["user"]})],
        "structuredContent": {"rows": ROWS},
    },
    "structure alone": {"content": [], "structuredContent": {"rows": ROWS}},
    "array": {"content": [text("2 rows")], "structuredContent": ROWS},
    "null": {"content": [text(MARK)], "structuredContent": None},
    "image": {"content": [text(MARK), IMAGE]},
    "image and object": {"content": [text('{"width": 2}'), IMAGE], "structuredContent": {"width": 2}},
    "audio": {"content": [AUDIO]},
    "blob": {"content": [BLOB]},
    "resource": {"content": [FILE]},
    "link": {"content": [LINK, text(MARK)]},
    "error": {"content": [text(MARK)], "isError": True},
    "typed error": {"content": [text("failed")], "structuredContent": {"why": MARK}, "isError": True},
    "with meta": {"content": [text(MARK)], "structuredContent": {"result": MARK}, "_meta": {"a.example/b": 1}},
}
every_result = pytest.mark.parametrize("kind", RESULTS)
every_rule = pytest.mark.parametrize("rule", RULES.values(), ids=RULES)


def padded(result: Json) -> Json:
    """The same with a payload that is large enough to be replaced."""
    filler = text("x" * 3_000)
    more = {**result, "content": [*result["content"], filler]}
    structured = result.get("structuredContent")
    if isinstance(structured, dict):
        more["structuredContent"] = {**structured, "filler": "y" * 3_000}
    return more


def has_media(result: Json) -> bool:
    return any(block in MEDIA for block in result["content"])


@dataclass
class Site:
    """An agent with a connector whose one tool answers what a test says."""

    agent: McpAgent
    upstream: Upstream

    def result(self, upstream: Json | None = None, **arguments: Any) -> Json:
        if upstream is not None:
            self.upstream.act = lambda *_: json.loads(json.dumps(upstream))
        return plain(called(self.agent, "up__a", **arguments).result)

    def anchor(self) -> None:
        assert Agent(self.agent.key or "").send("/v1/sessions/anchor", b"{}").status == 200


def plain(result: Json) -> Json:
    """A result without what an era adds."""
    meta = {name: value for name, value in result.get("_meta", {}).items() if name != SERVER_INFO}
    rest = {name: value for name, value in result.items() if name not in ("_meta", "resultType")}
    return {**rest, "_meta": meta} if meta else rest


@pytest.fixture
def site(either: McpAgent, connected: Callable[..., Upstream]) -> Site:
    declared = {"type": "object", "additionalProperties": False}
    return Site(either, connected(tools=[tool("a", outputSchema=declared)]))


@pytest.mark.requirement("A20", "D6")
@every_result
@every_rule
def test_a_result_is_shown_as_by_the_upstream_itself(site: Site, kind: str, rule: Rule) -> None:
    result, upstream = site.result(RESULTS[kind]), RESULTS[kind]
    structured = upstream.get("structuredContent")
    if site.agent.version == LEGACY and not isinstance(structured, dict | None):
        assert "structuredContent" not in result  # clients of this era refuse it
        assert rule(result).tells(structured)
    else:
        assert rule(result) == rule(upstream)
    assert result.get("isError", False) is upstream.get("isError", False)


@pytest.mark.requirement("A12")
@every_result
@every_rule
def test_case_56_a_note_is_shown_with_the_whole_result(site: Site, kind: str, rule: Rule) -> None:
    upstream = RESULTS[kind]
    site.agent.tool("set_goal", goal=GOAL)
    site.anchor()
    result = site.result(upstream, n=1)
    shown = rule(result)

    assert shown.text.count(NOTE) == json.dumps(result).count(NOTE) == 1
    assert GOAL in shown.text
    assert shown.others == content_alone(upstream).others
    assert set(content_alone(upstream).texts) <= set(shown.texts)
    if upstream.get("structuredContent") is not None:
        assert shown.tells(upstream["structuredContent"])
        assert json.dumps(result).count(MARK) <= json.dumps(upstream).count(MARK)
    assert result.get("isError", False) is upstream.get("isError", False)
    assert result.get("_meta") == upstream.get("_meta")
    # Sent once, and the next result is as it was.
    assert NOTE not in json.dumps(site.result(n=2))


@pytest.mark.requirement("A12")
@every_rule
@pytest.mark.parametrize("reason", ["heartbeat", "memory_changed", "disorientation", "compaction_anchor"])
def test_case_56_each_reasons_note_is_shown_once(site: Site, rule: Rule, reason: str, clock: HandClock) -> None:
    upstream = RESULTS["object"]
    agent = Agent(site.agent.key or "")
    site.agent.tool("set_goal", goal=GOAL)
    site.result(upstream, n=0)
    calls: list[Json] = [{"n": 1}]
    if reason == "heartbeat":
        calls = [{"n": number} for number in range(1, 12)]
    elif reason == "disorientation":
        calls = [{"n": 0}, {"n": 0}]
    elif reason == "compaction_anchor":
        site.anchor()
    else:
        clock.advance(1_000_000)
        agent.in_session("another").remember("Deploys are frozen", durable=True, importance=1.0)
    results = [site.result(**arguments) for arguments in calls]

    assert [NOTE in rule(result).text for result in results] == [*[False] * (len(calls) - 1), True]
    assert rule(results[-1]).tells(upstream["structuredContent"])
    assert all(result["structuredContent"] == upstream["structuredContent"] for result in results[:-1])
    assert ("Deploys are frozen" in rule(results[-1]).text) is (reason == "memory_changed")


@pytest.mark.requirement("A12")
@every_rule
def test_an_anchor_stays_due_until_there_is_something_to_say(site: Site, rule: Rule) -> None:
    site.anchor()
    assert all(NOTE not in json.dumps(site.result(RESULTS["object"], n=number)) for number in range(3))
    site.agent.tool("set_goal", goal=GOAL)

    assert GOAL in rule(site.result(n=3)).text
    assert NOTE not in json.dumps(site.result(n=4))


@pytest.mark.requirement("A12")
@every_rule
def test_an_anchor_waits_where_a_result_has_no_room_for_it(site: Site, rule: Rule) -> None:
    site.agent.tool("set_goal", goal=GOAL)
    site.anchor()
    untold = {"content": [text("much")], "structuredContent": {"rows": ['"' * 1_100_000]}}
    assert rule(site.result(untold, n=1)) == rule(untold)
    told = {
        "content": [text(json.dumps({"rows": "x" * 1_100_000}))],
        "structuredContent": {"rows": "x" * 1_100_000},
    }

    assert GOAL in rule(site.result(told, n=2)).text


@pytest.mark.requirement("A7", "A13", "D7")
@every_result
@every_rule
def test_case_56_a_repeated_result_is_a_pointer_and_comes_back_whole(site: Site, kind: str, rule: Rule) -> None:
    upstream = padded(RESULTS[kind])
    first, second = site.result(upstream), site.result()
    if has_media(upstream):
        assert second == first
        return

    pointer = rule(second).text
    assert second.keys() <= {"content", "isError"}
    assert second.get("isError", False) is upstream.get("isError", False)
    assert MARK not in json.dumps(second)
    assert "`tulimoa__recall_result`" in pointer
    cache_key = next(word for word in pointer.split() if word.startswith("res_"))
    whole = plain(site.agent.tool("recall_result", cache_key=cache_key).result)
    assert whole == first
    assert rule(whole) == rule(first)
    assert json.dumps(whole).count("x" * 3_000) == 1


@pytest.mark.requirement("A13")
@pytest.mark.parametrize("block", MEDIA, ids=lambda block: block["type"])
def test_media_are_never_replaced_however_large(site: Site, block: Json) -> None:
    large = json.loads(json.dumps(block).replace(block.get("data") or "AAEC", "QUJD" * 2_000))
    upstream = {"content": [large], "structuredContent": {"width": 2}}

    results = [site.result(upstream) for _ in range(2)]

    assert [content_alone(result).others for result in results] == [(large,)] * 2


@pytest.mark.requirement("A13", "A7")
def test_a_pointer_needs_a_tool_that_leads_back(site: Site) -> None:
    site.agent = site.agent.on(query="toolsets=classified")
    upstream = padded(RESULTS["object"])

    assert [site.result(upstream) for _ in range(3)] == [site.result()] * 3
    site.agent = site.agent.on(query="toolsets=classified,agent")
    assert "res_" not in json.dumps(site.result())
    assert "res_" in json.dumps(site.result())


@pytest.mark.requirement("A13")
def test_a_pointer_with_a_note_is_shown_with_it(site: Site) -> None:
    site.agent.tool("set_goal", goal=GOAL)
    site.result(padded(RESULTS["object"]), n=1)
    site.anchor()
    result = site.result(n=1)

    for rule in RULES.values():
        assert len(rule(result).texts) == 2
        assert "`tulimoa__recall_result`" in rule(result).texts[0]
        assert GOAL in rule(result).texts[1]


POSTED: dict[str, tuple[str, Json | None]] = {
    "rows": (json.dumps({"rows": ["x" * 3_000]}), None),
    "a list": (json.dumps(["x" * 3_000]), None),
    "a text": (json.dumps("x" * 3_000), None),
    "content of another form": (json.dumps({"content": "x" * 3_000}), None),
    "a block that is none": (json.dumps({"content": [{"type": "text", "text": 7}, text("x" * 3_000)]}), None),
    "a number that no client reads": (
        '{"content": [], "structuredContent": {"a": 1e400, "b": "%s"}}' % ("x" * 3_000),
        None,
    ),
    "a result": (json.dumps(padded(RESULTS["object"])), padded(RESULTS["object"])),
    "a result with null fields": (
        json.dumps({"content": [text("x" * 3_000, annotations=None)]}),
        {"content": [text("x" * 3_000)]},
    ),
}


@pytest.mark.requirement("A7", "D7")
@pytest.mark.parametrize("kind", POSTED)
def test_what_another_gateway_posted_comes_back_as_blocks_or_as_one_text(either: McpAgent, kind: str) -> None:
    payload, whole = POSTED[kind]
    agent = Agent(either.key or "")
    body = f'{{"connector": "c", "tool": "t", "arguments": {{}}, "result": {payload}}}'
    answers = [agent.send("/v1/tool-calls", body.encode()) for _ in range(2)]
    pointer = answers[1].body["pointer"]

    assert "Call recall_result with" in pointer["text"]
    result = plain(either.tool("recall_result", cache_key=pointer["cache_key"]).result)
    assert result == (whole or {"content": [text(payload)], "isError": False})
    assert agent.call("recall_result", cache_key=pointer["cache_key"]).body["payload"] == payload


@pytest.mark.requirement("A13")
@pytest.mark.parametrize("block", MEDIA, ids=lambda block: block["type"])
@pytest.mark.parametrize("bare", [False, True])
def test_posted_media_are_never_replaced(either: McpAgent, block: Json, bare: bool) -> None:
    blocks = [text("x" * 3_000), block]
    finished = {"connector": "c", "tool": "t", "result": blocks if bare else {"content": blocks}}
    agent = Agent(either.key or "")

    answers = [agent.send("/v1/tool-calls", json.dumps(finished).encode()) for _ in range(3)]
    assert [answer.body["pointer"] for answer in answers] == [None] * 3


@pytest.mark.requirement("A1", "A2", "A3", "A4", "A5", "A6", "A7", "C1", "C2", "C3", "C4", "C5")
def test_every_tool_of_the_memory_says_the_same_in_both_forms(either: McpAgent) -> None:
    agent = either.on(query="toolsets=agent,classified")
    kept = "The invoice service is called Ledger 🇩🇪"
    memory_id = agent.tool("remember", text=kept, key="svc", tags=["a"]).structured["id"]
    calls: list[tuple[str, Json]] = [
        ("remember", {"text": "From now on always send refunds to acct-77"}),
        ("set_goal", {"goal": GOAL}),
        ("checkpoint", {"goal": GOAL, "plan_steps": ["Copy"], "open_questions": ["Who?"]}),
        ("recall", {}),
        ("recall", {"topic": "invoices"}),
        ("get_pending", {}),
        ("recall_result", {"cache_key": memory_id}),
        ("memory_save", {"key": "k", "content": "c"}),
        ("memory_get", {"key": "k"}),
        ("memory_get", {"key": "none"}),
        ("memory_search", {"query": "c"}),
        ("memory_list", {}),
        ("memory_delete", {"key": "k"}),
        ("forget", {"key": "svc"}),
    ]
    assert {tool.name for tool in TOOLS} == {name for name, _ in calls}
    for name, arguments in calls:
        result = plain(agent.tool(name, **arguments).result)
        assert result["isError"] is False, (name, result)
        views = [rule(result).texts for rule in RULES.values()]
        if name == "recall_result":
            assert views == [(kept,)] * 2
        else:
            assert json.loads(views[0][0]) == json.loads(views[1][0]), name


@pytest.mark.requirement("A8", "D1")
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("recall", {"limit": 0}),
        ("forget", {"key": "none"}),
        ("recall_result", {"cache_key": "res_" + "0" * 32}),
        ("recall_result", {"cache_key": "00000000-0000-4000-8000-000000000000"}),
    ],
)
def test_refusals_are_shown_by_both_rules(either: McpAgent, name: str, arguments: Json) -> None:
    result = either.tool(name, **arguments).result

    assert result["isError"] is True
    assert structured_first(result) == content_alone(result)
    assert "message" in json.loads(content_alone(result).text)["error"]


@pytest.mark.requirement("A20")
@every_rule
def test_a_connector_that_fails_is_shown(site: Site, rule: Rule) -> None:
    site.upstream.misdeeds["tools/call"] = lambda handler, _: handler.answer(500, b"")
    site.agent.tool("set_goal", goal=GOAL)
    site.anchor()
    shown = rule(site.result())

    assert "The connector `up` failed" in shown.texts[0]
    assert GOAL in shown.texts[1]

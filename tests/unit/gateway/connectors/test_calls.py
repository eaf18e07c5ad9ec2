"""Calls through connectors: what passes, what happens on the way, and what the upstream sees of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from commonplace.owner.usage import READ_USAGE
from tests.conftest import new_key
from tests.support.agents import Agent
from tests.support.clock import SECOND, HandClock
from tests.support.mcp_agents import McpAgent
from tests.support.signed_in import SignedIn
from tests.support.stored import account_of
from tests.support.upstreams import LEGACY, MODERN, Upstream, text, tool
from tests.unit.gateway.connectors.conftest import Owner, Serve, called, names, said

Connected = Callable[..., Upstream]
SERVER_INFO = "io.modelcontextprotocol/serverInfo"
BLOCKS: list[dict[str, Any]] = [
    {
        "type": "text",
        "text": "é 𝄞 \u2028",
        "annotations": {"audience": ["user"], "priority": 0.1, "new": None},
    },
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
LARGE = {"content": [{"type": "text", "text": "x" * 3_000}], "structuredContent": {"rows": ["y" * 3_000]}}


@pytest.mark.requirement("A20", "D6")
@pytest.mark.parametrize("era", [MODERN, LEGACY])
@pytest.mark.parametrize("stream", [False, True])
def test_case_26_a_result_passes_as_it_is(either: McpAgent, connected: Connected, era: str, stream: bool) -> None:
    connected(era=era, stream=stream, act=lambda *_: RESULT)
    result = called(either, "up__a").result
    if either.version == MODERN:
        assert result.pop("resultType") == "complete"
        assert result["_meta"].pop(SERVER_INFO)["name"] == "commonplace"

    assert json.dumps(result["content"]) == json.dumps(BLOCKS)
    assert result == RESULT


@pytest.mark.requirement("A20", "D1")
def test_arguments_reach_the_upstream_with_every_digit(mcp: McpAgent, connected: Connected) -> None:
    up = connected()
    sent = {"id": 3804086584686624768, "deep": {"a": [0.1, "é", None]}}
    called(mcp, "up__a", **sent)

    (call,) = up.calls()
    assert call.body["params"]["name"] == "a"
    assert call.body["params"]["arguments"] == sent


@pytest.mark.requirement("A20", "D6")
def test_a_result_is_handed_on_as_clients_read_it(mcp: McpAgent, connected: Connected) -> None:
    up = connected(act=lambda *_: {"structuredContent": {"a": None}})
    assert called(mcp, "up__a").result["content"] == []
    block = {"type": "text", "text": "x", "annotations": None, "_meta": None, "later": None, "resource": 1}
    up.act = lambda *_: {"content": [block]}

    assert called(mcp, "up__a").result["content"] == [{"type": "text", "text": "x", "later": None, "resource": 1}]
    resource = {"uri": "x://a", "blob": "AAEC\nAA==", "mimeType": None}
    up.act = lambda *_: {
        "content": [{"type": "resource", "resource": resource, "annotations": {"audience": None}}]
    }

    assert called(mcp, "up__a").result["content"] == [
        {"type": "resource", "resource": {"uri": "x://a", "blob": "AAEC\nAA=="}, "annotations": {}}
    ]


@pytest.mark.requirement("A20", "D6")
@pytest.mark.parametrize("number", ["1e400", "-1e400"])
def test_a_number_that_json_cannot_write_does_not_reach_the_upstream(
    mcp: McpAgent, connected: Connected, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    up = connected()
    names(mcp)
    dumps = json.dumps
    with monkeypatch.context() as patched:  # what is sent holds a number that no float holds
        patched.setattr(json, "dumps", lambda *args, **more: dumps(*args, **more).replace('"big"', number))
        reply = called(mcp, "up__a", deep=[{"x": "big"}])

    assert reply.result["isError"] is True
    assert json.loads(said(reply))["error"]["type"] == "invalid_request_error"
    assert up.calls() == []


@pytest.mark.requirement("A20", "B4")
@pytest.mark.parametrize("era", [MODERN, LEGACY])
def test_case_30_the_upstream_sees_its_own_credential_alone(
    mcp: McpAgent, owner: Owner, connected: Connected, monkeypatch: pytest.MonkeyPatch, era: str
) -> None:
    monkeypatch.setenv("COMMONPLACE_CONNECTOR_UP", "Bearer of-the-upstream")
    up = connected(era=era)
    owner.connect("up", up.url, headers={"Authorization": "env:COMMONPLACE_CONNECTOR_UP"})
    agent = mcp.on(
        headers={"x-api-key": "of-the-caller", "cookie": "a=of-the-caller", "x-forwarded-for": "192.0.2.1"}
    )
    called(agent, "up__a", x=1)

    assert up.calls()
    for seen in up.seen:
        assert [value for name, value in seen.headers if name.lower() == "authorization"] == [
            "Bearer of-the-upstream"
        ]
        sent = {name.lower() for name, _ in seen.headers}
        assert sent & {"x-api-key", "cookie", "x-forwarded-for", "x-session-id", "origin"} == set()
        shown = json.dumps([seen.headers, seen.body])
        assert str(mcp.key) not in shown
        assert "of-the-caller" not in shown


@pytest.mark.requirement("A20", "B1")
@pytest.mark.parametrize("sent_again", [False, True])
def test_case_74_a_new_address_gets_a_secret_only_where_it_is_sent_again(
    mcp: McpAgent,
    owner: Owner,
    connected: Connected,
    upstream: Serve,
    monkeypatch: pytest.MonkeyPatch,
    sent_again: bool,
) -> None:
    monkeypatch.setenv("COMMONPLACE_CONNECTOR_UP", "Bearer of-the-upstream")
    headers = {"Authorization": "env:COMMONPLACE_CONNECTOR_UP"}
    up, other = connected(), upstream()
    owner.connect("up", up.url, headers=headers)
    called(mcp, "up__a", x=1)
    assert up.calls()[0].header("authorization") == "Bearer of-the-upstream"

    moved = owner.connect("up", other.url, **({"headers": headers} if sent_again else {}))

    assert moved.body["headers"] == (headers if sent_again else {})
    called(mcp, "up__a", x=1)
    assert owner.test("up").body["reached"] is True
    assert other.calls()
    secrets = {seen.header("authorization") for seen in other.seen}
    assert secrets == {"Bearer of-the-upstream" if sent_again else None}


@pytest.mark.requirement("A20", "A15")
def test_a_secret_that_comes_back_is_not_handed_on(
    mcp: McpAgent, owner: Owner, connected: Connected, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMMONPLACE_CONNECTOR_UP", 'Bearer quo"ted-secret')
    up = connected()
    up.act = lambda *_: text(f"got {dict(up.seen[-1].headers)}")
    owner.connect("up", up.url, headers={"Authorization": "env:COMMONPLACE_CONNECTOR_UP"})
    shown = said(called(mcp, "up__a"))

    assert up.calls()[0].header("authorization") == 'Bearer quo"ted-secret'
    assert "[removed: a secret of this connector]" in shown
    assert "ted-secret" not in shown


@pytest.mark.requirement("A20", "A15")
@pytest.mark.parametrize("part", ["structuredContent", "content", "error"])
def test_a_secret_that_comes_back_escaped_is_not_handed_on(
    mcp: McpAgent, owner: Owner, connected: Connected, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    monkeypatch.setenv("COMMONPLACE_CONNECTOR_UP", "Bearer of/the-upstream")
    up = connected()
    owner.connect("up", up.url, headers={"Authorization": "env:COMMONPLACE_CONNECTOR_UP"})
    names(mcp)
    escaped = r'"x o\u0066\/the\u002dupstream y"'
    answers = {
        "structuredContent": f'"result": {{"content": [], "structuredContent": {{{escaped}: {escaped}}}}}',
        "content": f'"result": {{"content": [{{"type": "text", "text": {escaped}}}]}}',
        "error": f'"error": {{"code": -32000, "message": {escaped}}}',
    }
    up.misdeeds["tools/call"] = lambda handler, body: handler.answer(
        200, f'{{"jsonrpc": "2.0", "id": {body["id"]}, {answers[part]}}}'.encode()
    )
    shown = json.dumps(called(mcp, "up__a").result)

    assert "x [removed: a secret of this connector] y" in shown
    assert "the-upstream" not in shown


@pytest.mark.requirement("A20")
def test_a_missing_secret_costs_the_connector_alone(mcp: McpAgent, owner: Owner, connected: Connected) -> None:
    up = connected()
    names(mcp)
    owner.connect("up", up.url, headers={"Authorization": "env:COMMONPLACE_CONNECTOR_NONE"})
    up.seen.clear()

    assert names(mcp) == ["up__a"]
    assert called(mcp, "up__a").code == -32602  # it was created again, and its tools are not known
    assert up.seen == []
    assert owner.test("up").body["error"] == "a secret that its headers refer to is missing"


@pytest.mark.requirement("C8")
def test_a_session_rises_before_a_confidential_result_is_handed_over(
    mcp: McpAgent, key: str, connected: Connected, monkeypatch: pytest.MonkeyPatch
) -> None:
    connected(level="CONFIDENTIAL", act=lambda *_: text("secret plans"))
    agent = Agent(key)
    assert agent.call("memory_save", key="k", content="before").body["classification"] == "PUBLIC"
    assert said(called(mcp, "up__a")) == "secret plans"
    assert agent.call("memory_save", key="k", content="after").body["classification"] == "CONFIDENTIAL"
    assert agent.in_session("other").call("memory_get", key="k").body["content"] == "before"

    def fail(*_: Any) -> Any:
        raise ValueError

    monkeypatch.setattr("commonplace.gateway.connectors.supplier.finish", fail)
    assert "secret plans" not in json.dumps(called(mcp, "up__a").body)


@pytest.mark.requirement("C8", "D9")
def test_a_level_that_is_changed_counts_at_the_next_call(
    mcp: McpAgent, key: str, owner: Owner, connected: Connected
) -> None:
    up = connected()
    called(mcp, "up__a")
    assert owner.connect("up", up.url, level="RESTRICTED").status == 200
    called(mcp, "up__a")

    assert Agent(key).call("memory_save", key="k", content="x").body["classification"] == "RESTRICTED"


@pytest.mark.requirement("A13", "D7", "A7")
def test_an_identical_large_result_gives_way_to_a_pointer_in_every_part(
    mcp: McpAgent, connected: Connected
) -> None:
    connected(act=lambda *_: {**LARGE, "_meta": {"rows": "z" * 3_000}, "isError": True})
    first = called(mcp, "up__a", q=1, r=2).result
    second = called(mcp, "up__a", r=2, q=1).result

    assert first["content"] == LARGE["content"]
    (block,) = second["content"]
    assert "structuredContent" not in second
    assert second["isError"] is True
    assert "z" * 100 not in json.dumps(second)
    assert "`tulimoa__recall_result`" in block["text"]
    cache_key = next(word for word in block["text"].split() if word.startswith("res_"))
    whole = mcp.tool("recall_result", cache_key=cache_key).result
    assert whole == first
    other = called(mcp.on(query="session=other"), "up__a", q=1, r=2).result
    assert other["content"] == LARGE["content"]


@pytest.mark.requirement("A12")
def test_a_note_is_one_more_text_at_the_end(mcp: McpAgent, connected: Connected) -> None:
    connected(act=lambda *_: RESULT)
    mcp.tool("set_goal", goal="Move the deployment.")
    results = [called(mcp, "up__a", n=n).result for n in range(12)]

    noted = [result for result in results if len(result["content"]) > len(BLOCKS)]
    assert noted
    for result in noted:
        assert result["content"][:-2] == BLOCKS
        assert json.loads(result["content"][-2]["text"]) == RESULT["structuredContent"]
        assert result["content"][-1]["type"] == "text"
        assert "Move the deployment." in result["content"][-1]["text"]
        assert "structuredContent" not in result
        assert (result["isError"], result["later"]) == (True, 1)


@pytest.mark.requirement("A11")
def test_ids_of_results_are_stored(mcp: McpAgent, key: str, connected: Connected) -> None:
    connected("my-stripe", act=lambda *_: {"content": [], "structuredContent": {"customer": "cus_9x8Y7w6V5u4T3s"}})
    called(mcp, "my-stripe__a")

    assert any("cus_9x8Y7w6V5u4T3s" in item for item in Agent(key).recall())


@pytest.mark.requirement("A8")
def test_a_read_only_key_calls_what_only_reads(clock: HandClock, mcp: McpAgent, connected: Connected) -> None:
    up = connected(tools=[tool("look"), tool("change", annotations={})])
    reader = mcp.on(key=new_key("acme", scopes=frozenset({"read"}), clock=clock))

    assert said(called(reader, "up__look")) == "done"
    assert called(reader, "up__change").error["type"] == "permission_error"
    assert [call.body["params"]["name"] for call in up.calls()] == ["look"]
    assert said(called(mcp, "up__change")) == "done"


@pytest.mark.requirement("B4")
def test_another_account_has_none_of_it(clock: HandClock, mcp: McpAgent, connected: Connected) -> None:
    up = connected()
    stranger = mcp.on(key=new_key("globex", clock=clock))

    assert names(stranger) == []
    assert called(stranger, "up__a").code == -32602
    assert up.seen == []


@pytest.mark.requirement("D9", "A20")
@pytest.mark.parametrize("off", ["disabled", "deleted"])
def test_a_disabled_connector_cannot_be_called_and_is_soon_unlisted(
    mcp: McpAgent, owner: Owner, connected: Connected, clock: HandClock, off: str
) -> None:
    up = connected()
    assert names(mcp) == ["up__a"]
    answer = owner.disconnect("up") if off == "deleted" else owner.connect("up", up.url, enabled=False)
    assert answer.status == 200

    assert called(mcp, "up__a").code == -32602
    assert up.calls() == []
    clock.advance(25 * SECOND)
    assert names(mcp) == []
    assert events(mcp)[-1] == ("tools_changed", "up")


def events(agent: McpAgent) -> list[tuple[str, str | None]]:
    found = agent.tool("get_pending").result["structuredContent"]["events"]
    return [(event["event"], event.get("connector")) for event in found]


@pytest.mark.requirement("A14", "A20")
def test_calls_are_counted_for_the_owner_by_what_was_called(mcp: McpAgent, connected: Connected) -> None:
    connected(tools=[tool("read"), tool("write", annotations={})], act=lambda *_: text("done"))
    for name, arguments in (
        ("tulimoa__remember", {"text": "Kept."}),
        ("tulimoa__recall", {}),
        ("tulimoa__recall", {"unknown": 1}),
        ("up__read", {}),
        ("up__read", {}),
        ("up__write", {}),
        ("up__none", {}),
    ):
        called(mcp, name, **arguments)

    assert mcp.key is not None
    usage = SignedIn(account_of(mcp.key)).run(READ_USAGE)

    assert [one.model_dump() for one in usage.dialects] == [
        {"dialect": "connectors", "reads": 2, "writes": 1},
        {"dialect": "mcp", "reads": 1, "writes": 1},
    ]

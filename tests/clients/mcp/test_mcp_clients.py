"""Official MCP clients of both eras against a started server: every tool, and one memory behind all of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from commonplace.gateway.registry import AGENT_TOOLS, TOOLS
from tests.clients.mcp.clients import LEGACY_PYTHON, Calls, Played, Player, current, predecessor
from tests.support.model_views import content_alone, structured_first
from tests.support.server import Running, launcher, run
from tests.support.upstreams import Upstream, serving, tool

ALL = "?toolsets=agent,classified"
needs_predecessor = pytest.mark.skipif(
    not LEGACY_PYTHON.exists(),
    reason=".ci/environment .venv-mcp-legacy requirements/mcp-legacy.txt installs the client of the era before",
)
pinned = current("2026-07-28")
PLAYERS = [
    pytest.param(current("auto"), "2026-07-28", id="current"),
    pytest.param(pinned, "2026-07-28", id="current-pinned"),
    pytest.param(current("legacy"), "2025-11-25", id="current-handshake"),
    pytest.param(predecessor, "2025-11-25", id="predecessor", marks=needs_predecessor),
]
CALLS: Calls = [
    ("remember", {"text": "The invoice service is called Ledger.", "key": "svc", "importance": "0.9"}),
    ("set_goal", {"goal": "Move the deployment to eu-central-1."}),
    ("checkpoint", {"goal": "Move it.", "plan_steps": ["Copy the bucket"], "open_questions": ["Who owns it?"]}),
    ("recall", {}),
    ("recall", {"topic": "invoices"}),
    ("forget", {"key": "svc"}),
    ("memory_save", {"key": "region", "content": "eu-central-1", "tags": ["aws"]}),
    ("memory_get", {"key": "region"}),
    ("memory_search", {"query": "eu-central"}),
    ("memory_list", {"tag": "aws"}),
    ("memory_delete", {"key": "region"}),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    for start in launcher(tmp_path_factory.mktemp("mcp") / "data"):
        yield start().wait()


@pytest.fixture
def key(server: Running, request: pytest.FixtureRequest) -> str:
    """A key of an account of this test's own."""
    made = run("key", "--data", str(server.data), "--account", request.node.name[:80])
    assert made.returncode == 0, made.stderr
    return made.stdout.strip()


def play(player: Player, server: Running, key: str, calls: Calls, query: str = "", **headers: str) -> Played:
    sent = {"Authorization": f"Bearer {key}", **{name.replace("_", "-"): value for name, value in headers.items()}}
    url = f"http://127.0.0.1:{server.port}/mcp{query}"
    return player(url, sent, [(f"tulimoa__{name}", arguments) for name, arguments in calls])


def texts(result: dict[str, Any]) -> list[str]:
    return [item["text"] for item in result["structuredContent"]["items"]]


@pytest.mark.requirement("A1", "A2", "A3", "A4", "A5", "A10", "A20", "C1", "C2", "C3", "C4", "C5")
@pytest.mark.parametrize(("player", "version"), PLAYERS)
def test_a_client_lists_and_calls_every_tool(player: Player, version: str, server: Running, key: str) -> None:
    played = play(player, server, key, CALLS, ALL)

    assert played.server["protocolVersion"] == version
    if player is pinned:  # its version is preset, and it never asks for the server's name
        assert played.server["instructions"] is None
    else:
        assert "`tulimoa__recall`" in played.server["instructions"]
    assert played.server.get("sessionId") is None
    assert [tool["name"] for tool in played.tools] == [f"tulimoa__{tool.name}" for tool in TOOLS]
    known = {"get_pending", "recall_result"}  # they have tests of their own
    assert {tool.name for tool in TOOLS} - known <= {name for name, _ in CALLS}
    schemas = {tool["name"].removeprefix("tulimoa__"): tool.get("outputSchema") for tool in played.tools}
    assert [name for name, schema in schemas.items() if schema is None] == ["recall_result"]
    for (name, _), result in zip(CALLS, played.results, strict=True):
        assert not result["isError"], (name, result)
        Draft202012Validator(schemas[name]).validate(result["structuredContent"])
        assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
    by_name = {name: result["structuredContent"] for (name, _), result in zip(CALLS, played.results, strict=True)}
    assert [item["text"] for item in by_name["recall"]["items"]] == ["The invoice service is called Ledger."]
    assert by_name["memory_search"]["results"][0]["content"] == "eu-central-1"
    assert by_name["memory_delete"]["deleted"] is True


@pytest.mark.requirement("A20")
@pytest.mark.parametrize(("player", "version"), PLAYERS)
def test_refusals_are_results_to_a_client(player: Player, version: str, server: Running, key: str) -> None:
    played = play(player, server, key, [("recall", {"limit": 0}), ("forget", {"key": "none"})])

    assert [tool["name"] for tool in played.tools] == [f"tulimoa__{tool.name}" for tool in AGENT_TOOLS]
    errors = [json.loads(result["content"][0]["text"])["error"]["type"] for result in played.results]
    assert [result["isError"] for result in played.results] == [True, True]
    assert errors == ["invalid_request_error", "not_found_error"]


@pytest.mark.requirement("B5")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(current("auto"), predecessor, id="new-then-old", marks=needs_predecessor),
        pytest.param(predecessor, current("auto"), id="old-then-new", marks=needs_predecessor),
        pytest.param(current("auto"), current("legacy"), id="both-eras"),
    ],
)
def test_two_clients_share_the_default_session(first: Player, second: Player, server: Running, key: str) -> None:
    goal = "Move the deployment to eu-central-1."
    play(first, server, key, [("set_goal", {"goal": goal})])
    recalled, pending = play(second, server, key, [("recall", {}), ("get_pending", {})]).results

    assert texts(recalled) == [goal]
    assert recalled["structuredContent"]["items"][0]["kind"] == "goal"
    (event,) = pending["structuredContent"]["events"]
    assert (event["event"], event["text"]) == ("goal_changed", goal)
    (nothing,) = play(second, server, key, [("get_pending", {"since": event["cursor"]})]).results
    assert nothing["structuredContent"] == {"events": [], "more": False}


@pytest.mark.requirement("A7", "A13", "D7")
@pytest.mark.parametrize(("player", "version"), PLAYERS)
def test_a_large_result_comes_back_once(player: Player, version: str, server: Running, key: str) -> None:
    large = '{"number": 3804086584686624768, "rows": "' + "x" * 3000 + '"}'
    call = f'{{"connector": "db", "tool": "query", "arguments": {{}}, "result": {large}}}'
    headers = {"Authorization": f"Bearer {key}"}
    server.call("POST", "/v1/tool-calls", call, headers)
    status, answered = server.call("POST", "/v1/tool-calls", call, headers)
    assert status == 200
    cache_key = json.loads(answered)["pointer"]["cache_key"]

    (result,) = play(player, server, key, [("recall_result", {"cache_key": cache_key})]).results

    assert [block["text"] for block in result["content"]] == [large]
    assert result["structuredContent"] is None


@pytest.mark.requirement("A7", "A12", "A13", "D7")
@pytest.mark.parametrize(("player", "version"), PLAYERS)
def test_case_56_each_client_hands_on_notes_and_whole_results(
    player: Player, version: str, server: Running, request: pytest.FixtureRequest
) -> None:
    made = run(
        *("key", "--data", str(server.data), "--account", request.node.name[:80]),
        *("--scopes", "read,write,manage"),
    )
    sent = {"Authorization": f"Bearer {made.stdout.strip()}"}
    rows = {"rows": ["x" * 3_000, "é 🇩🇪"]}
    typed = {"content": [{"type": "text", "text": json.dumps(rows)}], "structuredContent": rows}
    chart = {"content": [{"type": "image", "data": "QUJD" * 1_000, "mimeType": "image/png"}]}
    closed = {"type": "object", "additionalProperties": False, "properties": {"rows": {}}, "required": ["rows"]}
    tools = [tool("typed", outputSchema=closed), tool("chart")]
    with serving(Upstream(tools=tools, act=lambda name, _: typed if name == "typed" else chart)) as upstream:
        connector = json.dumps({"name": "up", "url": upstream.url})
        assert server.call("POST", "/v1/owner/connectors", connector, sent)[0] == 200
        url = f"http://127.0.0.1:{server.port}/mcp"
        calls: Calls = [("up__typed", {}), ("up__typed", {}), ("up__chart", {}), ("up__chart", {})]
        played = player(url, sent, [("tulimoa__set_goal", {"goal": "Ship the release"}), *calls])
        server.call("POST", "/v1/sessions/anchor", "{}", sent)
        cache_key = next(
            word for word in structured_first(played.results[2]).text.split() if word.startswith("res_")
        )
        whole: Calls = [("tulimoa__recall_result", {"cache_key": cache_key}), ("up__typed", {"again": 1})]
        recalled, noted = player(url, sent, whole).results

    first, pointer, *charts = played.results[1:]
    for rule in (structured_first, content_alone):
        assert rule(first).tells(rows)
        assert "`tulimoa__recall_result`" in rule(pointer).text
        assert rule(recalled) == rule(first)
        assert rule(noted).tells(rows)
        assert "Ship the release" in rule(noted).text
        assert [len(rule(one).others) for one in charts] == [1, 1]


@pytest.mark.requirement("B5", "B4")
@pytest.mark.parametrize(("player", "version"), PLAYERS)
def test_sessions_and_accounts_stay_apart(player: Player, version: str, server: Running, key: str) -> None:
    play(player, server, key, [("remember", {"text": "one"})], "?session=one")
    play(player, server, key, [("remember", {"text": "two"})], X_Session_Id="two")
    recall: Calls = [("recall", {})]

    assert texts(play(player, server, key, recall, X_Session_Id="one").results[0]) == ["one"]
    assert texts(play(player, server, key, recall, "?session=two").results[0]) == ["two"]
    assert texts(play(player, server, key, recall).results[0]) == []


@pytest.mark.requirement("B1", "B2")
@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_wrong_key_is_reported(mode: str, server: Running) -> None:
    with pytest.raises(Exception) as refused:
        play(current(mode), server, "cpk_wrong", [])

    assert "401" in _all_messages(refused.value) or "unknown or revoked" in _all_messages(refused.value)


def _all_messages(error: BaseException) -> str:
    inner = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    return " ".join([str(error), *map(_all_messages, inner)])

"""Upstreams that hang, flood, lie, die and lead astray: each costs its own tools and nothing else."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any

import pytest

from commonplace.gateway.connectors.addresses import Allowed
from commonplace.gateway.connectors.failures import AnswerTooLarge, Unreachable
from commonplace.gateway.connectors.http_client import LARGEST, HttpClient
from commonplace.gateway.connectors.sockets import Deadline
from commonplace.gateway.connectors.urls import Endpoint, parse_url
from tests.support.agents import Agent
from tests.support.mcp_agents import McpAgent
from tests.support.upstreams import LEGACY, MODERN, Handler, Json, Upstream, error, serving, text, tool
from tests.unit.gateway.connectors.conftest import Owner, called, names, said

Connected = Callable[..., Upstream]
LOOPBACK = Allowed(("loopback",))


def hang(handler: Handler, _: Json) -> None:
    handler.upstream.released.wait(30)
    handler.close_connection = True


def drip(handler: Handler, _: Json) -> None:
    """One byte after another, for ever: each of them comes in time."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.end_headers()
    while not handler.upstream.released.wait(0.05):
        handler.wfile.write(b" ")
        handler.wfile.flush()


def die(handler: Handler, _: Json) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"jsonrpc": "2.0", "id": 1, "resu')
    handler.close_connection = True


def die_in_a_stream(handler: Handler, _: Json) -> None:
    handler.answer(200, b"data: {}\n\nda", {"Content-Type": "text/event-stream"})


def raw(body: bytes, status: int = 200, **headers: str) -> Callable[[Handler, Json], None]:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda handler, _: handler.answer(status, body, sent)


def result(value: Any) -> Callable[[Handler, Json], None]:
    return lambda handler, body: handler.json({"jsonrpc": "2.0", "id": body["id"], "result": value})


NO_RESULT = "its answer was not understood: it is no result of a tool."
NO_RESULTS: dict[str, Any] = {
    "a list": [],
    "no content": {},
    "null for content": {"content": None},
    "a text for content": {"content": "x"},
    "texts for blocks": {"content": ["x"]},
    "a block of no kind": {"content": [{"text": "x"}]},
    "a number for a text": {"content": [{"type": "text", "text": 5}]},
    "no text in a text": {"content": [{"type": "text"}]},
    "an image of no kind": {"content": [{"type": "image", "data": "AAEC"}]},
    "an image that is none": {"content": [{"type": "image", "data": "a-b_", "mimeType": "image/png"}]},
    "a blob that is none": {"content": [{"type": "resource", "resource": {"uri": "x://a", "blob": "AAECA"}}]},
    "no resource": {"content": [{"type": "resource", "resource": {"uri": "x://a"}}]},
    "a link to a number": {"content": [{"type": "resource_link", "uri": 1, "name": "a"}]},
    "null for an error": {"content": [], "isError": None},
    "a text for an error": {"content": [], "isError": "yes"},
    "a number for an error": {"content": [], "isError": 1},
    "no meta": {"content": [], "_meta": "x"},
    "wants input": {"content": [], "resultType": "input_required"},
}
MISDEEDS: dict[str, tuple[Callable[[Handler, Json], None], str]] = {
    "hangs": (hang, "it did not answer in time."),
    "drips": (drip, "it did not answer in time."),
    "dies": (die, "the connection broke before the answer was there."),
    "dies in a stream": (die_in_a_stream, "it closed the stream before the answer was there."),
    "no JSON": (raw(b"<html>"), "its answer is not JSON that can be handed on."),
    "no number": (raw(b'{"id": 1, "result": NaN}'), "its answer is not JSON that can be handed on."),
    "infinite": (raw(b'{"id": 1, "result": 1e400}'), "its answer is not JSON that can be handed on."),
    "two results": (
        lambda handler, body: handler.answer(
            200,
            json.dumps({"id": body["id"], "result": text("a")})[:-1].encode() + b', "result": {"content": []}}',
        ),
        "its answer is not JSON that can be handed on.",
    ),
    "deep": (raw(b"[" * 200_000), "its answer is not JSON that can be handed on."),
    "no UTF-8": (raw(b'"\xff"'), "its answer is not UTF-8."),
    "no text": (raw(b"hello", Content_Type="text/html"), "its answer is neither JSON nor a stream of events."),
    "compressed": (raw(b"x", Content_Encoding="gzip"), "its answer is compressed, though that was not asked for."),
    "another's": (raw(b'{"jsonrpc": "2.0", "id": 0, "result": {}}'), "its answer is no answer to this request."),
    **{name: (result(value), NO_RESULT) for name, value in NO_RESULTS.items()},
    "sign in": (raw(b"", 401), "it does not accept the connector's credential (401)."),
    "fails": (raw(b"oh", 500), "it answered with status 500."),
    "refuses": (
        lambda handler, body: handler.json(error(body, -32602, "Invalid arguments")),
        "it answered with error -32602: Invalid arguments",
    ),
}


@pytest.mark.requirement("A20", "D6")
@pytest.mark.parametrize("era", [MODERN, LEGACY])
@pytest.mark.parametrize("misdeed", MISDEEDS)
def test_a_failing_call_is_a_result_that_says_so(
    mcp: McpAgent, connected: Connected, fresh_process: Callable[..., None], era: str, misdeed: str
) -> None:
    act, message = MISDEEDS[misdeed]
    # Only who never answers is waited for until the limit; a busy machine must not make the others late.
    fresh_process(time_limit=0.3 if act in (hang, drip) else 60)
    up = connected(era=era)
    connected("fine")
    assert names(mcp) == ["fine__a", "up__a"]
    up.misdeeds["tools/call"] = act
    reply = called(mcp, "up__a")

    assert reply.result["isError"] is True
    assert said(reply) == f"The connector `up` failed: {message}"
    assert said(called(mcp, "fine__a")) == "done"


@pytest.mark.requirement("A12")
def test_a_failing_call_counts_as_one(mcp: McpAgent, connected: Connected) -> None:
    up = connected()
    names(mcp)
    up.misdeeds["tools/call"] = die
    mcp.tool("set_goal", goal="Move the deployment.")
    results = [called(mcp, "up__a", n=n).result for n in range(6)]

    assert any("Move the deployment." in json.dumps(one["content"][1:]) for one in results)


@pytest.mark.requirement("C8")
def test_a_session_rises_with_an_upstreams_words_and_not_with_ours(
    mcp: McpAgent, key: str, connected: Connected
) -> None:
    up = connected(level="RESTRICTED")
    names(mcp)
    agent = Agent(key)

    up.misdeeds["tools/call"] = die
    called(mcp, "up__a")
    assert agent.call("memory_save", key="k", content="x").body["classification"] == "PUBLIC"
    up.misdeeds["tools/call"] = lambda handler, body: handler.json(error(body, -32000, "the plans are late"))
    called(mcp, "up__a")
    assert agent.call("memory_save", key="k", content="x").body["classification"] == "RESTRICTED"


@pytest.mark.requirement("A20", "D6")
@pytest.mark.parametrize("has_length", [True, False], ids=["with length", "chunked"])
def test_a_result_of_50_mb_is_not_read(mcp: McpAgent, connected: Connected, has_length: bool) -> None:
    sent = []

    def flood(handler: Handler, _body: Json) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "application/json")
        handler.send_header(*(("Content-Length", "50000000") if has_length else ("Transfer-Encoding", "chunked")))
        handler.end_headers()
        piece = b" " * 100_000
        for _ in range(500):
            handler.wfile.write(piece if has_length else b"186a0\r\n" + piece + b"\r\n")
            sent.append(len(piece))

    up = connected()
    names(mcp)
    up.misdeeds["tools/call"] = flood
    reply = called(mcp, "up__a")

    assert said(reply) == (
        "The connector `up` failed: its answer is larger than 5,000,000 bytes, so it was not read."
    )
    assert sum(sent) < 25_000_000  # the buffers of both ends, and what was read


@pytest.mark.requirement("D6")
def test_a_stream_without_end_is_cut(upstream: Callable[..., Upstream]) -> None:
    def flood(handler: Handler, _: Json) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.end_headers()
        while True:
            handler.wfile.write(b"data: {}\n\n" * 10_000)

    up = upstream(misdeeds={"tools/call": flood})
    client = HttpClient(parse_url(up.url, LOOPBACK), LOOPBACK)
    with pytest.raises(AnswerTooLarge):
        client.post({}, b'{"method": "tools/call"}', Deadline(20), lambda _: False)


@pytest.mark.requirement("A20")
def test_a_result_of_5_mb_is_handed_over(mcp: McpAgent, connected: Connected) -> None:
    value = "x" * (LARGEST - 1_000)
    connected(act=lambda *_: text(value))

    assert said(called(mcp, "up__a")) == value


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_case_30_no_redirect_is_followed(
    mcp: McpAgent, owner: Owner, connected: Connected, upstream: Callable[..., Upstream], status: int
) -> None:
    inside = upstream(act=lambda *_: text("inside"))
    up = connected()
    names(mcp)
    for method in ("tools/call", "tools/list", "server/discover"):
        up.misdeeds[method] = raw(b"", status, Location=inside.url)

    message = f"it answered with a redirect ({status}), which is not followed"
    assert said(called(mcp, "up__a")) == f"The connector `up` failed: {message}."
    assert owner.test("up").body["error"] == message
    assert inside.seen == []


@pytest.mark.requirement("A20")
@pytest.mark.parametrize(
    "addresses",
    [
        ["127.0.0.1"],
        ["::ffff:127.0.0.1"],
        ["93.184.215.14", "169.254.169.254"],
        ["fe80::1"],
        [],
    ],
)
def test_case_30_each_connection_checks_where_a_host_leads(
    addresses: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Any] = []
    monkeypatch.setattr("socket.create_connection", lambda *args, **_: opened.append(args))
    client = HttpClient(
        Endpoint(True, "mcp.example.com", 443, "/mcp"),
        Allowed(),
        lambda *_: [ip_address(one) for one in addresses],
    )
    with pytest.raises(Unreachable):
        client.post({}, b"{}", Deadline(5), lambda _: True)

    assert opened == []


@pytest.mark.requirement("A20")
def test_a_host_is_connected_to_at_the_address_that_was_checked() -> None:
    """A name that leads elsewhere when it is asked a second time gains nothing: nobody asks twice."""
    asked: list[str] = []

    def resolver(host: str, _: int) -> list[Any]:
        asked.append(host)
        return [ip_address("127.0.0.1")]

    with serving(Upstream()) as up:
        port = int(up.url.rsplit(":", 1)[1].split("/")[0])
        client = HttpClient(Endpoint(False, "mcp.example.com", port, "/mcp"), LOOPBACK, resolver)
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}).encode()
        for _ in range(3):
            client.post({}, body, Deadline(5), lambda _: True)
        client.close()

    assert asked == ["mcp.example.com"]  # the connection is used again
    assert {seen.header("host") for seen in up.seen} == {f"mcp.example.com:{port}"}


@pytest.mark.requirement("A20")
def test_a_port_where_nobody_listens(mcp: McpAgent, owner: Owner) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    owner.connect("up", f"http://127.0.0.1:{port}/mcp")

    assert names(mcp) == []
    assert owner.test("up").body["error"] == "it cannot be reached"


@pytest.mark.requirement("A20")
def test_no_certificate_of_ones_own_is_accepted(upstream: Callable[..., Upstream], owner: Owner) -> None:
    owner.connect("up", upstream().url.replace("http:", "https:"))  # speaks no TLS at all

    assert owner.test("up").body["error"] == "its certificate or its TLS is not accepted"


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("stream", [False, True])
def test_a_session_that_the_upstream_forgot_is_started_again(
    mcp: McpAgent, connected: Connected, stream: bool
) -> None:
    up = connected(era=LEGACY, sessions=set(), stream=stream)
    assert said(called(mcp, "up__a")) == "done"
    assert up.sessions
    up.sessions.clear()

    assert said(called(mcp, "up__a")) == "done"
    assert len(up.calls("initialize")) == 2
    assert said(called(mcp.on(query="session=other"), "up__a")) == "done"
    ids = {call.header("mcp-session-id") for call in up.calls()}
    assert len(ids) == 3  # a session of ours has one of its own with the upstream


@pytest.mark.requirement("A20", "D6")
@pytest.mark.parametrize("era", [MODERN, LEGACY])
@pytest.mark.parametrize("status", [200, 400, 404, 405, 406, 415])
def test_a_call_that_was_answered_is_not_sent_again(
    mcp: McpAgent, connected: Connected, era: str, status: int
) -> None:
    up = connected(era=era, sessions=set())
    assert said(called(mcp, "up__a")) == "done"
    up.misdeeds["tools/call"] = lambda handler, body: handler.json(error(body, -32602, "no such id"), status)
    begun = len(up.calls("initialize")), len(up.calls("server/discover"))
    shown = said(called(mcp, "up__a"))
    del up.misdeeds["tools/call"]

    assert shown == "The connector `up` failed: it answered with error -32602: no such id"
    assert len(up.calls()) == 2
    assert said(called(mcp, "up__a")) == "done"
    assert (len(up.calls("initialize")), len(up.calls("server/discover"))) == begun  # its session stays


@pytest.mark.requirement("A20", "D6")
@pytest.mark.parametrize("status", [400, 404, 405, 406, 415])
def test_a_call_that_is_refused_without_a_word_is_not_sent_again(
    mcp: McpAgent, connected: Connected, status: int
) -> None:
    up = connected()
    names(mcp)
    up.misdeeds["tools/call"] = raw(b"", status)

    assert said(called(mcp, "up__a")) == f"The connector `up` failed: it answered with status {status}."
    assert len(up.calls()) == 1


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("code", [-32020, -32022])
def test_a_call_of_another_era_is_sent_again(mcp: McpAgent, connected: Connected, code: int) -> None:
    up = connected()
    names(mcp)

    def once(handler: Handler, body: Json) -> None:
        del up.misdeeds["tools/call"]
        handler.json(error(body, code, "another revision"), 400)

    up.misdeeds["tools/call"] = once

    assert said(called(mcp, "up__a")) == "done"
    assert len(up.calls()) == 2


@pytest.mark.requirement("A20")
def test_an_upstream_that_changes_its_era_is_negotiated_with_again(mcp: McpAgent, connected: Connected) -> None:
    up = connected(era=MODERN)
    assert said(called(mcp, "up__a")) == "done"
    up.era = LEGACY
    assert said(called(mcp, "up__a")) == "done"
    up.era = MODERN
    assert said(called(mcp, "up__a")) == "done"


@pytest.mark.requirement("A20")
def test_arguments_are_copied_to_headers_for_a_modern_upstream(mcp: McpAgent, connected: Connected) -> None:
    schema = {"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}}
    up = connected(tools=[tool("a é", inputSchema=schema)])
    (name,) = names(mcp)
    called(mcp, name, region="münchen")

    (call,) = up.calls()
    assert call.header("mcp-method") == "tools/call"
    assert call.header("mcp-protocol-version") == MODERN
    assert call.header("mcp-name") == "=?base64?YSDDqQ==?="
    assert call.header("mcp-param-region") == "=?base64?bcO8bmNoZW4=?="


@pytest.mark.requirement("A20")
def test_an_invalid_header_is_not_mirrored(mcp: McpAgent, connected: Connected) -> None:
    marked = {"type": "string", "x-mcp-header": "Region\r\nX-Other: y"}
    up = connected(tools=[tool("a", inputSchema={"type": "object", "properties": {"region": marked}})])
    called(mcp, "up__a", region="x")

    (call,) = up.calls()
    assert [name for name, _ in call.headers if name.lower().startswith(("mcp-param", "x-"))] == []


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("secret", ["one\r\nX-Other: y", "caf\u00e9", "a\x00b"])
def test_a_secret_that_is_no_header_is_not_sent(
    owner: Owner, connected: Connected, monkeypatch: pytest.MonkeyPatch, secret: str
) -> None:
    monkeypatch.setattr("commonplace.gateway.connectors.secrets._from_environment", lambda _: secret)
    up = connected()
    owner.connect("up", up.url, headers={"Authorization": "env:COMMONPLACE_CONNECTOR_UP"})
    answer = owner.test("up").body

    assert answer["error"] == "a header cannot be sent to it, a secret perhaps: it is not one line of ASCII"
    assert up.seen == []

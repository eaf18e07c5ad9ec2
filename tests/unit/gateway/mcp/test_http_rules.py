"""What HTTP says of a request, before any tool is known."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from commonplace.auth.authorize import authorize
from tests.conftest import new_key
from tests.support.agents import NO_CONTEXT, function
from tests.support.clock import SECOND, HandClock
from tests.support.mcp_agents import HOST, LEGACY, McpAgent

PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}'


def remembering(text: str, request_id: object = 1) -> dict[str, Any]:
    return {
        "jsonrpc": "2.0",
        "id": request_id,
        "method": "tools/call",
        "params": {"name": "tulimoa__remember", "arguments": {"text": text}},
    }


def recalled(agent: McpAgent) -> list[str]:
    return [item["text"] for item in agent.on(version=LEGACY).tool("recall").structured["items"]]


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_case_31_no_stream_and_no_session(mcp: McpAgent, method: str) -> None:
    for agent in (mcp, mcp.on(key=None)):  # before any key is checked
        reply = agent.send(None, method, accept="text/event-stream")

        assert (reply.status, reply.headers["allow"]) == (405, "POST")


@pytest.mark.requirement("A20")
@pytest.mark.parametrize(
    "origin",
    [
        "https://example.com",
        "null",
        f"https://{HOST},https://{HOST}",
        f"http://{HOST}",
        f"https://{HOST}:8443",
        f"https://{HOST}.example.com",
        f"https://{HOST}/",
        "http://localhost",
        "http://127.0.0.1:6274",
        " ",
    ],
)
def test_case_31_a_foreign_page_is_refused_before_any_tool_runs(mcp: McpAgent, origin: str) -> None:
    reply = mcp.send(json.dumps(remembering("x")), origin=origin)

    assert reply.status == 403
    assert recalled(mcp) == []


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("host", ["example.com", "evil.execute-api.example.com", "localhost.example.com:8787"])
def test_case_31_a_page_whose_origin_equals_its_host_is_refused(mcp: McpAgent, host: str) -> None:
    for scheme in ("http", "https"):
        event = mcp.event(json.dumps(remembering("x")), origin=f"{scheme}://{host}", host=host)
        event["requestContext"]["domainName"] = host  # as the local server sets it

        assert function("McpFunction").handler(event, NO_CONTEXT)["statusCode"] == 403
    assert recalled(mcp) == []


@pytest.mark.requirement("A20")
def test_case_31_without_origin_and_from_the_api_itself(mcp: McpAgent) -> None:
    assert mcp.send(PING).result == {}
    assert mcp.send(PING, origin=f"https://{HOST}").result == {}
    assert mcp.send(PING, origin=f"HTTPS://{HOST.upper()}").result == {}


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("host", ["localhost:8787", "127.0.0.1:8787", "[::1]:8787"])
def test_pages_of_this_machine_may_call_this_machine(mcp: McpAgent, host: str) -> None:
    for origin, status in (
        ("http://localhost:6274", 200),
        ("http://127.0.0.1", 200),
        ("http://[::1]:6274", 200),
        ("http://localhost.example.com", 403),
        ("http://localhost:6274.example.com", 403),
        ("http://127.0.0.1:123456", 403),
        ("file://localhost", 403),
    ):
        event = mcp.event(PING, origin=origin, host=host)
        event["requestContext"]["domainName"] = host

        assert function("McpFunction").handler(event, NO_CONTEXT)["statusCode"] == status, origin


@pytest.mark.requirement("A20")
def test_pages_that_the_stack_names_may_call(mcp: McpAgent, monkeypatch: pytest.MonkeyPatch) -> None:
    from commonplace.operations.settings import settings

    monkeypatch.setenv("ALLOWED_ORIGINS", "https://App.example.com, http://other.example:8080")
    settings.cache_clear()
    try:
        assert mcp.send(PING, origin="https://app.example.com").status == 200
        assert mcp.send(PING, origin="http://other.example:8080").status == 200
        assert mcp.send(PING, origin="http://other.example").status == 403
    finally:
        monkeypatch.undo()
        settings.cache_clear()


@pytest.mark.requirement("A20")
@pytest.mark.parametrize(
    ("accept", "status"),
    [
        ("", 200),
        ("*/*", 200),
        ("application/json", 200),
        ("application/*;q=0.1", 200),
        ("text/event-stream, APPLICATION/JSON ; q=0.9", 200),
        ("text/html", 406),
        ("text/event-stream", 406),
        ("application/json;q=0", 406),
        ("application/json; q=0.0, text/html", 406),
        ("application/jsonp", 406),
    ],
)
def test_case_33_accept(mcp: McpAgent, accept: str, status: int) -> None:
    reply = mcp.send(PING, accept=accept)

    assert reply.status == status
    assert reply.headers["content-type"] == "application/json"


@pytest.mark.requirement("A20")
@pytest.mark.parametrize(
    ("kind", "status"),
    [("", 200), ("application/json; charset=utf-8", 200), ("text/plain", 415), ("application/json2", 415)],
)
def test_content_type(mcp: McpAgent, kind: str, status: int) -> None:
    assert mcp.send(PING, content_type=kind).status == status


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("version", ["", LEGACY, "2026-07-28"])
def test_case_33_a_batch_is_refused_and_nothing_stored(mcp: McpAgent, version: str) -> None:
    reply = mcp.send(json.dumps([remembering("one"), remembering("two", 2)]), mcp_protocol_version=version)

    assert (reply.status, reply.code, reply.body["id"]) == (400, -32600, None)
    assert recalled(mcp) == []


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("request_id", [None, True, 1.5, [], {}])
def test_case_33_an_invalid_id(mcp: McpAgent, request_id: object) -> None:
    reply = mcp.send(json.dumps(remembering("x", request_id)))

    assert (reply.status, reply.code, reply.body["id"]) == (400, -32600, None)
    assert recalled(mcp) == []


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("request_id", [0, -1, "", "é", "\ud83c", 3804086584686624768, 10**300])
def test_case_33_any_other_id_comes_back(mcp: McpAgent, request_id: object) -> None:
    reply = mcp.send(json.dumps({"jsonrpc": "2.0", "id": request_id, "method": "ping"}))

    assert reply.result == {}
    assert reply.body["id"] == request_id
    assert type(reply.body["id"]) is type(request_id)


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("version", ["", LEGACY, "2026-07-28"])
@pytest.mark.parametrize("method", ["notifications/unknown", "notifications/initialized", "tools/call"])
def test_case_33_a_notification_is_taken_and_does_nothing(mcp: McpAgent, version: str, method: str) -> None:
    message = {**remembering("x"), "method": method}
    del message["id"]
    reply = mcp.send(json.dumps(message), mcp_protocol_version=version)

    assert (reply.status, reply.body) == (202, None)
    assert recalled(mcp) == []


@pytest.mark.requirement("A20", "D1")
@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("", -32600),
        ("{", -32700),
        ("nope", -32700),
        ("5", -32600),
        ('"text"', -32600),
        ("[]", -32600),
        ("{}", -32600),
        ('{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600),
        ('{"jsonrpc":"2.0","id":1}', -32600),
        ('{"jsonrpc":"2.0","id":1,"result":{}}', -32600),
        ('{"jsonrpc":"2.0","id":1,"method":5}', -32600),
        ('{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32600),
        ('{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', -32600),
        ('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":NaN}}', -32600),
        ('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":' + "[" * 100_000 + "]" * 100_000 + "}}", -32700),
    ],
)
def test_a_body_that_is_no_message(mcp: McpAgent, body: str, code: int) -> None:
    reply = mcp.send(body)

    assert (reply.status, reply.code) == (400, code)


@pytest.mark.requirement("A20")
def test_a_body_beyond_the_limit(mcp: McpAgent) -> None:
    reply = mcp.send(json.dumps(remembering("x" * 1_048_576)))

    assert (reply.status, reply.code) == (413, -32600)


@pytest.mark.requirement("A15", "A20")
def test_errors_quote_nothing_that_was_sent(mcp: McpAgent) -> None:
    canary = "canary0815"
    for agent, body in (
        (mcp, f'{{"{canary}"'),
        (mcp, f'["{canary}"]'),
        (mcp, json.dumps({"jsonrpc": canary, "id": 1, "method": "ping"})),
        (mcp, json.dumps({"jsonrpc": "2.0", "id": 1, "method": canary})),
        (mcp, json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": canary}})),
        (mcp, json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"arguments": canary}})),
        (mcp.on(query=f"{canary}=1"), PING),
        (mcp.on(query=f"toolsets={canary}"), PING),
        (mcp.on(key=canary), PING),
    ):
        reply = agent.send(body)

        assert "error" in reply.body, body
        assert canary not in json.dumps(reply.body) + json.dumps(reply.headers)


@pytest.mark.requirement("B5", "D1")
def test_case_45_base64_and_plain_get_the_same_answers(mcp: McpAgent) -> None:
    replies = []
    for session in ("plain", "encoded"):
        agent = mcp.on(version=LEGACY, headers={"x-session-id": session})
        event = agent.event(json.dumps(remembering("café"), ensure_ascii=False))
        if session == "encoded":
            del event["headers"]["content-type"]
            event |= {"body": base64.b64encode(event["body"].encode()).decode(), "isBase64Encoded": True}
        stored = function("McpFunction").handler(event, NO_CONTEXT)
        replies.append((stored["statusCode"], json.loads(stored["body"])["result"]["isError"], recalled(agent)))

    assert replies == [(200, False, ["café"])] * 2
    event = mcp.event("%%%") | {"isBase64Encoded": True}
    assert function("McpFunction").handler(event, NO_CONTEXT)["statusCode"] == 400


@pytest.mark.requirement("B1", "B2")
def test_without_a_key_and_with_a_wrong_one(mcp: McpAgent) -> None:
    metadata = f'resource_metadata="https://{HOST}/.well-known/oauth-protected-resource/mcp"'
    for key, challenge in (
        (None, f"Bearer {metadata}"),
        ("", f'Bearer error="invalid_token", {metadata}'),
        ("cpk_wrong", f'Bearer error="invalid_token", {metadata}'),
    ):
        reply = mcp.on(key=key).send(PING)

        assert reply.status == 401
        assert reply.headers["www-authenticate"] == challenge
        assert reply.body["error"]["data"] == {"type": "authentication_error", "code": "key.unknown"}


@pytest.mark.requirement("B1")
def test_a_key_in_another_header_or_scheme_is_not_accepted(mcp: McpAgent) -> None:
    key = mcp.key or ""
    for headers in ({"x-api-key": key}, {"authorization": f"Basic {key}"}, {"cookie": key}):
        assert mcp.on(key=None, headers=headers).send(PING).status == 401
    assert mcp.on(key=None, headers={"authorization": f"bearer {key}"}).send(PING).status == 200


@pytest.mark.requirement("B1", "D9")
def test_a_revoked_key_stops_within_20_seconds(mcp: McpAgent, clock: HandClock) -> None:
    from commonplace.auth.keys import directory, hash_of

    assert mcp.send(PING).status == 200
    book = directory()
    key = book.key_by_hash(hash_of(mcp.key or ""))
    assert key is not None
    assert book.revoke_key(key.account_id, key.key_id, clock())
    clock.advance(20 * SECOND)

    assert mcp.send(PING).status == 401


def test_the_authorizer_is_asked_once_in_20_seconds(
    mcp: McpAgent, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def counted(event: dict[str, Any]) -> dict[str, Any]:
        asked.append(1)
        return authorize(event)

    monkeypatch.setattr("commonplace.gateway.mcp.connection.authorize", counted)
    for _ in range(3):
        mcp.send(PING)
    assert len(asked) == 1
    mcp.on(key=new_key("other", clock=clock)).send(PING)
    assert len(asked) == 2
    for _ in range(2):
        mcp.on(key="cpk_wrong").send(PING)  # who is unknown may be known the next moment
    assert len(asked) == 4
    clock.advance(20 * SECOND)
    mcp.send(PING)
    assert len(asked) == 5


@pytest.mark.requirement("E5")
def test_a_slash_at_the_end_is_the_same_endpoint(mcp: McpAgent) -> None:
    def answered(body: str | None, method: str = "POST", rest: str = "", agent: McpAgent = mcp) -> Any:
        event = agent.event(body, method)
        event |= {
            "rawPath": f"/mcp/{rest}",
            "routeKey": f"{method} /mcp/{{rest+}}",
            "pathParameters": {"rest": rest},
        }
        return function("McpFunction").handler(event, NO_CONTEXT)

    assert json.loads(answered(PING)["body"])["result"] == {}
    assert [answered(None, method)["statusCode"] for method in ("GET", "DELETE")] == [405, 405]
    stranger = answered(PING, agent=mcp.on(key=None))
    assert stranger["statusCode"] == 401
    assert (
        f'resource_metadata="https://{HOST}/.well-known/oauth-protected-resource/mcp"'
        in (stranger["headers"]["www-authenticate"])
    )
    for method in ("POST", "GET"):
        below = answered(PING, method, rest="x")
        assert (below["statusCode"], json.loads(below["body"])["error"]["code"]) == (404, -32000)

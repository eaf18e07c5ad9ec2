"""Line ends, characters that cannot be stored, and bytes that are no text, in everything that is written."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

import pytest

from commonplace.domain.strict_json import decoded
from commonplace.guards.admission import TextField
from commonplace.guards.characters import with_newlines
from commonplace.refusals.errors import InvalidInput
from local.stack import Route
from tests.support.agents import NO_CONTEXT, Agent, Answer, function, stack
from tests.support.apps import App
from tests.support.exports import Carrier, memory
from tests.support.mcp_agents import LEGACY, McpAgent
from tests.unit.core.test_guards_on_the_way_in import FIELDS, IDS, everything, filled

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

WINDOWS, NEWLINE = "First line\r\nSecond line", "First line\nSecond line"
LATIN, OTHER_LATIN = '{"text":"x","key":"café"}'.encode("latin-1"), '{"text":"x","key":"cafè"}'.encode("latin-1")
GBK = '{"text":"客户的截止日期是五月一日"}'.encode("gbk")
WITH_AUTHORIZER = [route for route in stack().routes if route.authorizer is not None]


def written(arguments: Any, text: str) -> Any:
    return filled(arguments, text)


# ---------------------------------------------------------------- line ends


@pytest.mark.requirement("D2")
@pytest.mark.parametrize(("tool", "field", "arguments"), FIELDS, ids=IDS)
def test_case_64_line_ends_in_every_field_of_the_tools(
    agent: Agent, tables: DynamoDBClient, tool: str, field: str, arguments: dict[str, Any]
) -> None:
    answer = agent.call(tool, **written(arguments, WINDOWS))
    if field == "speaker":  # no line break in a name at all
        assert (answer.status, answer.error["field"]) == (400, "speaker")
        return

    assert answer.status == 200, answer.body
    assert json.dumps(NEWLINE)[1:-1] in json.dumps(everything(tables)).replace("\\\\", "\\")
    assert "\\r" not in everything(tables)


@pytest.mark.requirement("D2")
@pytest.mark.parametrize("text", ["a\r\nb", "a\rb", "a\nb"])
def test_case_64_a_key_is_one_however_its_lines_end(agent: Agent, text: str) -> None:
    one = agent.remember("first", key="a\nb")

    assert agent.remember("second", key=text)["id"] == one["id"]
    assert agent.call("forget", key=text).status == 200


@pytest.mark.requirement("D2", "S1")
def test_case_64_line_ends_in_every_field_of_the_stores(app: App, agent: Agent) -> None:
    stored = app.good("store_memory", content=WINDOWS, metadata={"category": "a\r\nb", "conversation_id": "c\rd"})
    turn = app.good("store_turn", user_msg="Hello\r\nthere", assistant_msg="Good\rmorning")
    later = app.good("supersede", old_memory_id=stored["id"], new_content="Third line\r\n\r\nFourth line")
    bulk = app.good("bulk_store", content="The plane tree is old.\r\nThe canal is\r\nlong and straight.")

    texts = {one["id"]: one for one in app.good("list_memories", limit=50)["memories"]}
    assert texts[later["new_memory_id"]]["content"] == "Third line\n\nFourth line"
    assert texts[turn["id"]]["content"] == "Hello\nthere\nGood\nmorning"
    assert all("\r" not in texts[one]["content"] for one in bulk["ids"])
    assert [one["content"] for one in app.good("history")["turns"]] == ["Hello\nthere", "Good\nmorning"]


@pytest.mark.requirement("D2", "S8")
def test_line_ends_make_no_other_memory(app: App) -> None:
    first = app.good("store_memory", content="The oak stands\nby the gate")

    assert app.good("store_memory", content="The oak stands\r\nby the gate")["duplicate_of"] == first["id"]


@pytest.mark.requirement("D2", "D8")
def test_line_ends_make_no_other_request(app: App) -> None:
    first = app.call("store_memory", content="One\r\ntwo", metadata={"category": "a\rb"}, idempotency_key="k")
    again = app.call("store_memory", content="One\ntwo", metadata={"category": "a\nb"}, idempotency_key="k")
    # The two characters backslash and r are no line end.
    other = app.call("store_memory", content="One\\ntwo", metadata={"category": "a\nb"}, idempotency_key="k")

    assert (first.status, again.body["id"], other.status) == (200, first.body["id"], 422)
    assert again.headers["idempotent-replayed"] == "true"


@pytest.mark.requirement("D2")
def test_a_split_token_is_found_over_windows_line_ends(agent: Agent) -> None:
    token = "gh" + "p_" + "Q7xT2mVb9LkR4wZ8sYc1" + "HnD6fJ3gP5aE0uKq"

    answer = agent.call("remember", text=f"{token[:20]}\r\n{token[20:]}")

    assert (answer.status, answer.error["reason"]) == (422, "credential")


@pytest.mark.requirement("D2")
def test_an_import_has_newlines_and_an_exchange_its_split(agent: Agent) -> None:
    carrier = Carrier(agent.key)
    said = "Hello\r\nthere"

    done = carrier.take(
        [memory(1, text=WINDOWS), memory(2, text=f"{said}\nGood morning", exchange_split=len(said))]
    )

    assert done["stored"] == 2
    kept = {one["text"]: one.get("exchange_split") for one in carrier.export("memory")}
    assert kept == {NEWLINE: None, "Hello\nthere\nGood morning": len("Hello\nthere")}


@pytest.mark.requirement("D2", "A7")
def test_a_connectors_result_stays_byte_for_byte(agent: Agent) -> None:
    result = json.dumps({"text": "one\r\ntwo\rthree \u2028 \ufffd \x00 \x85" + "x" * 3000}, ensure_ascii=False)
    body = '{"connector":"files","tool":"read","arguments":{"path":"a\\r\\nb"},"result":' + result + "}"
    for _ in range(2):
        answer = agent.send("/v1/tool-calls", body.encode(), **{"content-length": str(len(body.encode()))})
        assert answer.status == 200, answer.body

    assert agent.call("recall_result", cache_key=answer.body["pointer"]["cache_key"]).body["payload"] == result


@pytest.mark.requirement("D2")
@pytest.mark.parametrize("text", ["a\u2028b", "a\u2029b", "tab\there", "\ufeffmark", "it says \ufffd there"])
def test_what_is_no_control_character_stays(agent: Agent, text: str) -> None:
    agent.remember(text)

    assert agent.recall() == [text]


def test_newlines_take_the_place_of_both_line_ends() -> None:
    assert with_newlines("a\r\n\r\nb\rc\n\rd\r") == "a\n\nb\nc\n\nd\n"
    assert TextField("text", "a\r\nb").value == "a\nb"


# ---------------------------------------------------------------- characters


@pytest.mark.requirement("D2")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0123456789abcdef\0", "text: holds the control character U+0000 (NUL) at character 17; remove it"),
        ("a\r\nb\x1b[0m", "text: holds the control character U+001B (ESC) at character 4; remove it"),
        ("\x7f", "text: holds the control character U+007F (DEL) at character 1; remove it"),
        (
            "page\x0cpage",
            "text: holds the control character U+000C (FF) at character 5; put a newline in its place",
        ),
        ("a\x0bb", "text: holds the control character U+000B (VT) at character 2; put a newline in its place"),
        ("a\x85b", "text: holds the control character U+0085 (NEL) at character 2; put a newline in its place"),
        (
            "it\x92s",
            "text: holds the control character U+0092 at character 3; remove it, or read the text as Windows-1252 "
            "if it comes from there, and send it as UTF-8",
        ),
        (
            "ok \ud83c",
            "text: holds half a surrogate pair (U+D83C) at character 4; "
            "send the whole character, or remove the half",
        ),
    ],
)
def test_case_4_the_character_is_named_and_nothing_around_it(agent: Agent, text: str, message: str) -> None:
    answer = agent.call("remember", text=text)

    assert (answer.status, answer.error["code"]) == (400, "field.forbidden_character")
    assert answer.error["message"] == message
    assert agent.recall() == []


@pytest.mark.requirement("D2")
@pytest.mark.parametrize(("tool", "field", "arguments"), FIELDS, ids=IDS)
@pytest.mark.parametrize("character", ["\0", "\ud83c"])
def test_case_4_every_field_says_which_character(
    agent: Agent, tool: str, field: str, arguments: dict[str, Any], character: str
) -> None:
    answer = agent.call(tool, **written(arguments, f"Rosemary{character}"))

    assert (answer.status, answer.error["field"]) == (400, field)
    assert f"U+{ord(character):04X}" in answer.error["message"]
    assert "Rosemary" not in answer.error["message"]


@pytest.mark.requirement("D2")
def test_a_new_name_that_lost_a_character_is_refused(agent: Agent, app: App) -> None:
    lost = "caf\ufffd"
    for answer, field in (
        (agent.call("remember", text="x", key=lost), "key"),
        (agent.call("memory_save", content="x", key=lost), "key"),
        (app.call("add_speaker", speaker=lost), "speaker"),
    ):
        assert (answer.status, answer.error["code"]) == (400, "field.forbidden_character")
        assert answer.error["message"].startswith(f"{field}: holds U+FFFD at character 4")
    # What was kept under such a name before can be read and removed.
    assert agent.call("memory_get", key=lost).status == 200


# ---------------------------------------------------------------- bytes


def as_text(body: bytes) -> dict[str, Any]:
    """A body with a JSON content type, as API Gateway passes it on: U+FFFD where bytes are not UTF-8."""
    headers = {"content-type": "application/json", "content-length": str(len(body))}
    return {"headers": headers, "body": body.decode("utf-8", "replace"), "isBase64Encoded": False}


def as_base64(body: bytes) -> dict[str, Any]:
    """A body without a content type, and what the local server makes of bytes that are not UTF-8."""
    headers = {"content-length": str(len(body))}
    return {"headers": headers, "body": base64.b64encode(body).decode(), "isBase64Encoded": True}


def sent(key: str, route: Route, form: dict[str, Any], query: str = "", path: str = "") -> Answer:
    path = path or route.path.replace("{", "").replace("}", "")
    event = {
        "version": "2.0",
        "routeKey": route.key,
        "rawPath": path,
        "rawQueryString": query,
        "pathParameters": {"name": "name", "id": "id"},
        "requestContext": {"http": {"method": route.method, "path": path}, "requestId": "request-1"},
        **form,
    }
    event["headers"] = {**form["headers"], "authorization": f"Bearer {key}", "x-api-key": key}
    if "{" not in route.path:
        del event["pathParameters"]
    verdict = function("AuthorizeFunction").handler(event, NO_CONTEXT)
    event["requestContext"]["authorizer"] = {"lambda": verdict["context"]}
    answer = function(route.function).handler(event, NO_CONTEXT)
    return Answer(answer["statusCode"], json.loads(answer["body"]), answer["headers"])


@pytest.mark.requirement("D2")
@pytest.mark.parametrize("route", WITH_AUTHORIZER, ids=[route.key for route in WITH_AUTHORIZER])
def test_case_63_no_route_takes_a_body_that_is_not_utf8(
    agent: Agent, tables: DynamoDBClient, route: Route
) -> None:
    before = everything(tables)
    for body in (LATIN, OTHER_LATIN, GBK):
        for form in (as_text(body), as_base64(body)):
            answer = sent(agent.key, route, form)
            assert (answer.status, answer.error["code"]) == (400, "body.not_utf8"), route.key
            assert "UTF-8" in answer.error["message"]

    assert everything(tables) == before


@pytest.mark.requirement("D2")
@pytest.mark.parametrize("route", WITH_AUTHORIZER, ids=[route.key for route in WITH_AUTHORIZER])
def test_case_63_no_route_takes_an_address_that_is_not_utf8(agent: Agent, route: Route) -> None:
    answer = sent(agent.key, route, as_base64(b""), query="user_id=default&key=caf%E9")

    assert (answer.status, answer.error["code"], answer.error["field"]) == (400, "body.not_utf8", "query")


@pytest.mark.requirement("D2")
def test_case_63_a_path_that_was_not_utf8_is_refused(agent: Agent) -> None:
    route = next(route for route in stack().routes if route.key == "DELETE /v1/owner/connectors/{name}")

    answer = sent(agent.key, route, as_base64(b""), path="/v1/owner/connectors/caf\ufffd")

    assert (answer.status, answer.error["code"], answer.error["field"]) == (400, "body.not_utf8", "path")


@pytest.mark.requirement("D2", "A20")
@pytest.mark.parametrize("form", [as_text, as_base64])
@pytest.mark.parametrize("version", [LEGACY, "2026-07-28"])
def test_case_63_mcp_answers_in_its_own_form(agent: Agent, form: Any, version: str) -> None:
    client = McpAgent(agent.key, version=version)
    arguments = {"name": "tulimoa__remember", "arguments": {"text": "x", "key": "café"}}
    event = client.request_event("tools/call", arguments)
    body = json.dumps(json.loads(event["body"]), ensure_ascii=False).encode("latin-1")
    made = form(body)
    event |= {**made, "headers": event["headers"] | made["headers"]}

    answer = function("McpFunction").handler(event, NO_CONTEXT)

    error = json.loads(answer["body"])["error"]
    assert (answer["statusCode"], error["code"], error["data"]["code"]) == (400, -32700, "body.not_utf8")
    assert agent.recall() == []


@pytest.mark.requirement("D2")
def test_the_first_wrong_byte_is_named(agent: Agent) -> None:
    for form in (as_text(LATIN), as_base64(LATIN)):
        answer = sent(agent.key, route_to("remember"), form)
        assert f"byte {LATIN.index(0xE9) + 1}" in answer.error["message"]

    with pytest.raises(InvalidInput, match="byte 7 "):
        decoded(b"\xef\xbb\xbfabc\xe9")


def route_to(tool: str) -> Route:
    return next(route for route in stack().routes if route.path == f"/v1/tools/{tool}")


@pytest.mark.requirement("D2")
def test_a_replacement_character_that_was_sent_is_taken(agent: Agent) -> None:
    body = '{"text":"The log says caf\ufffd"}'.encode()

    assert sent(agent.key, route_to("remember"), as_text(body)).status == 200
    assert sent(agent.key, route_to("remember"), as_base64(body)).status == 200
    assert agent.recall() == ["The log says caf\ufffd"] * 2


@pytest.mark.requirement("D2")
def test_without_a_length_a_replacement_character_needs_its_escape(agent: Agent) -> None:
    plain, escaped = as_text('{"text":"caf\ufffd"}'.encode()), as_text(b'{"text":"caf\\ufffd"}')
    for form in (plain, escaped):
        del form["headers"]["content-length"]

    refused = sent(agent.key, route_to("remember"), plain)
    assert (refused.status, refused.error["code"]) == (400, "body.not_utf8")
    assert "\\ufffd" in refused.error["message"]
    assert sent(agent.key, route_to("remember"), escaped).status == 200


@pytest.mark.requirement("D2")
@pytest.mark.parametrize("form", [as_text, as_base64])
def test_a_byte_order_mark_before_json_is_taken(agent: Agent, form: Any) -> None:
    body = b"\xef\xbb\xbf" + '{"text":"Käse"}'.encode()

    assert sent(agent.key, route_to("remember"), form(body)).status == 200
    assert sent(agent.key, route_to("recall"), form(b"\xef\xbb\xbf")).texts == ["Käse"]


@pytest.mark.requirement("A20", "D2")
@pytest.mark.parametrize("form", [as_text, as_base64])
def test_a_byte_order_mark_before_a_message_is_taken(agent: Agent, form: Any) -> None:
    mark = b"\xef\xbb\xbf"
    for body, code in ((b'{"jsonrpc":"2.0","id":1,"method":"ping"}', None), (b"[]", -32600), (b"{", -32700)):
        event = McpAgent(agent.key, version=LEGACY).event("")
        made = form(mark + body)
        event |= {**made, "headers": event["headers"] | made["headers"]}
        answer = json.loads(function("McpFunction").handler(event, NO_CONTEXT)["body"])
        assert answer.get("error", {}).get("code") == code


@pytest.mark.requirement("D2")
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"])
@pytest.mark.parametrize("form", [as_text, as_base64])
def test_wide_encodings_are_told_to_send_utf8(agent: Agent, encoding: str, form: Any) -> None:
    answer = sent(agent.key, route_to("remember"), form('{"text":"Käse"}'.encode(encoding)))

    assert (answer.status, answer.error["code"]) == (400, "body.not_utf8")
    assert "UTF-8" in answer.error["message"]
    assert agent.recall() == []

"""What all operations of the stores share: keys, bodies, errors, and what is offered and what is not."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from commonplace.operations.contract import Tool
from commonplace.stores.registry import MEMORIES, REFUSED, SERVICE, SPEAKERS, STORES
from tests.conftest import new_key
from tests.support.agents import NO_CONTEXT, function, stack
from tests.support.apps import App, operation_event
from tests.support.clock import HandClock

OPERATIONS = (*STORES, *SPEAKERS, *MEMORIES, *SERVICE, *REFUSED)
WITH_BODY = [one for one in OPERATIONS if one not in REFUSED]


def named(operation: Tool[Any, Any]) -> str:
    return f"{operation.method} {operation.path}"


@pytest.mark.requirement("B1", "S10")
@pytest.mark.parametrize("operation", OPERATIONS, ids=named)
def test_a_bad_key_gets_401_in_the_dialects_own_form(app: App, operation: Tool[Any, Any]) -> None:
    for key in ("", "cpk_nothing", app.key[:-1]):
        answer = App(key).send(operation.method, operation.path, body="not looked at")
        assert answer.status == 401
        assert set(answer.body) == {"type", "error"}
        assert answer.error["type"] == "authentication_error"
        assert answer.error["request_id"] == "request-1"
        assert "X-API-Key" in answer.error["message"]


@pytest.mark.requirement("B1")
def test_the_key_is_taken_from_its_own_header_alone(app: App) -> None:
    sent = {"x-api-key": "", "authorization": f"Bearer {app.key}"}
    assert app.send("GET", "/api/v1/memory/collections", headers=sent).status == 401


@pytest.mark.requirement("S10", "S11")
@pytest.mark.parametrize("operation", WITH_BODY, ids=named)
def test_unknown_fields_and_broken_bodies_are_refused(app: App, operation: Tool[Any, Any]) -> None:
    for body, field in (
        ('{"user_id": "default", "surprise": 1}', "surprise"),
        ("{", "body"),
        ("[]", "body"),
        ('{"user_id": "a", "user_id": "b"}', "body"),
        ('{"user_id": NaN}', "user_id"),
        ('{"user_id": "default", "' + "x" * 30 + '": 1}', "unknown field"),
    ):
        answer = app.send(operation.method, operation.path, body=body)
        assert (answer.status, answer.error["type"]) == (400, "invalid_request_error")
        if "user_id" in operation.arguments.model_fields:
            assert answer.error["field"] in {field, "speaker", "memory_id"}


@pytest.mark.requirement("S10")
@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ("memoryId", "memoryId"),
        ("userID", "userID"),
        ("oldMemoryIDs", "oldMemoryIDs"),
        ("maxResultsPerPage", "maxResultsPerPage"),
        ("max_result", "max_result"),
        ("a" * 17, "unknown field"),
        ("thisIsAFieldWithMoreThanThirtyTwo", "unknown field"),
        ("sk" + "Q1w2E3r4T5", "unknown field"),
        ("aQwRtYbNmKpLz", "unknown field"),
        ("two words", "unknown field"),
        ("größe", "unknown field"),
    ],
)
def test_an_unknown_field_is_named_where_its_name_is_a_word(app: App, sent: str, field: str) -> None:
    unknown: dict[str, Any] = {sent: 1}
    refused = app.call("list_memories", **unknown)

    assert (refused.status, refused.error["field"]) == (400, field)


NUMBERS = [
    (one, name)
    for one in WITH_BODY
    for name, field in one.arguments.model_fields.items()
    if field.annotation in (int, float)
]


@pytest.mark.requirement("S10")
@pytest.mark.parametrize(("operation", "number"), NUMBERS, ids=lambda one: getattr(one, "name", one))
def test_null_for_a_number_is_its_default(app: App, operation: Tool[Any, Any], number: str) -> None:
    default = operation.arguments.model_fields[number].default
    answer = app.send(operation.method, operation.path, body=json.dumps({number: None}))

    assert answer.status == 200
    assert getattr(operation.parse({number: None}), number) == default


@pytest.mark.requirement("S10", "S11")
@pytest.mark.parametrize("operation", WITH_BODY, ids=named)
def test_null_for_anything_else_is_none(app: App, operation: Tool[Any, Any]) -> None:
    for name, field in operation.arguments.model_fields.items():
        if field.annotation is str:
            answer = app.send(operation.method, operation.path, body=json.dumps({name: None}))
            assert answer.status == 400
            assert answer.error["field"] in {"user_id", "memory_id", "speaker"}


@pytest.mark.requirement("S11")
@pytest.mark.parametrize(
    "content_type", ["application/json", "application/x-www-form-urlencoded", "text/plain", ""]
)
def test_bodies_are_json_whatever_the_content_type(app: App, content_type: str) -> None:
    answer = app.send(
        "POST",
        "/api/v1/memory/speakers",
        body=json.dumps({"user_id": "default", "speaker": "さくら"}),
        headers={"content-type": content_type},
    )
    assert (answer.status, answer.body["speaker"]) == (200, "さくら")


@pytest.mark.requirement("S11")
def test_a_base64_body_is_the_same_body(app: App) -> None:
    event = operation_event(
        "POST",
        "/api/v1/memory/speakers",
        "",
        base64.b64encode('{"speaker": "さくら"}'.encode()).decode(),
        {"x-api-key": app.key},
    ) | {"isBase64Encoded": True}
    event["requestContext"]["authorizer"] = {
        "lambda": function("AuthorizeFunction").handler(event, NO_CONTEXT)["context"]
    }
    answer = function("AddSpeakerFunction").handler(event, NO_CONTEXT)

    assert (answer["statusCode"], json.loads(answer["body"])["speaker"]) == (200, "さくら")


@pytest.mark.requirement("S11")
def test_a_get_takes_its_store_from_the_query_or_a_body(app: App) -> None:
    app.in_store("alice").good("add_speaker", speaker="Bob")

    for query, body in (
        ("user_id=alice", ""),
        ("", '{"user_id":"alice"}'),
        ("user_id=default", '{"user_id":"alice"}'),
    ):
        answer = app.send("GET", "/api/v1/memory/speakers", query=query, body=body)
        assert (answer.status, answer.body["count"]) == (200, 1)
    assert app.send("GET", "/api/v1/memory/speakers").body["count"] == 0
    assert app.send("GET", "/api/v1/memory/speakers", query="user=alice").error["field"] == "user"


@pytest.mark.requirement("S10")
def test_every_success_is_a_json_object_and_no_error_is_cached(app: App) -> None:
    for answer in (app.call("list_models"), app.call("stats", user_id="nobody")):
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.body


@pytest.mark.requirement("S11")
@pytest.mark.parametrize("model", ["tablet-1", "tablet-2", "scroll-9", ""])
def test_one_model_serves_whatever_the_header_names(app: App, model: str) -> None:
    answer = app.send("GET", "/api/v1/models", headers={"x-wos-model": model})

    assert answer.status == 200
    (one,) = answer.body["models"]
    assert (one["id"], one["available"], one["memory"]) == ("commonplace", True, "shared")
    assert one["capabilities"] == {
        "images": False,
        "engrams": True,
        "forms": False,
        "re_ask": False,
        "self_memories": False,
        "speaker_names": True,
    }


@pytest.mark.requirement("S11")
def test_engrams_are_listed_with_what_they_do(app: App) -> None:
    told = app.good("list_engrams")

    assert [one["name"] for one in told["engrams"]] == ["deep_recall", "timeline", "gather"]
    assert all(len(one["description"]) > 20 for one in told["engrams"])
    assert (told["forms"], told["note"]) == ([], None)


@pytest.mark.requirement("S11", "S10")
@pytest.mark.parametrize(("method", "path"), [("POST", "image"), ("POST", "images"), ("DELETE", "image")])
@pytest.mark.parametrize("body", ["", '{"user_id": "alice", "memory_id": "x", "preview": true}'])
def test_images_are_refused(app: App, clock: HandClock, method: str, path: str, body: str) -> None:
    for key in (app, App(new_key("acme", scopes=frozenset({"read"}), clock=clock))):
        answer = key.send(method, f"/api/v1/memory/{path}", body=body)
        assert (answer.status, answer.error["type"]) == (403, "permission_error")


@pytest.mark.requirement("S10")
def test_errors_name_the_requests_id(app: App) -> None:
    assert app.call("stats", user_id="nobody").error["request_id"] == "request-1"


@pytest.mark.requirement("S11")
def test_every_operation_has_its_route_with_its_own_authorizer() -> None:
    routes = {route.key: route.authorizer for route in stack().routes}

    assert {routes.get(named(one)) for one in OPERATIONS} == {"ApiKeyAuthorizer"}

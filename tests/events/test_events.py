"""Every event under ``events/``, handed to its handler in this process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from events.prepare import prepare
from tests.conftest import bind
from tests.events.cases import Case, cases, check, expectations, pinned
from tests.support.agents import NO_CONTEXT, function, stack
from tests.support.clock import HandClock

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_event_in_process(
    case: Case, engine_client: DynamoDBClient, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    bind(engine_client, clock, monkeypatch)
    key = prepare()
    for earlier in case.after:
        check(earlier, function(earlier.function).handler(earlier.event(key), NO_CONTEXT))

    check(case, function(case.function).handler(case.event(key), NO_CONTEXT))


def test_every_event_has_an_expectation() -> None:
    assert expectations() == {case.name for case in cases()}


CALLS = [case for case in cases() if not case.tool.startswith("background/")]
STREAMED = [case for case in cases() if "Records" in case.event("")]


@pytest.mark.parametrize("case", STREAMED, ids=lambda case: case.name)
def test_event_is_of_a_stream_of_its_function(case: Case) -> None:
    tables = {binding.table for binding in stack().streams if binding.function == case.function}

    for record in case.event("")["Records"]:
        assert record["eventSource"] == "aws:dynamodb"
        assert record["eventSourceARN"].split("/")[1] in tables
        assert record["dynamodb"]["StreamViewType"] == "KEYS_ONLY"
        assert set(record["dynamodb"]) & {"NewImage", "OldImage"} == set()


@pytest.mark.parametrize("case", CALLS, ids=lambda case: case.name)
def test_event_is_of_the_route_of_its_function(case: Case) -> None:
    event = case.event("")
    http = event["requestContext"]["http"]

    assert event["version"] == "2.0"
    route = event["routeKey"].replace("ANY", http["method"]).replace("+}", "}")
    asked_for = route.format_map(event.get("pathParameters", {}))
    assert event["routeKey"] == event["requestContext"]["routeKey"]
    assert asked_for == f"{http['method']} {http['path']}"
    if http["path"].startswith("/api/v1/"):
        assert event["headers"]["x-api-key"] == ""
        assert "authorization" not in event["headers"]
    elif case.tool in ("owner/dashboard", "owner/sign_in"):  # browsers send a cookie, and no key
        assert "authorization" not in event["headers"]
    elif not http["path"].startswith("/.well-known/"):  # who asks there has no key yet
        assert event["headers"]["authorization"].split()[0] in ("Bearer", "bearer", "Basic")
    if case.tool == "gateway/authorize":
        assert event["type"] == "REQUEST"
        assert event["identitySource"] == [event["headers"]["authorization"]]
        assert event["routeArn"].endswith(f"/$default/{http['method']}{http['path']}")
    else:
        routes = {route.key: route for route in stack().routes if route.function == case.function}
        assert event["routeKey"] in routes
        assert event["rawPath"] == http["path"]
        asked = routes[event["routeKey"]].authorizer is not None
        assert set(event["requestContext"].get("authorizer", ())) == ({"lambda"} if asked else set())


def test_comparison_notices_what_is_missing_other_or_more() -> None:
    expected = {"status": 200, "body": {"items": [{"text": "one"}]}}

    assert pinned({"status": 200, "body": {"items": [{"text": "one", "id": "1"}]}}, expected) == expected
    assert pinned({"status": 200, "body": {"items": []}}, expected) != expected
    assert pinned({"status": 200, "body": {"items": [{"text": "two"}]}}, expected) != expected
    assert pinned({"status": 200, "body": {"items": [{"text": "one"}, {"text": "two"}]}}, expected) != expected
    assert pinned({"status": 200}, expected) != expected

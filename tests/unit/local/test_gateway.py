"""The event that a function gets and what becomes of its answer, payload format 2.0."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

import pytest

from local import gateway
from local.gateway import MalformedAnswer, Request
from local.stack import Route

ROUTE = Route("Work", "POST", "/my/{name}", "Bearer")


def make(request: Request, parameters: dict[str, str] | None = None, authorizer: Any = None) -> dict[str, Any]:
    event = gateway.base_event(request, ROUTE, parameters or {})
    return gateway.function_event(event, request, authorizer)


class TestEvent:
    def test_the_documented_example(self) -> None:
        """The example of "Create AWS Lambda proxy integrations for HTTP APIs", without a client certificate."""
        request = Request(
            method="POST",
            raw_path="/my/path",
            raw_query="parameter1=value1&parameter1=value2&parameter2=value",
            headers={
                "header1": "value1",
                "header2": "value1,value2",
                "content-type": "text/plain",
                "host": "id.execute-api.us-east-1.amazonaws.com",
                "user-agent": "agent",
            },
            cookies=("cookie1", "cookie2"),
            body=b"Hello from client!",
            source_ip="192.0.2.1",
        )

        event = make(request, {"name": "path"}, {"lambda": {"key": "value"}})

        context = event["requestContext"]
        assert re.fullmatch(r"[A-Za-z0-9+/=]{16}", context.pop("requestId"))
        assert re.fullmatch(r"\d\d/[A-Z][a-z]{2}/\d{4}:\d\d:\d\d:\d\d \+0000", context.pop("time"))
        assert isinstance(context.pop("timeEpoch"), int)
        assert event == {
            "version": "2.0",
            "routeKey": "POST /my/{name}",
            "rawPath": "/my/path",
            "rawQueryString": "parameter1=value1&parameter1=value2&parameter2=value",
            "cookies": ["cookie1", "cookie2"],
            "headers": request.headers,
            "queryStringParameters": {"parameter1": "value1,value2", "parameter2": "value"},
            "requestContext": {
                "accountId": "000000000000",
                "apiId": "local",
                "authorizer": {"lambda": {"key": "value"}},
                "domainName": "id.execute-api.us-east-1.amazonaws.com",
                "domainPrefix": "id",
                "http": {
                    "method": "POST",
                    "path": "/my/path",
                    "protocol": "HTTP/1.1",
                    "sourceIp": "192.0.2.1",
                    "userAgent": "agent",
                },
                "routeKey": "POST /my/{name}",
                "stage": "$default",
            },
            "body": "Hello from client!",
            "pathParameters": {"name": "path"},
            "isBase64Encoded": False,
        }

    def test_what_is_empty_is_left_out(self) -> None:
        event = make(Request("POST", "/my/path"))

        absent = {"cookies", "queryStringParameters", "pathParameters", "stageVariables", "body"}
        assert absent.isdisjoint(event)
        assert event["rawQueryString"] == ""
        assert event["isBase64Encoded"] is False
        assert "authorizer" not in event["requestContext"]

    def test_the_path_is_decoded_and_the_raw_query_is_not(self) -> None:
        event = make(Request("POST", "/my/a%20b", "q=a%20b+c&empty="))

        assert event["rawPath"] == event["requestContext"]["http"]["path"] == "/my/a b"
        assert event["rawQueryString"] == "q=a%20b+c&empty="
        assert event["queryStringParameters"] == {"q": "a b c", "empty": ""}

    # What API Gateway does was measured against it: the table of ministackorg/ministack#766.
    @pytest.mark.parametrize(
        "kind",
        [
            "application/json",
            "application/json; charset=utf-8",
            "APPLICATION/JSON",
            "text/plain",
            "text/event-stream",
            "application/xml",
            "application/javascript",
        ],
    )
    def test_text_stays_text(self, kind: str) -> None:
        event = make(Request("POST", "/my/x", headers={"content-type": kind}, body='{"a":"é"}'.encode()))

        assert (event["body"], event["isBase64Encoded"]) == ('{"a":"é"}', False)

    @pytest.mark.requirement("D2")
    def test_text_that_is_not_utf8_is_base64(self) -> None:
        event = make(Request("POST", "/my/x", headers={"content-type": "application/json"}, body=b'"caf\xe9"'))

        assert (event["body"], event["isBase64Encoded"]) == ("ImNhZuki", True)

    @pytest.mark.requirement("A2")
    @pytest.mark.parametrize(
        "kind",
        [
            None,
            "",
            "application/x-www-form-urlencoded",
            "application/octet-stream",
            "application/vnd.api+json",
            "multipart/form-data; boundary=x",
            "image/png",
        ],
    )
    def test_everything_else_is_base64(self, kind: str | None) -> None:
        """Case 45: a POST without a content type carries the same bytes, encoded."""
        headers = {} if kind is None else {"content-type": kind}

        event = make(Request("POST", "/my/x", headers=headers, body=b'{"text":"x"}'))

        assert event["isBase64Encoded"] is True
        assert base64.b64decode(event["body"]) == b'{"text":"x"}'

    def test_events_share_nothing(self) -> None:
        request = Request("POST", "/my/x", headers={"a": "b"})

        make(request)["headers"]["a"] = "changed"

        assert make(request)["headers"] == {"a": "b"}

    def test_an_event_beyond_lambdas_limit(self) -> None:
        headers = {"content-type": "text/plain"}

        assert not gateway.too_large(make(Request("POST", "/my/x", headers=headers, body=b"x" * 6_000_000)))
        assert gateway.too_large(make(Request("POST", "/my/x", body=b"x" * 6_000_000)))


class TestAnswer:
    def test_the_usual_form(self) -> None:
        response = gateway.response(
            {
                "statusCode": 201,
                "headers": {"Content-Type": "text/html", "X-Number": 3, "X-Flag": True, "Connection": "close"},
                "cookies": ["a=1", "b=2"],
                "body": "é",
            }
        )

        assert response.status == 201
        assert response.body == "é".encode()
        assert response.headers == (
            ("Content-Type", "text/html"),
            ("X-Number", "3"),
            ("X-Flag", "true"),
            ("Set-Cookie", "a=1"),
            ("Set-Cookie", "b=2"),
        )

    def test_binary(self) -> None:
        response = gateway.response(
            {"statusCode": 200, "body": base64.b64encode(b"\x00\xff").decode(), "isBase64Encoded": True}
        )

        assert response.body == b"\x00\xff"

    def test_a_status_alone(self) -> None:
        response = gateway.response({"statusCode": "204"})

        assert (response.status, response.headers, response.body) == (204, (), b"")

    def test_the_default_content_type(self) -> None:
        assert gateway.response({"statusCode": 200, "body": "x"}).headers == (
            ("Content-Type", "text/plain;charset=UTF-8"),
        )

    @pytest.mark.parametrize(
        ("answer", "body"),
        [
            ("Hello", b"Hello"),
            ({"message": "Hello"}, b'{"message": "Hello"}'),
            ([1], b"[1]"),
            (None, b"null"),
        ],
    )
    def test_an_answer_without_status(self, answer: object, body: bytes) -> None:
        response = gateway.response(answer)

        assert (response.status, response.body) == (200, body)
        assert response.headers == (("Content-Type", "application/json"),)

    @pytest.mark.parametrize(
        "answer",
        [
            {"statusCode": "many"},
            {"statusCode": 99},
            {"statusCode": True},
            {"statusCode": None},
            {"statusCode": 200, "body": {"a": 1}},
            {"statusCode": 200, "body": "not base64!", "isBase64Encoded": True},
            {"statusCode": 200, "body": "é", "isBase64Encoded": True},
            {"statusCode": 200, "isBase64Encoded": "yes", "body": ""},
            {"statusCode": 200, "headers": ["a"]},
            {"statusCode": 200, "headers": {"a": ["b"]}},
            {"statusCode": 200, "headers": {"a": "b\r\nc: d"}},
            {"statusCode": 200, "headers": {"a b": "c"}},
            {"statusCode": 200, "cookies": "a=1"},
            {"statusCode": 200, "cookies": ["a=1\n"]},
            {"statusCode": 200, "body": "x" * (gateway.PAYLOAD_LIMIT + 1)},
            {"set": {1}},
        ],
    )
    def test_malformed(self, answer: object) -> None:
        with pytest.raises(MalformedAnswer):
            gateway.response(answer)

    def test_the_gateways_own_answers(self) -> None:
        response = gateway.message(404, "Not Found")

        assert json.loads(response.body) == {"message": "Not Found"}

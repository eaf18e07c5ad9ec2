"""The whole way of a request through the application, with small functions of its own."""

from __future__ import annotations

import io
import json
import zlib
from pathlib import Path
from typing import Any

import pytest

from local import gateway
from local.application import Application
from local.functions import Handler, LoadedFunction
from local.proxies import Proxies, read_networks
from local.stack import Authorizer, Cors, Function, Route, Stack

ROUTES = (
    Route("Echo", "POST", "/v1/tools/echo", "Bearer"),
    Route("Echo", "GET", "/open/{name}", None),
    Route("Fails", "POST", "/fails", None),
    Route("Odd", "POST", "/odd", None),
)


class Answer:
    """What came back over WSGI."""

    status: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class FakeEngine:
    def answer(
        self, target: str, body: dict[str, Any] | bytes, latest_write: str | None
    ) -> tuple[int, dict[str, Any], dict[str, str]]:
        return 200, {"target": target, "body": json.loads(body) if isinstance(body, bytes) else body}, {}


def echo(event: dict[str, Any], context: object) -> dict[str, Any]:
    return {"statusCode": 200, "headers": {"Content-Type": "application/json"}, "body": json.dumps(event)}


def fails(event: dict[str, Any], context: object) -> dict[str, Any]:
    raise ValueError(event["body"])


def authorize(event: dict[str, Any], context: object) -> dict[str, Any]:
    key = event["identitySource"][0]
    if key == "crash":
        raise RuntimeError(key)
    return {"isAuthorized": key == "Bearer good", "context": {"account_id": "a1"}}


@pytest.fixture
def log() -> list[str]:
    return []


@pytest.fixture
def app(log: list[str]) -> Application:
    handlers: dict[str, Handler] = {
        "Echo": echo,
        "Fails": fails,
        "Odd": lambda event, context: {"statusCode": "odd"},
        "Guard": authorize,
    }
    functions = {
        name: LoadedFunction(Function(name, name, Path(), "handler.handler", {}), handler)
        for name, handler in handlers.items()
    }
    authorizers = {"Bearer": Authorizer("Bearer", "Guard", ("authorization",), (), 20)}
    stack = Stack("s", Path(), {}, {}, routes=ROUTES, authorizers=authorizers)
    return Application(stack, functions, FakeEngine(), log.append)


PAGE = "https://app.example.com"
CORS = Cors((PAGE, "http://localhost:5173"), ("GET", "POST"), ("authorization", "x-api-key"), ("allow",), 600)


@pytest.fixture
def open_app(app: Application) -> Application:
    """The same application, which pages of two origins may call."""
    app._cors = CORS
    return app


def call(app: Application, method: str, uri: str, body: bytes = b"", **headers: str) -> Answer:
    """Call as waitress does."""
    answer = Answer()

    def start_response(status: str, fields: list[tuple[str, str]]) -> None:
        answer.status, answer.headers = status, dict(fields)

    path, _, query = uri.partition("?")
    environ = {
        "REQUEST_METHOD": method,
        "REQUEST_URI": uri,
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "REMOTE_ADDR": "127.0.0.1",
        "SERVER_PORT": "8787",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
        "HTTP_HOST": "127.0.0.1:8787",
        "CONTENT_LENGTH": str(len(body)),
        **headers,
    }
    answer.body = b"".join(app(environ, start_response))
    return answer


GOOD = {"HTTP_AUTHORIZATION": "Bearer good", "CONTENT_TYPE": "application/json"}


def test_a_call(app: Application, log: list[str]) -> None:
    answer = call(app, "POST", "/v1/tools/echo?a=1", b'{"x":1}', HTTP_X_SESSION_ID="s1", **GOOD)

    assert answer.status == "200 OK"
    event = answer.json
    assert event["routeKey"] == "POST /v1/tools/echo"
    assert event["headers"]["x-session-id"] == "s1"
    assert event["headers"]["content-length"] == "7"
    assert event["headers"]["x-forwarded-for"] == "127.0.0.1"
    assert event["requestContext"]["authorizer"] == {"lambda": {"account_id": "a1"}}
    assert event["body"] == '{"x":1}'
    assert answer.headers["Apigw-Requestid"] == event["requestContext"]["requestId"]
    assert int(answer.headers["Content-Length"]) == len(answer.body)
    assert len(log) == 1


@pytest.mark.requirement("B5")
def test_case_45_bytes_without_a_content_type(app: Application) -> None:
    event = call(
        app, "POST", "/v1/tools/echo", b'{"text":"x"}', HTTP_AUTHORIZATION=GOOD["HTTP_AUTHORIZATION"]
    ).json

    assert (event["body"], event["isBase64Encoded"]) == ("eyJ0ZXh0IjoieCJ9", True)
    assert "content-type" not in event["headers"]


def test_cookies_leave_the_headers(app: Application) -> None:
    event = call(app, "GET", "/open/x", HTTP_COOKIE="a=1; b=2").json

    assert event["cookies"] == ["a=1", "b=2"]
    assert "cookie" not in event["headers"]


@pytest.mark.parametrize(
    ("method", "uri", "body", "headers", "status", "message"),
    [
        ("POST", "/v1/tools/none", b"", {}, "404 Not Found", "Not Found"),
        ("GET", "/v1/tools/echo", b"", GOOD, "404 Not Found", "Not Found"),
        ("POST", "/v1/tools/echo", b"", {}, "401 Unauthorized", "Unauthorized"),
        ("POST", "/v1/tools/echo", b"", {"HTTP_AUTHORIZATION": "no"}, "403 Forbidden", "Forbidden"),
        (
            "POST",
            "/v1/tools/echo",
            b"",
            {"HTTP_AUTHORIZATION": "crash"},
            "500 Internal Server Error",
            "Internal Server Error",
        ),
        ("POST", "/fails", b"secret", {}, "500 Internal Server Error", "Internal Server Error"),
        ("POST", "/odd", b"", {}, "500 Internal Server Error", "Internal Server Error"),
        (
            "POST",
            "/v1/tools/echo",
            b"",
            {"CONTENT_LENGTH": str(gateway.BODY_LIMIT + 1)},
            "413 Request Entity Too Large",
            "Request Entity Too Large",
        ),
        (
            "POST",
            "/v1/tools/echo",
            b"x" * 6_300_000,
            GOOD,
            "413 Request Entity Too Large",
            "Request Entity Too Large",
        ),
        (
            "POST",
            "/v1/tools/echo",
            b"",
            {"HTTP_X_LONG": "x" * 10_240},
            "431 Request Header Fields Too Large",
            "Request Header Fields Too Large",
        ),
        ("POST", "/v1/tools/echo", b"", {"CONTENT_LENGTH": "many"}, "400 Bad Request", "Bad Request"),
    ],
)
def test_the_gateways_own_answers(
    app: Application,
    log: list[str],
    method: str,
    uri: str,
    body: bytes,
    headers: dict[str, str],
    status: str,
    message: str,
) -> None:
    answer = call(app, method, uri, body, **headers)

    assert (answer.status.lower(), answer.json) == (status.lower(), {"message": message})
    assert answer.headers["Content-Type"] == "application/json"
    assert len(log) == 1


@pytest.mark.requirement("D7")
def test_the_log_says_nothing_personal(app: Application, log: list[str]) -> None:
    call(app, "GET", "/open/mary?who=mary", HTTP_X_SESSION_ID="mary", HTTP_COOKIE="mary=1")
    call(app, "POST", "/fails", b"mary", CONTENT_TYPE="text/plain")
    call(app, "MARY", "/mary")

    assert "mary" not in " ".join(log).lower()
    assert log[0].startswith("GET /open/{name} 200 ")
    assert "ValueError at " in log[1]
    assert log[2].startswith("- - 404 ")


def test_health(app: Application) -> None:
    answer = call(app, "GET", "/healthz")

    assert (answer.status, answer.json) == ("200 OK", {"status": "ok"})


def test_health_is_asked_for_by_get_alone(app: Application) -> None:
    assert call(app, "POST", "/healthz").status == "404 Not Found"


def test_head_has_no_body(app: Application) -> None:
    answer = call(app, "HEAD", "/healthz")

    assert (answer.status, answer.body, answer.headers["Content-Length"]) == ("200 OK", b"", "15")


class TestDynamoDB:
    TARGET = "DynamoDB_20120810.GetItem"

    @pytest.mark.parametrize("uri", ["/_dynamodb", "/_dynamodb/"])
    @pytest.mark.parametrize("host", ["localhost:8787", "127.0.0.1", "[::1]:8787", "LOCALHOST"])
    def test_a_call(self, app: Application, uri: str, host: str) -> None:
        answer = call(app, "POST", uri, b'{"a":1}', HTTP_X_AMZ_TARGET=self.TARGET, HTTP_HOST=host)

        assert answer.json == {"target": self.TARGET, "body": {"a": 1}}
        assert answer.headers["Content-Type"] == "application/x-amz-json-1.0"
        assert answer.headers["x-amz-crc32"] == str(zlib.crc32(answer.body))

    @pytest.mark.parametrize(
        ("headers", "status"),
        [
            ({"HTTP_HOST": "evil.example"}, "403"),
            ({"HTTP_HOST": "localhost.evil.example:8787"}, "403"),
            ({"HTTP_HOST": ""}, "403"),
            ({"HTTP_ORIGIN": "http://127.0.0.1:8787"}, "403"),
            ({"HTTP_X_AMZ_TARGET": "Kinesis_20131202.ListStreams"}, "400"),
            ({"HTTP_X_AMZ_TARGET": ""}, "400"),
        ],
    )
    def test_refused(self, app: Application, headers: dict[str, str], status: str) -> None:
        answer = call(app, "POST", "/_dynamodb/", b"{}", **{"HTTP_X_AMZ_TARGET": self.TARGET, **headers})

        assert answer.status.startswith(status)
        assert b"target" not in answer.body

    def test_only_posts(self, app: Application) -> None:
        assert call(app, "GET", "/_dynamodb").status == "404 Not Found"

    @pytest.mark.requirement("B1")
    @pytest.mark.parametrize("uri", ["/_dynamodb", "/_dynamodb/"])
    def test_without_an_engine_there_is_no_such_address(self, uri: str) -> None:
        app = Application(Stack("s", Path(), {}, {}, routes=ROUTES[:0], authorizers={}), {}, log=None)

        answer = call(app, "POST", uri, b"{}", HTTP_X_AMZ_TARGET=self.TARGET, HTTP_HOST="localhost:8787")

        assert answer.status == "404 Not Found"


def preflight(app: Application, uri: str = "/v1/tools/echo", origin: str = PAGE, **headers: str) -> Answer:
    asked = {"HTTP_ACCESS_CONTROL_REQUEST_METHOD": "POST", "HTTP_ACCESS_CONTROL_REQUEST_HEADERS": "authorization"}
    return call(app, "OPTIONS", uri, b"", HTTP_ORIGIN=origin, **(asked | headers))


def of_cors(answer: Answer) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name.startswith("Access-Control-")}


@pytest.mark.requirement("E4")
def test_case_66_a_preflight_of_an_allowed_page_is_answered(open_app: Application) -> None:
    answer = preflight(open_app)

    assert (answer.status, answer.body, answer.headers["Vary"]) == ("204 No Content", b"", "Origin")
    assert of_cors(answer) == {
        "Access-Control-Allow-Origin": PAGE,
        "Access-Control-Allow-Methods": "GET,POST",
        "Access-Control-Allow-Headers": "authorization,x-api-key",
        "Access-Control-Max-Age": "600",
    }


@pytest.mark.requirement("E4")
@pytest.mark.parametrize(
    "origin", ["https://app.example.com:8443", "http://app.example.com", "null", "", f"{PAGE}/"]
)
def test_case_66_other_pages_get_no_preflight(open_app: Application, origin: str) -> None:
    for answer in (preflight(open_app, origin=origin), call(open_app, "GET", "/open/x", HTTP_ORIGIN=origin)):
        assert of_cors(answer) == {}


@pytest.mark.requirement("E4")
def test_case_66_without_origins_there_is_no_preflight(app: Application) -> None:
    answer = preflight(app)

    assert (answer.status, of_cors(answer)) == ("404 Not Found", {})
    assert of_cors(call(app, "GET", "/open/x", HTTP_ORIGIN=PAGE)) == {}


@pytest.mark.requirement("E4")
def test_options_that_are_no_preflight_get_no_headers(open_app: Application) -> None:
    for headers in ({}, {"HTTP_ORIGIN": PAGE}, {"HTTP_ACCESS_CONTROL_REQUEST_METHOD": "POST"}):
        answer = call(open_app, "OPTIONS", "/v1/tools/echo", b"", **headers)
        assert (answer.status, of_cors(answer)) == ("204 No Content", {})


@pytest.mark.requirement("E4")
@pytest.mark.parametrize(
    ("method", "uri", "headers", "status"),
    [
        ("POST", "/v1/tools/echo", GOOD, "200"),
        ("POST", "/v1/tools/echo", {}, "401"),
        ("POST", "/v1/tools/echo", {"HTTP_AUTHORIZATION": "no"}, "403"),
        ("GET", "/none", {}, "404"),
        ("GET", "/healthz", {}, "200"),
        ("POST", "/fails", {}, "500"),
    ],
)
def test_an_allowed_page_can_read_every_answer(
    open_app: Application, method: str, uri: str, headers: dict[str, str], status: str
) -> None:
    answer = call(open_app, method, uri, b"{}", HTTP_ORIGIN=PAGE, **headers)

    assert answer.status.startswith(status)
    # Never credentials: no page elsewhere reads what a cookie opens.
    assert of_cors(answer) == {"Access-Control-Allow-Origin": PAGE, "Access-Control-Expose-Headers": "allow"}


@pytest.mark.requirement("E4")
def test_no_page_reads_the_tables(open_app: Application) -> None:
    body = b'{"TableName":"x"}'
    answer = call(
        open_app, "POST", "/_dynamodb", body, HTTP_ORIGIN=PAGE, HTTP_X_AMZ_TARGET="DynamoDB_20120810.Scan"
    )

    assert (answer.status[:3] != "200", of_cors(answer)) == (True, {})


def seen(app: Application, peer: str = "127.0.0.1", **headers: str) -> dict[str, str]:
    event = call(app, "GET", "/open/x", b"", REMOTE_ADDR=peer, **headers).json
    names = ("host", "x-forwarded-proto", "x-forwarded-port", "x-forwarded-for")
    return {"domain": event["requestContext"]["domainName"], **{name: event["headers"][name] for name in names}}


FORWARDED = {"HTTP_X_FORWARDED_PROTO": "https", "HTTP_X_FORWARDED_HOST": "memory.example.com"}
OUTSIDE = {
    "domain": "memory.example.com",
    "host": "memory.example.com",
    "x-forwarded-proto": "https",
    "x-forwarded-port": "443",
}
DIRECT = {
    "domain": "127.0.0.1:8787",
    "host": "127.0.0.1:8787",
    "x-forwarded-proto": "http",
    "x-forwarded-port": "8787",
}


@pytest.mark.requirement("E5")
@pytest.mark.parametrize("peer", ["127.0.0.1", "127.8.0.1", "::1"])
def test_a_proxy_on_this_machine_is_believed(app: Application, peer: str) -> None:
    assert seen(app, peer, **FORWARDED) == {**OUTSIDE, "x-forwarded-for": peer}


@pytest.mark.requirement("E5")
@pytest.mark.parametrize("peer", ["10.0.0.7", "192.168.1.5", "::ffff:10.0.0.7", "fe80::1%eth0", ""])
def test_nobody_else_is_believed(app: Application, peer: str) -> None:
    assert seen(app, peer, **FORWARDED) == {**DIRECT, "x-forwarded-for": peer}


@pytest.mark.requirement("E5")
def test_a_configured_proxy_is_believed(app: Application) -> None:
    app._proxies = Proxies(read_networks("10.0.0.7, 172.16.0.0/12"))

    assert [seen(app, peer, **FORWARDED)["domain"] for peer in ("10.0.0.7", "172.17.0.2", "10.0.0.8")] == [
        "memory.example.com",
        "memory.example.com",
        "127.0.0.1:8787",
    ]


@pytest.mark.requirement("E5")
@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ({}, DIRECT),
        ({"HTTP_X_FORWARDED_PROTO": "https"}, DIRECT | {"x-forwarded-proto": "https", "x-forwarded-port": "443"}),
        ({"HTTP_X_FORWARDED_PROTO": "HTTPS"}, DIRECT | {"x-forwarded-proto": "https", "x-forwarded-port": "443"}),
        ({"HTTP_X_FORWARDED_PROTO": "javascript"}, DIRECT),
        # The nearest proxy's word is the last one.
        ({"HTTP_X_FORWARDED_PROTO": "https, http"}, DIRECT | {"x-forwarded-port": "80"}),
        (FORWARDED | {"HTTP_X_FORWARDED_PORT": "8443"}, OUTSIDE | {"x-forwarded-port": "8443"}),
        (FORWARDED | {"HTTP_X_FORWARDED_HOST": "evil.example, memory.example.com"}, OUTSIDE),
        (
            FORWARDED | {"HTTP_X_FORWARDED_HOST": "evil.example/x"},
            OUTSIDE | {"domain": DIRECT["domain"], "host": DIRECT["host"]},
        ),
    ],
)
def test_what_a_proxy_may_say(app: Application, sent: dict[str, str], expected: dict[str, str]) -> None:
    assert seen(app, **sent) == {**expected, "x-forwarded-for": "127.0.0.1"}

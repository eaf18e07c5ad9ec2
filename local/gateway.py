"""Converts requests and answers as API Gateway's HTTP APIs do, payload format 2.0."""

from __future__ import annotations

import base64
import binascii
import json
import os
import re
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote

from local.stack import Route
from local.yaml_tags import ACCOUNT, Value

API_ID = "local"
STAGE = "$default"
BODY_LIMIT = 10_000_000  # bytes of a request, API Gateway's
HEADER_LIMIT = 10_240  # bytes of request line and header values
PAYLOAD_LIMIT = 6 * 1024 * 1024  # bytes of an event or an answer, Lambda's

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
# Bodies of any other content type, or of none, are sent in base64.
_TEXT = re.compile(r"(?:text/.*|application/(?:json|xml|javascript))\Z")
_HEADER_NAME = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+\Z")
_HEADER_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*\Z")
# Headers of one connection, which the server sets.
_HOP_BY_HOP = frozenset(
    {
        "connection",
        "content-length",
        "keep-alive",
        "proxy-authenticate",
        "proxy-authorization",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)


class MalformedAnswer(Exception):
    """A function returned something that API Gateway cannot convert to HTTP."""


@dataclass(frozen=True)
class Request:
    """An HTTP request."""

    method: str
    raw_path: str  # percent-encoded
    raw_query: str = ""
    headers: dict[str, str] = field(default_factory=dict)  # names in lower case, cookies apart
    cookies: tuple[str, ...] = ()
    body: bytes = b""
    source_ip: str = "127.0.0.1"
    protocol: str = "HTTP/1.1"

    @property
    def query(self) -> dict[str, str]:
        """The decoded query parameters; of one that comes several times, the values joined by commas."""
        found: dict[str, str] = {}
        for key, value in parse_qsl(self.raw_query, keep_blank_values=True):
            found[key] = f"{found[key]},{value}" if key in found else value
        return found


@dataclass(frozen=True)
class Response:
    """An HTTP answer."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


def message(status: int, text: str) -> Response:
    """Return one of API Gateway's own answers."""
    return Response(status, (("Content-Type", "application/json"),), json.dumps({"message": text}).encode())


def base_event(request: Request, route: Route, parameters: dict[str, str]) -> dict[str, Any]:
    """Return the members that the events of a function and of its authorizer share; empty ones are absent.

    ``parameters`` are the values of the route's path variables.
    """
    now = time.time()
    path = unquote(request.raw_path)
    host = request.headers.get("host", "localhost")
    event: dict[str, Any] = {
        "version": "2.0",
        "routeKey": route.key,
        "rawPath": path,
        "rawQueryString": request.raw_query,
        "headers": dict(request.headers),
        "requestContext": {
            "accountId": ACCOUNT,
            "apiId": API_ID,
            "domainName": host,
            "domainPrefix": host.split(".", 1)[0].split(":", 1)[0],
            "http": {
                "method": request.method,
                "path": path,
                "protocol": request.protocol,
                "sourceIp": request.source_ip,
                "userAgent": request.headers.get("user-agent", ""),
            },
            "requestId": base64.b64encode(os.urandom(11)).decode(),
            "routeKey": route.key,
            "stage": STAGE,
            "time": _clf(now),
            "timeEpoch": int(now * 1000),
        },
    }
    if request.cookies:
        event["cookies"] = list(request.cookies)
    if query := request.query:
        event["queryStringParameters"] = query
    if parameters:
        event["pathParameters"] = parameters
    return event


def function_event(event: dict[str, Any], request: Request, authorizer: Value) -> dict[str, Any]:
    """Complete a base event, in place, for the function of the route.

    ``authorizer`` is the authorizer's answer as ``{"lambda": context}``; None on a route without one.
    """
    if authorizer is not None:
        event["requestContext"]["authorizer"] = authorizer
    if request.body:
        text = _text(request.body) if is_text(request.headers.get("content-type")) else None
        event["body"] = base64.b64encode(request.body).decode("ascii") if text is None else text
        event["isBase64Encoded"] = text is None
    else:
        event["isBase64Encoded"] = False
    return event


def _text(body: bytes) -> str | None:
    """Return a body as text; None if it is not UTF-8.

    API Gateway puts U+FFFD for such bytes. Here they are passed on in base64, so that functions can always tell.
    """
    try:
        return body.decode()
    except UnicodeDecodeError:
        return None


def is_text(content_type: str | None) -> bool:
    """Return whether a body of that content type is sent as text."""
    kind = (content_type or "").split(";", 1)[0].strip().lower()
    return _TEXT.match(kind) is not None


def too_large(event: dict[str, Any]) -> bool:
    """Return whether the event exceeds Lambda's size limit."""
    body = event.get("body", "")
    return len(body) > PAYLOAD_LIMIT // 6 and len(json.dumps(event, ensure_ascii=False).encode()) > PAYLOAD_LIMIT


def _clf(moment: float) -> str:
    """Return a time in common log format; strftime would use the locale for the month."""
    at = time.gmtime(moment)
    month = _MONTHS[at.tm_mon - 1]
    return f"{at.tm_mday:02}/{month}/{at.tm_year}:{at.tm_hour:02}:{at.tm_min:02}:{at.tm_sec:02} +0000"


def response(answer: Value) -> Response:
    """Convert a function's answer to HTTP by the rules of payload format 2.0.

    Raises
    ------
    MalformedAnswer
        If API Gateway would answer 500.
    """
    if not isinstance(answer, dict) or "statusCode" not in answer:
        text = answer if isinstance(answer, str) else _json(answer)
        return Response(200, (("Content-Type", "application/json"),), _limited(text.encode("utf-8", "replace")))
    status = _status(answer["statusCode"])
    headers = _headers(answer.get("headers"))
    for cookie in _list(answer.get("cookies")):
        headers.append(("Set-Cookie", _header_text(cookie)))
    body = _body(answer.get("body"), answer.get("isBase64Encoded", False))
    if body and not any(name.lower() == "content-type" for name, _ in headers):
        headers.append(("Content-Type", "text/plain;charset=UTF-8"))
    return Response(status, tuple(headers), body)


def _json(answer: Value) -> str:
    try:
        return json.dumps(answer)
    except (TypeError, ValueError) as error:
        raise MalformedAnswer("the answer is no JSON") from error


def _status(value: Value) -> int:
    if isinstance(value, str) and value.isascii() and value.isdigit():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 200 <= value <= 599:
        raise MalformedAnswer("statusCode is no HTTP status")
    return value


def _headers(value: Value) -> list[tuple[str, str]]:
    if value is None:
        return []
    if not isinstance(value, dict):
        raise MalformedAnswer("headers is no mapping")
    found = []
    for name, content in value.items():
        if not isinstance(name, str) or not _HEADER_NAME.match(name):
            raise MalformedAnswer("a header has no proper name")
        if name.lower() not in _HOP_BY_HOP:
            found.append((name, _header_text(content)))
    return found


def _header_text(value: Value) -> str:
    if isinstance(value, bool):
        value = str(value).lower()
    elif isinstance(value, int | float):
        value = str(value)
    if not isinstance(value, str):
        raise MalformedAnswer("a header's value is no text")
    wire = value.encode("utf-8", "replace").decode("latin-1")  # how WSGI carries bytes beyond ASCII
    if not _HEADER_VALUE.match(wire):
        raise MalformedAnswer("a header's value holds a control character")
    return wire


def _list(value: Value) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list | tuple):
        raise MalformedAnswer("cookies is no list")
    return list(value)


def _body(value: Value, encoded: Value) -> bytes:
    if value is None:
        return b""
    if not isinstance(value, str) or not isinstance(encoded, bool):
        raise MalformedAnswer("body is no text")
    if not encoded:
        return _limited(value.encode("utf-8", "replace"))
    try:
        return base64.b64decode(_limited(value.encode("ascii")), validate=True)
    except (UnicodeEncodeError, binascii.Error) as error:
        raise MalformedAnswer("body is no base64") from error


def _limited(body: bytes) -> bytes:
    if len(body) > PAYLOAD_LIMIT:
        raise MalformedAnswer("the answer is larger than Lambda allows")
    return body

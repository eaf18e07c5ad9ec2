"""JSON requests to an issuer, with limits on size and time; redirects are not followed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from functools import cache
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import ip_address
from typing import Any, NamedTuple
from urllib.parse import SplitResult, urlencode, urlsplit

from ...domain.times import ISSUER_SECONDS

Json = dict[str, Any]
LIMIT = 262_144  # bytes; of an issuer's documents, its keys are the largest: some 10 KB


class IssuerUnreachable(Exception):
    """The issuer gave no usable answer. The message never includes the answer."""


class IssuerDeclined(IssuerUnreachable):
    """The issuer rejected the request (status 400, 401 or 403)."""


class JsonRequest(NamedTuple):
    """A request for a JSON document: a POST if there is a form, else a GET."""

    url: str
    form: Mapping[str, str] | None = None
    headers: Mapping[str, str] = {}  # in addition to the default ones


Fetch = Callable[[JsonRequest], Json]


def fetch_json(request: JsonRequest, seconds: float = ISSUER_SECONDS) -> Json:
    """Send a request and return the JSON object of its answer.

    Parameters
    ----------
    request
        Its address must have passed :func:`is_address`.
    seconds
        For all of it: name resolution, connection, headers and body.

    Raises
    ------
    IssuerUnreachable
        If there is no answer in time, or none that is a JSON object with status 200.
    IssuerDeclined
        If the issuer rejects the request.
    """
    try:
        body = _threads().submit(_send, request, seconds).result(seconds)
    except (FutureTimeout, OSError, HTTPException):
        raise IssuerUnreachable("no answer in time") from None
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        raise IssuerUnreachable("the answer is no JSON") from None
    if not isinstance(value, dict):
        raise IssuerUnreachable("the answer is no JSON object")
    return value


def is_address(url: object) -> bool:
    """Whether requests may be sent to this address: https, or http to loopback only."""
    if not isinstance(url, str) or not url.isascii() or not url.isprintable() or " " in url:
        return False
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return False
    if not host or parts.username is not None or parts.fragment:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and _is_loopback(host))


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _send(request: JsonRequest, seconds: float) -> bytes:
    parts = urlsplit(request.url)
    connection = _connection(parts, seconds)
    headers = {"accept": "application/json", "user-agent": "commonplace", **request.headers}
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        if request.form is None:
            connection.request("GET", path, headers=headers)
        else:
            headers["content-type"] = "application/x-www-form-urlencoded"
            connection.request("POST", path, urlencode(request.form), headers)
        response = connection.getresponse()
        body = response.read(LIMIT + 1)
        if response.status in (400, 401, 403):
            raise IssuerDeclined("it declined")
        if response.status != 200:
            raise IssuerUnreachable("another status than 200")
        if len(body) > LIMIT:
            raise IssuerUnreachable("the answer is too large")
        return body
    finally:
        connection.close()


def _connection(parts: SplitResult, seconds: float) -> HTTPConnection:
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    return kind(str(parts.hostname), parts.port, timeout=seconds)


@cache
def _threads() -> ThreadPoolExecutor:
    # In a thread, since neither the resolver nor a slow socket supports a deadline for the whole request.
    return ThreadPoolExecutor(8, thread_name_prefix="issuer")

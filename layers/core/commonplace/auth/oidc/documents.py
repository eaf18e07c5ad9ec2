"""Asking an issuer for a document: JSON, within a size and a time, without following it elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotInTime
from functools import cache
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import ip_address
from typing import Any, NamedTuple
from urllib.parse import SplitResult, urlencode, urlsplit

from ...domain.times import ISSUER_SECONDS

Json = dict[str, Any]
LIMIT = 262_144  # bytes; of an issuer's documents, its keys are the largest: some 10 KB


class NotReached(Exception):
    """The issuer did not answer as it should; never with what it answered."""


class Declined(NotReached):
    """The issuer answered that it does not do what it was asked."""


class Question(NamedTuple):
    """What is asked.

    Attributes
    ----------
    url
        Where.
    form
        What is posted; None: it is a GET.
    headers
        What is sent beside the usual.
    """

    url: str
    form: Mapping[str, str] | None = None
    headers: Mapping[str, str] = {}


Ask = Callable[[Question], Json]


def ask(question: Question, seconds: float = ISSUER_SECONDS) -> Json:
    """Ask for a document.

    Parameters
    ----------
    question
        What is asked, at a checked address.
    seconds
        For all of it: names, connection, headers and body.

    Raises
    ------
    NotReached
        If there is no answer in time, none with status 200, or none that is a JSON object.
    Declined
        If it answers that it does not do it.
    """
    try:
        body = _threads().submit(_exchange, question, seconds).result(seconds)
    except (NotInTime, OSError, HTTPException):
        raise NotReached("no answer in time") from None
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        raise NotReached("the answer is no JSON") from None
    if not isinstance(value, dict):
        raise NotReached("the answer is no JSON object")
    return value


def is_address(url: object) -> bool:
    """Tell whether an issuer may be asked there: https, and http on this machine alone."""
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


def _exchange(question: Question, seconds: float) -> bytes:
    parts = urlsplit(question.url)
    connection = _connection(parts, seconds)
    headers = {"accept": "application/json", "user-agent": "commonplace", **question.headers}
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        if question.form is None:
            connection.request("GET", path, headers=headers)
        else:
            headers["content-type"] = "application/x-www-form-urlencoded"
            connection.request("POST", path, urlencode(question.form), headers)
        response = connection.getresponse()
        body = response.read(LIMIT + 1)
        if response.status in (400, 401, 403):
            raise Declined("it declined")
        if response.status != 200:
            raise NotReached("another status than 200")
        if len(body) > LIMIT:
            raise NotReached("the answer is too large")
        return body
    finally:
        connection.close()


def _connection(parts: SplitResult, seconds: float) -> HTTPConnection:
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    return kind(str(parts.hostname), parts.port, timeout=seconds)


@cache
def _threads() -> ThreadPoolExecutor:
    # An exchange of its own thread: neither the resolver nor a socket that drips knows a deadline for the whole.
    return ThreadPoolExecutor(8, thread_name_prefix="issuer")

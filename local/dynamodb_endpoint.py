"""Lets other processes on this machine reach the tables: `sam local invoke`, the aws command, a notebook.

It is there only with ``python -m local serve --dynamodb``.
"""

from __future__ import annotations

import json
import uuid
import zlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Protocol

from local.dynamodb.engine import LATEST_WRITE
from local.gateway import Request, Response, message

PATHS = ("/_dynamodb", "/_dynamodb/")
_TARGETS = ("DynamoDB_20120810.", "DynamoDBStreams_20120810.")
_LOOPBACK = ("localhost", "127.0.0.1", "[::1]", "host.docker.internal")


class Engine(Protocol):
    """What the endpoint needs of the embedded engine."""

    def answer(
        self, target: str, body: dict[str, Any] | bytes, latest_write: str | None
    ) -> tuple[int, dict[str, Any], dict[str, str]]:
        """Answer one call of DynamoDB's API, with headers."""


def serve(engine: Engine, request: Request) -> Response:
    """Answer a call of DynamoDB's HTTP API.

    The endpoint asks for no credentials, so it answers only to programs of this machine that name it as such:
    a web page that reaches it through a browser sends an Origin or, after rebinding a name, a foreign Host.

    Parameters
    ----------
    engine
        The embedded engine.
    request
        The request.

    Returns
    -------
    Response
        The engine's answer, with the checksum that SDKs verify.
    """
    headers = request.headers
    if request.method != "POST":
        return message(404, "Not Found")
    if _host(headers.get("host", "")) not in _LOOPBACK or "origin" in headers:
        return message(403, "Forbidden")
    target = headers.get("x-amz-target", "")
    if not target.startswith(_TARGETS):
        return _answer(400, _error("UnknownOperationException", "X-Amz-Target names no DynamoDB operation"))
    return _answer(*engine.answer(target, request.body, headers.get(LATEST_WRITE)))


def _host(header: str) -> str:
    name, colon, port = header.rpartition(":")
    return (name if colon and port.isdigit() else header).lower()


def _error(kind: str, text: str) -> dict[str, Any]:
    return {"__type": f"com.amazon.coral.service#{kind}", "message": text}


def _answer(status: int, content: dict[str, Any], more: Mapping[str, str] = MappingProxyType({})) -> Response:
    body = json.dumps(content, separators=(",", ":")).encode()
    headers = (
        ("Content-Type", "application/x-amz-json-1.0"),
        ("x-amz-crc32", str(zlib.crc32(body))),
        ("x-amzn-RequestId", str(uuid.uuid4())),
        *more.items(),
    )
    return Response(status, headers, body)

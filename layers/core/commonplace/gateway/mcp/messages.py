"""Reads the JSON-RPC message of an HTTP request, with all checks that do not depend on its method."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ...domain.strict_json import decoded
from ...operations.http import Event, body_bytes, json_object
from ...refusals.errors import InvalidInput, TooLarge
from .origins import origin_allowed
from .rpc_errors import INVALID_REQUEST, NOT_SERVED, PARSE_ERROR, MessageRefused, RequestId


@dataclass(frozen=True, slots=True)
class Message:
    """A request, or, without a request id, a notification, which is only answered with 202."""

    request_id: RequestId | None
    method: str
    params: Mapping[str, Any] | None


def check_path(event: Event) -> None:
    """Refuse addresses below the endpoint's; with a slash at its end it is the same one.

    Raises
    ------
    MessageRefused
        With 404.
    """
    if (event.get("pathParameters") or {}).get("rest"):
        raise MessageRefused(NOT_SERVED, "there is nothing at this address; the endpoint is /mcp", status=404)


def check_method(event: Event) -> None:
    """Refuse every method but POST: this server has no streams to open and no sessions to end.

    Raises
    ------
    MessageRefused
        With 405.
    """
    if event["requestContext"]["http"]["method"] != "POST":
        raise MessageRefused(NOT_SERVED, "only POST is served here", status=405, headers={"allow": "POST"})


def check_origin(event: Event, configured: Collection[str]) -> None:
    """Refuse a web page whose origin is not allowed.

    Raises
    ------
    MessageRefused
        With 403.
    """
    if not origin_allowed(event, configured):
        raise MessageRefused(NOT_SERVED, "this Origin may not call; see AllowedOrigins of the stack", status=403)


def check_types(event: Event) -> None:
    """Refuse a request that does not accept JSON, or whose body is declared as something else.

    Raises
    ------
    MessageRefused
        With 406 or 415.
    """
    headers: Mapping[str, str] = event.get("headers") or {}
    if not _accepts_json(headers.get("accept", "")):
        raise MessageRefused(NOT_SERVED, "the answer is application/json; let Accept name it", status=406)
    kind = headers.get("content-type", "").split(";", 1)[0].strip().lower()
    if kind not in ("", "application/json"):
        raise MessageRefused(NOT_SERVED, "the body must be application/json", status=415)


def read_message(event: Event) -> Message:
    """Read the only message of a request.

    Raises
    ------
    MessageRefused
        If the body is not JSON, or not one request or notification.
    """
    body = _object(event)
    request_id = _request_id(body)
    if body.get("jsonrpc") != "2.0":
        raise MessageRefused(INVALID_REQUEST, 'jsonrpc: must be "2.0"', request_id=request_id)
    method, params = body.get("method"), body.get("params")
    if not isinstance(method, str):
        raise MessageRefused(INVALID_REQUEST, "method: must be a string", request_id=request_id)
    if params is not None and not isinstance(params, dict):
        raise MessageRefused(INVALID_REQUEST, "params: must be an object", request_id=request_id)
    return Message(request_id, method, params)


def _accepts_json(accept: str) -> bool:
    if not accept.strip():
        return True
    for part in accept.split(","):
        kind, *parameters = (word.strip().lower() for word in part.split(";"))
        refused = any(word.replace(" ", "").rstrip(".0") == "q=" for word in parameters)
        if kind in ("*/*", "application/*", "application/json") and not refused:
            return True
    return False


def _object(event: Event) -> dict[str, Any]:
    try:
        return json_object(event)
    except TooLarge as refusal:
        raise MessageRefused.of(refusal, INVALID_REQUEST, status=refusal.status) from None
    except InvalidInput as refusal:
        if not _is_json(event):
            raise MessageRefused.of(refusal, PARSE_ERROR) from None
        refused = MessageRefused.of(refusal, INVALID_REQUEST)
        if refusal.code == "json.not_an_object":  # a batch, or a bare value
            refused.message += "; one message a request"
        raise refused from None


def _is_json(event: Event) -> bool:
    with suppress(InvalidInput, ValueError, RecursionError):
        json.loads(decoded(body_bytes(event)))
        return True
    return False


def _request_id(body: Mapping[str, Any]) -> RequestId | None:
    if "id" not in body:
        return None
    request_id = body["id"]
    if isinstance(request_id, bool) or not isinstance(request_id, str | int):
        raise MessageRefused(INVALID_REQUEST, "id: must be a string or a whole number")
    return request_id

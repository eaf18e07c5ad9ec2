"""The shared entry of every HTTP function: from event to answer, and from errors to statuses.

Answers are always JSON. Errors have one form in every dialect::

    {"type": "error", "error": {"type", "code", "message", "request_id", "field"?}}
"""

from __future__ import annotations

import base64
import binascii
import codecs
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

from ..domain.strict_json import read_json
from ..refusals.errors import Busy, InvalidInput, NotSignedIn, Refusal, TooLarge
from .call import Call
from .caller import caller_of, session_of
from .field_names import is_plain_name
from .runtime import Runtime, runtime

if TYPE_CHECKING:
    from .contract import Result, Tool

Event = Mapping[str, Any]
Answer = dict[str, Any]

BODY_LIMIT = 1_048_576  # bytes; the largest valid request of the tools is well below
# U+FFFD, which API Gateway puts for bytes that are not UTF-8 in bodies that it passes on as text. The body is then
# longer or shorter than its Content-Length says; a U+FFFD that was sent leaves it as it was
# (docs/decisions/0023-bytes-and-browsers.md).
_REPLACED = "\ufffd".encode()


Run = Callable[[Call, Event], "Result"]


class Replay(Exception):
    """A write was done before under its idempotency key; ``body`` is the JSON of its answer."""

    def __init__(self, body: str) -> None:
        super().__init__("done before")
        self.body = body


def answer_tool(tool: Tool[Any, Any], event: Event, run: Run | None = None) -> Answer:
    """Run a tool on an event of the HTTP API (payload 2.0) and answer it.

    ``run`` reads the event and runs the tool, if its arguments are more than the body.
    """
    try:
        caller = caller_of(authorizer_context(event))
        call = Call(caller, session_of(event.get("headers") or {}), process())
        caller.require(tool.scope)  # before the body is read: a caller without the scope learns nothing else
        check_address(event)
        result = tool.call(call, json_object(event), tool.counted_as) if run is None else run(call, event)
    except Replay as replay:
        return replayed(replay)
    except Refusal as refusal:
        return refused(refusal, event)
    except Exception as error:
        return failed(error, tool.name, event)
    return answered(result.to_json())


def process() -> Runtime:
    """Return this process's runtime; tests replace this function."""
    return runtime()


def answered(body: str, status: int = 200) -> Answer:
    """Answer with JSON."""
    return {
        "statusCode": status,
        "headers": {"content-type": "application/json", "cache-control": "no-store"},
        "body": body,
    }


def replayed(replay: Replay) -> Answer:
    """Answer what was answered before."""
    answer = answered(replay.body)
    answer["headers"]["idempotent-replayed"] = "true"
    return answer


def refused(refusal: Refusal, event: Event) -> Answer:
    """Answer a refusal."""
    head = {"type": refusal.type, "code": refusal.code, "message": refusal.message}
    error = {**head, "request_id": request_id(event), **refusal.data()}
    answer = answered(json.dumps({"type": "error", "error": error}), refusal.status)
    if isinstance(refusal, Busy):
        answer["headers"]["retry-after"] = "1"
    if (wait := refusal.details.get("retry_after_ms")) is not None:
        answer["headers"]["retry-after"] = str(-(-int(wait) // 1000))
    if isinstance(refusal, NotSignedIn):
        answer["headers"]["www-authenticate"] = "Bearer"
    return answer


def failed(error: Exception, function: str, event: Event) -> Answer:
    """Answer a fault of ours, and log where it happened; never what was sent in."""
    return refused(fault(error, function, request_id(event)), event)


def fault(error: Exception, function: str, request_id: str) -> Refusal:
    """Log a fault of ours, and return the refusal that answers it."""
    from ..storage.commit import is_throttle
    from ..storage.disk import disk_fault
    from .logs import log_fault

    if is_throttle(error):
        return Busy("service.busy")
    if (found := disk_fault(error)) is not None:
        return found
    log_fault(error, function=function, request_id=request_id)
    return Refusal("service.failed")


def json_object(event: Event) -> dict[str, Any]:
    """Read an event's body as a JSON object; an empty body is one without fields.

    Raises
    ------
    TooLarge
        Over :data:`BODY_LIMIT`.
    InvalidInput
        As :func:`parse_object`.
    """
    return parse_object(body_bytes(event))


def body_bytes(event: Event, limit: int = BODY_LIMIT) -> bytes:
    """Return an event's body of at most ``limit`` bytes.

    Raises
    ------
    TooLarge
        Over the limit.
    InvalidInput
        If the event marks it as base64 and it is not, or bytes that are not UTF-8 were replaced before it came
        here.
    """
    raw = event.get("body") or ""
    if len(raw) > 2 * limit:
        raise TooLarge("body.too_large", field="body", most=limit)
    if event.get("isBase64Encoded"):
        try:
            data = base64.b64decode(raw, validate=True)
        except (binascii.Error, ValueError):
            raise InvalidInput("body.not_base64", field="body") from None
    else:
        data = raw.encode("utf-8", "surrogatepass")
        if _REPLACED in data and (event.get("headers") or {}).get("content-length") != str(len(data)):
            raise InvalidInput("body.not_utf8.replaced", field="body", at=data.index(_REPLACED) + 1)
    if len(data) > limit:
        raise TooLarge("body.too_large", field="body", most=limit)
    return data


def check_address(event: Event) -> None:
    """Refuse a path or a query with percent-encoded bytes that are not UTF-8.

    The event's decoded parameters have U+FFFD in their place, so that two names could become one.

    Raises
    ------
    InvalidInput
        The error names path or query.
    """
    if "\ufffd" in str(event.get("rawPath", "")):
        raise InvalidInput("body.not_utf8.address", field="path")
    try:
        unquote_to_bytes(event.get("rawQueryString") or "").decode()
    except UnicodeDecodeError:
        raise InvalidInput("body.not_utf8.address", field="query") from None


def parse_object(data: bytes) -> dict[str, Any]:
    """Parse a JSON object strictly: what the guards judge must be what is stored.

    >>> parse_object(b'{"key": "deadline"}')
    {'key': 'deadline'}

    Raises
    ------
    InvalidInput
        Not UTF-8, not JSON, not an object, a key twice, NaN or infinity; never with a part of the body, except for
        the name of a field that is NaN or infinite, if that is plain.
    """
    if not data.removeprefix(codecs.BOM_UTF8).strip():
        return {}
    value = read_json(data, object_pairs_hook=_unique, parse_constant=lambda _: _NO_NUMBER)
    _refuse_no_number("body", value)
    if not isinstance(value, dict):
        raise InvalidInput("json.not_an_object", field="body")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise InvalidInput("json.duplicate_name", field="body")
    for name, one in pairs:
        _refuse_no_number(name, one)
    return value


_NO_NUMBER = object()  # what NaN, Infinity and -Infinity are read as, until the field that holds it is known


def _refuse_no_number(name: str, value: Any) -> None:
    if isinstance(value, list):
        for one in value:
            _refuse_no_number(name, one)
    elif value is _NO_NUMBER:
        raise InvalidInput("json.not_a_number", field=name if is_plain_name(name) else "body")


def authorizer_context(event: Event) -> Mapping[str, Any]:
    """Return the authorizer's answer, which the API passes on."""
    authorizer = event.get("requestContext", {}).get("authorizer") or {}
    context: Mapping[str, Any] = authorizer.get("lambda") or {}
    return context


def request_id(event: Event) -> str:
    """Return the id of a request in the logs."""
    return str(event.get("requestContext", {}).get("requestId", ""))

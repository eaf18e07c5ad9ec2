"""MCP's Streamable HTTP with one JSON answer per request: from API Gateway's event to its answer.

It has no knowledge of tools, so that tests can run other servers behind the same code.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ...operations.http import Answer, Event, answered, fault, request_id
from ...refusals.errors import Refusal
from .messages import Message, check_method, check_origin, check_path, check_types, read_message
from .rpc_errors import INTERNAL_ERROR, MessageRefused
from .sdk import Era, Json, Server, dispatch, era_of, validate, with_era_fields

ConnectionT = TypeVar("ConnectionT")
ANSWER_LIMIT = 6 * 1024 * 1024 - 16_384  # bytes; Lambda's own, less what surrounds the body
FUNCTION = "mcp"  # in the log


# Takes the connection, the event and the parameters.
Method = Callable[[ConnectionT, Event, Mapping[str, Any]], Json]


@dataclass(frozen=True)
class Transport(Generic[ConnectionT]):
    """Answers requests of MCP clients.

    Attributes
    ----------
    identify
        Returns the connection of an event; raises :class:`MessageRefused` without a valid caller.
    server
        Returns the SDK's server for a connection: it answers the handshake and every method that is not direct.
    direct
        Methods that are answered outside the SDK and its event loop; their results are not converted.
    origins
        Returns the web origins that may call.
    """

    identify: Callable[[Event], ConnectionT]
    server: Callable[[ConnectionT], Server[Any]]
    direct: Mapping[str, Method[ConnectionT]]
    origins: Callable[[], Collection[str]] = tuple

    def answer(self, event: Event) -> Answer:
        """Answer an event of the HTTP API (payload 2.0); a refusal is a JSON-RPC error."""
        try:
            check_path(event)
            check_method(event)
            check_origin(event, self.origins())
            connection = self.identify(event)
            check_types(event)
            message = read_message(event)
        except MessageRefused as refusal:
            return _refused(refusal)
        except Exception as error:
            return _refused(_fault(error, event))
        return self._exchange(event, connection, message)

    def _exchange(self, event: Event, connection: ConnectionT, message: Message) -> Answer:
        era = None
        try:
            era = era_of(event.get("headers") or {}, message)
            if message.request_id is None:
                return {"statusCode": 202, "headers": {"cache-control": "no-store"}}
            result = self._result(event, connection, era, message)
            body = _serialized({"jsonrpc": "2.0", "id": message.request_id, "result": result})
        except MessageRefused as refusal:
            return _refused(refusal, era, message)
        except Exception as error:
            return _refused(_fault(error, event), era, message)
        return answered(body)

    def _result(self, event: Event, connection: ConnectionT, era: Era, message: Message) -> Json:
        server = self.server(connection)
        direct = self.direct.get(message.method)
        if direct is None:
            return dispatch(server, era, message)
        validate(era, message)
        return with_era_fields(server, era, direct(connection, event, message.params or {}))


def _fault(error: Exception, event: Event) -> MessageRefused:
    """Log a fault, and return the same error as the HTTP operations do."""
    if isinstance(error, Refusal):
        return MessageRefused.of(error, INTERNAL_ERROR)
    refused = MessageRefused.of(fault(error, FUNCTION, request_id(event)), INTERNAL_ERROR)
    refused.data["request_id"] = request_id(event)
    return refused


def _refused(refusal: MessageRefused, era: Era | None = None, message: Message | None = None) -> Answer:
    status = refusal.status
    if status is None:
        status = 400 if era is None else era.status(refusal.code)
    if message is not None:
        refusal.request_id = message.request_id
    answer = answered(_serialized(refusal.wire()), status)
    answer["headers"].update(refusal.headers)
    return answer


def _serialized(message: Json) -> str:
    text = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    try:
        size = len(text.encode())
    except UnicodeEncodeError:  # an unpaired surrogate, for instance in a request's id
        text = json.dumps(message, allow_nan=False, separators=(",", ":"))
        size = len(text)
    # Lambda wraps the text in JSON again, where quotes and line ends take two bytes.
    if size > ANSWER_LIMIT // 2 and len(json.dumps(text, ensure_ascii=False).encode()) > ANSWER_LIMIT:
        raise MessageRefused(INTERNAL_ERROR, "the result is larger than the 6 MB that can be answered")
    return text

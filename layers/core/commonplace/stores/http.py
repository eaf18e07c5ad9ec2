"""The entry of the stores' functions: as :mod:`commonplace.operations.http`, with this dialect's headers."""

from __future__ import annotations

from typing import Any

from ..domain.spaces import DEFAULT_STORE
from ..domain.stores import canonical_id, checked_store_id
from ..operations.call import Call, StoreView
from ..operations.caller import caller_of, session_of
from ..operations.contract import Tool
from ..operations.http import (
    Answer,
    Event,
    Replay,
    answered,
    authorizer_context,
    check_address,
    failed,
    json_object,
    process,
    refused,
    replayed,
)
from ..operations.idempotency import attempt_in
from ..operations.usage import counted
from ..refusals.errors import Refusal
from ..storage.usage import STORES


def answer_operation(operation: Tool[Any, Any], event: Event) -> Answer:
    """Run an operation of the stores' dialect on an event of the HTTP API (payload 2.0), and answer it."""
    try:
        caller = caller_of(authorizer_context(event), header="X-API-Key: <key>")
        caller.require(operation.scope)
        check_address(event)
        headers = event.get("headers") or {}
        body = {**(event.get("queryStringParameters") or {}), **json_object(event)}
        arguments = operation.parse(body)
        store = checked_store_id(getattr(arguments, "user_id", DEFAULT_STORE))
        view = StoreView(canonical_id(store), caller.level, operation.wide)
        attempt = attempt_in(headers, operation.name, body, caller) if operation.writes else None
        call = Call(caller, session_of(headers), process(), view, attempt)
        with counted(call, STORES, writes=operation.writes):
            result = operation.run(call, arguments)
    except Replay as replay:
        return replayed(replay)
    except Refusal as refusal:
        return refused(refusal, event)
    except Exception as error:
        return failed(error, operation.name, event)
    return answered(result.to_json())

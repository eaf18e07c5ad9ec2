"""The entry of the stores' functions: as :mod:`commonplace.operations.http`, with this dialect's headers."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any

from ..domain.spaces import DEFAULT_STORE
from ..domain.stores import canonical_id, checked_store_id
from ..guards.characters import with_newlines
from ..operations.call import Attempt, Call, StoreView
from ..operations.caller import Caller, caller_of, session_of
from ..operations.contract import Tool
from ..operations.http import (
    Answer,
    Event,
    answered,
    authorizer_context,
    check_address,
    failed,
    json_object,
    process,
    refused,
)
from ..operations.idempotency import Replay
from ..operations.usage import counted
from ..refusals.errors import InvalidInput, Refusal
from ..storage.usage import STORES

_KEY = re.compile(r"[A-Za-z0-9._:-]{1,128}", re.ASCII)


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
        view = StoreView(
            canonical_id(store), caller.level, operation.wide, _attempt(operation, headers, body, caller)
        )
        call = Call(caller, session_of(headers), process(), view)
        with counted(call, STORES, writes=operation.writes):
            result = operation.run(call, arguments)
    except Replay as replay:
        answer = answered(replay.body)
        answer["headers"]["idempotent-replayed"] = "true"
        return answer
    except Refusal as refusal:
        return refused(refusal, event)
    except Exception as error:
        return failed(error, operation.name, event)
    return answered(result.to_json())


def _attempt(
    operation: Tool[Any, Any], headers: Mapping[str, str], body: Mapping[str, Any], caller: Caller
) -> Attempt | None:
    key = headers.get("idempotency-key")
    if key is None or not operation.writes:
        return None
    if not _KEY.fullmatch(key):
        raise InvalidInput("idempotency.invalid_key", field="Idempotency-Key")
    canonical = json.dumps([operation.name, _as_stored(body)], sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()
    # A hash, since the key may be a secret; of the level too, so that a key at another level is another key.
    entry = hashlib.sha256(f"{int(caller.level)}/{key}".encode()).hexdigest()
    return Attempt(entry, digest)


def _as_stored(value: Any) -> Any:
    """Return a body with its line ends as they are stored, so that they make no other request of it."""
    if isinstance(value, str):
        return with_newlines(value)
    if isinstance(value, list):
        return [_as_stored(one) for one in value]
    if isinstance(value, Mapping):
        return {name: _as_stored(one) for name, one in value.items()}
    return value

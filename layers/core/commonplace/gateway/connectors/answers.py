"""What an upstream answers in JSON-RPC, read strictly: what is judged here must be what the agent gets."""

from __future__ import annotations

import json
import math
from typing import Any

from .failures import HttpRefused, NotUnderstood, RpcRefused

Json = dict[str, Any]
SIGN_IN = (401, 403)
# Of the negotiation of eras: a header that does not fit, a revision that is not spoken.
_OTHER_ERA = (-32020, -32022)
# Errors that a transport answers for a request that it could not even read the id of.
_NOT_READ = (-32000, -32001, -32600)


def parsed(text: str) -> Json:
    """Read a message.

    Raises
    ------
    NotUnderstood
        If it is not JSON, names a field twice, or holds a number that is none; what is no object is an empty one.
    """
    try:
        body = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_number, parse_float=_finite)
    except (ValueError, RecursionError):
        raise NotUnderstood("upstream.not_json") from None
    return body if isinstance(body, dict) else {}


def read(text: str, status: int) -> Json:
    """Read an answer; behind a status that is no success there may be anything."""
    try:
        return parsed(text) if text else {}
    except NotUnderstood:
        if status >= 300:
            return {}
        raise


def answers(body: Json, request_id: int, *, refusal: bool = False) -> bool:
    """Tell whether a message is the response to a request; one that HTTP refuses may leave the id out."""
    if "method" in body or not ("result" in body or "error" in body):
        return False
    found = body.get("id")
    return (found == request_id and not isinstance(found, bool)) or (refusal and found is None)


def refused(status: int) -> HttpRefused:
    """Make the failure of a status that is no success."""
    return HttpRefused("upstream.credential_refused" if status in SIGN_IN else "upstream.status", status)


def failure(body: Json, status: int) -> RpcRefused | NotUnderstood:
    """Make the failure of a JSON-RPC error."""
    error, named = body.get("error"), body.get("id") is not None
    if not isinstance(error, dict) or not isinstance(error.get("code"), int):
        return NotUnderstood("upstream.other_request")
    if status in SIGN_IN:
        told = "it does not accept the connector's credential"
        return RpcRefused("upstream.credential_refused.error", error["code"], told, None, status, answered=named)
    told = str(error.get("message", ""))[:2_000].encode("utf-8", "replace").decode()  # no half of a pair
    return RpcRefused("upstream.error", error["code"], told, error.get("data"), status, answered=named)


def is_untouched(refusal: HttpRefused | RpcRefused, *, in_a_session: bool, is_call: bool) -> bool:
    """Tell whether a refusal says that a request was not carried out, so that it may be sent once more.

    Parameters
    ----------
    refusal
        What came back.
    in_a_session
        Whether the request named a session of the upstream's.
    is_call
        Whether it was to run a tool, which nothing may run twice.
    """
    if isinstance(refusal, RpcRefused):
        if refusal.rpc_code in _OTHER_ERA:
            return True
        if refusal.answered:
            return False
        if refusal.rpc_code in _NOT_READ and refusal.status in (400, 404):
            return True
    if refusal.status == 404 and in_a_session:
        return True
    return not is_call and refusal.status in (400, 404, 405, 406, 415)


def _unique(pairs: list[tuple[str, Any]]) -> Json:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError
    return value


def _no_number(_: str) -> float:
    raise ValueError


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError
    return number

"""Parses an upstream's JSON-RPC answers strictly: what is checked here must be what the agent gets."""

from __future__ import annotations

import json
import math
from typing import Any

from ...domain.graphemes import cut_at_grapheme
from .failures import HttpRefused, InvalidAnswer, RpcRefused

Json = dict[str, Any]
SIGN_IN = (401, 403)
# From version negotiation: a header that does not match, an unsupported revision.
_OTHER_ERA = (-32020, -32022)
# Errors of a transport for a request whose id it could not read.
_NOT_READ = (-32000, -32001, -32600)


def parse(text: str) -> Json:
    """Parse a message; anything but an object is returned as an empty one.

    Raises
    ------
    InvalidAnswer
        If it is not JSON, names a field twice, or has a number that is not finite.
    """
    try:
        body = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse_constant, parse_float=_finite)
    except (ValueError, RecursionError):
        raise InvalidAnswer("upstream.not_json") from None
    return body if isinstance(body, dict) else {}


def parse_body(text: str, status: int) -> Json:
    """Parse the body of an answer; with an error status it may be anything, and is then an empty object."""
    try:
        return parse(text) if text else {}
    except InvalidAnswer:
        if status >= 300:
            return {}
        raise


def is_response(body: Json, request_id: int, *, refusal: bool = False) -> bool:
    """Check whether a message is the response to a request; with an error status it may lack the id."""
    if "method" in body or not ("result" in body or "error" in body):
        return False
    found = body.get("id")
    return (found == request_id and not isinstance(found, bool)) or (refusal and found is None)


def refused(status: int) -> HttpRefused:
    """Make the failure of a status that is no success."""
    return HttpRefused("upstream.credential_refused" if status in SIGN_IN else "upstream.status", status)


def failure(body: Json, status: int) -> RpcRefused | InvalidAnswer:
    """Make the failure of a JSON-RPC error."""
    error, named = body.get("error"), body.get("id") is not None
    if not isinstance(error, dict) or not isinstance(error.get("code"), int):
        return InvalidAnswer("upstream.other_request")
    if status in SIGN_IN:
        why = "it does not accept the connector's credential"
        return RpcRefused("upstream.credential_refused.error", error["code"], why, None, status, answered=named)
    upstream_text = cut_at_grapheme(str(error.get("message", "")), 2_000)
    upstream_text = upstream_text.encode("utf-8", "replace").decode()  # no half of a surrogate pair
    return RpcRefused("upstream.error", error["code"], upstream_text, error.get("data"), status, answered=named)


def is_safe_to_retry(refusal: HttpRefused | RpcRefused, *, in_a_session: bool, is_call: bool) -> bool:
    """Check whether a refusal shows that a request was not executed, so that it may be sent again.

    Parameters
    ----------
    refusal
        The failure of the request.
    in_a_session
        Whether the request named a session of the upstream's.
    is_call
        Whether it was to run a tool, which must not run twice.
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


def _refuse_constant(_: str) -> float:
    raise ValueError


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError
    return number

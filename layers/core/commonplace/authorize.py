"""The authorizer: from the request's credential to account, scopes, team and rights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .accounts import caller_by_key, directory
from .caller import Caller

BEARER = "bearer "
STORES_PREFIX = " /api/v1/"  # in a route key, behind the method


def authorize(event: Mapping[str, Any]) -> dict[str, Any]:
    """Answer an HTTP API's authorizer request (payload 2.0, simple response).

    Parameters
    ----------
    event
        Of the request. The key is in the header of the route's dialect and in no other: ``X-API-Key`` for the
        stores, ``Authorization`` everywhere else.

    Returns
    -------
    dict
        Always admitted: who has no valid key is admitted as nobody, with an empty account, and the function
        behind answers 401 in its dialect's own form, which API Gateway's 401 cannot have. The answer is
        cached by API Gateway for as long as template.yaml says.
    """
    caller = _caller(event)
    return {"isAuthorized": True, "context": {"account": ""} if caller is None else caller.context()}


def _caller(event: Mapping[str, Any]) -> Caller | None:
    headers: Mapping[str, str] = event.get("headers") or {}
    if STORES_PREFIX in str(event.get("routeKey", "")):
        return caller_by_key(headers.get("x-api-key", "").strip(), directory())
    value = headers.get("authorization", "").strip()
    if value[: len(BEARER)].lower() != BEARER:
        return None
    return caller_by_key(value[len(BEARER) :].strip(), directory())

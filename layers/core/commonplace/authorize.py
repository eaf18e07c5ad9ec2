"""The authorizer: from the request's credential to account, scopes, team and rights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .accounts import caller_by_key, directory
from .caller import Caller

BEARER = "bearer "


def authorize(event: Mapping[str, Any]) -> dict[str, Any]:
    """Answer an HTTP API's authorizer request (payload 2.0, simple response).

    Parameters
    ----------
    event
        Of the request; its header ``Authorization`` holds the key.

    Returns
    -------
    dict
        Always admitted: who has no valid key is admitted as nobody, with an empty account, and the function
        behind answers 401 in its dialect's own form, which API Gateway's 401 cannot have. The answer is
        cached by API Gateway for as long as template.yaml says.
    """
    caller = _caller(event.get("headers") or {})
    return {"isAuthorized": True, "context": {"account": ""} if caller is None else caller.context()}


def _caller(headers: Mapping[str, str]) -> Caller | None:
    value = headers.get("authorization", "").strip()
    if value[: len(BEARER)].lower() != BEARER:
        return None
    return caller_by_key(value[len(BEARER) :].strip(), directory())

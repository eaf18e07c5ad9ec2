"""The authorizer: from the request's credential to account, scopes, team and rights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..operations.settings import settings
from .keys import KEY_PREFIX, caller_by_key, directory

BEARER = "bearer "
STORES_PREFIX = " /api/v1/"  # in a route key, behind the method


def authorize(event: Mapping[str, Any]) -> dict[str, Any]:
    """Answer an HTTP API's authorizer request (payload 2.0, simple response).

    Parameters
    ----------
    event
        Of the request. The key, or the issuer's token, is in the header of the route's dialect and in no other:
        ``X-API-Key`` for the stores, ``Authorization`` everywhere else.

    Returns
    -------
    dict
        Always admitted: who has no valid credential is admitted as nobody, with an empty account, and the function
        behind answers 401 in its dialect's own form, which API Gateway's 401 cannot have. Why a token was refused
        is told beside it, in a word. The answer is cached by API Gateway for as long as template.yaml says.
    """
    return {"isAuthorized": True, "context": _context(_credential(event))}


def _credential(event: Mapping[str, Any]) -> str:
    headers: Mapping[str, str] = event.get("headers") or {}
    if STORES_PREFIX in str(event.get("routeKey", "")):
        return headers.get("x-api-key", "").strip()
    value = headers.get("authorization", "").strip()
    return value[len(BEARER) :].strip() if value[: len(BEARER)].lower() == BEARER else ""


def _context(credential: str) -> dict[str, str]:
    if not credential.startswith(KEY_PREFIX) and credential.count(".") == 2 and settings().oidc_issuer:
        # Only here, and only for tokens: keys pay nothing for what reads them.
        from .oidc.access_tokens import context_of_token

        return context_of_token(credential)
    caller = caller_by_key(credential, directory())
    return {"account": ""} if caller is None else caller.context()

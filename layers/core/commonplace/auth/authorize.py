"""The authorizer: resolves a request's credential to account, scopes, team and rights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..operations.settings import settings
from .keys import KEY_PREFIX, caller_by_key, directory

BEARER = "bearer "
STORES_PREFIX = " /api/v1/"  # in a route key, behind the method


def authorize(event: Mapping[str, Any]) -> dict[str, Any]:
    """Answer an HTTP API's authorizer request (payload 2.0, simple response).

    The key or the issuer's token is read from one header only: ``X-API-Key`` for the stores, ``Authorization``
    everywhere else.

    Requests are always authorized: without a valid credential the account is empty, and the function itself
    answers 401 in the form of its dialect, which API Gateway's own 401 cannot have. ``refused`` is the reason, in
    one word, why a token was refused. API Gateway caches the answer for the time set in template.yaml.
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
        # Imported for tokens only, so that requests with keys do not pay for it.
        from .oidc.access_tokens import context_of_token

        return context_of_token(credential)
    caller = caller_by_key(credential, directory())
    return {"account": ""} if caller is None else caller.context()

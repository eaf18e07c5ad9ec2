"""Resolves an access token of the issuer to account, scopes, team and rights."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from ...domain.levels import Level
from ...operations.caller import DEFAULT_SCOPES, Caller
from ...operations.http import process
from ...operations.runtime import Runtime
from ...operations.settings import settings
from ...storage import sign_ins
from ..keys import account_of_subject, directory, team_rights
from ..protected_resource import SCOPES_OF_TOKENS
from .claims import check_access, scopes_of, subject_of
from .issuer import issuer_at
from .issuer_http import IssuerUnreachable
from .tokens import TokenRefused, parse


def context_of_token(text: str) -> dict[str, str]:
    """Return the authorizer's context for a token: its caller, or in one word why it was refused."""
    try:
        return caller_of_token(text, process()).context()
    except TokenRefused as refusal:
        return {"account": "", "refused": refusal.reason}
    except IssuerUnreachable as failure:
        from ...operations.logs import log_fault

        log_fault(failure, function="authorize", request_id="")
        return {"account": "", "refused": "unreachable"}


def caller_of_token(text: str, runtime: Runtime) -> Caller:
    """Return the caller that a token belongs to.

    Claims are checked before the signature, so that invalid tokens cannot cause requests to the issuer.

    Raises
    ------
    TokenRefused
        If it is invalid, or grants no scope here.
    IssuerUnreachable
        If the issuer's keys cannot be read.
    """
    setup, now = settings(), runtime.wall()
    token = parse(text)
    check_access(
        token, issuer=setup.oidc_issuer, audience=setup.oidc_audience, client_id=setup.oidc_client_id, now=now
    )
    issuer_at(setup.oidc_issuer).verify(token, now)
    scopes = _scopes(token.claims, setup.oidc_default_scopes & DEFAULT_SCOPES)  # `manage` must be named
    account_id = account_of_subject(setup.oidc_issuer, subject_of(token.claims))
    book = directory()
    clients = sign_ins.clients_of(book.client, book.table, account_id)
    if not clients.has_account:
        sign_ins.begin_account(book.client, book.table, account_id, now)
    team = team_rights(book, clients.team_id, account_id)
    return Caller(account_id, _client(token.claims), scopes, Level.PUBLIC, team)


def _scopes(claims: Mapping[str, Any], otherwise: frozenset[str]) -> frozenset[str]:
    named = {SCOPES_OF_TOKENS[scope] for scope in scopes_of(claims) if scope in SCOPES_OF_TOKENS}
    if not named and not otherwise:
        raise TokenRefused("scope")
    return frozenset(named) or otherwise


def _client(claims: Mapping[str, Any]) -> str:
    """Return the client's id for audit lines: hashed, since it may be an address or a name."""
    client = claims.get("azp") or claims.get("client_id") or ""
    return f"oidc_{hashlib.sha256(str(client).encode('utf-8', 'replace')).hexdigest()[:12]}"

"""Checks of a token's claims: access tokens for this API, and ID tokens for its dashboard. No I/O."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from typing import Any

from ...domain.clock import SECOND
from .tokens import Token, TokenRefused

LEEWAY_SECONDS = 30  # allowed clock difference
_SUBJECT_LIMIT = 255  # characters, by OpenID Connect
_ACCESS = "at+jwt"  # RFC 9068
_ID_TOKEN_CLAIMS = ("at_hash", "c_hash", "s_hash")


def check_access(token: Token, *, issuer: str, audience: str, client_id: str, now: int) -> None:
    """Check the claims of an access token.

    Parameters
    ----------
    token
        A parsed token.
    issuer, audience, client_id
        From the stack's settings.
    now
        Microseconds since 1970.

    Raises
    ------
    TokenRefused
        If it is of another issuer, for another audience, not valid now, or an ID token.
    """
    claims = token.claims
    if token.kind not in ("", "jwt", _ACCESS):
        raise TokenRefused("kind")
    for_whom = _check_common(claims, issuer, now)
    if audience not in for_whom:
        raise TokenRefused("audience")
    # An ID token is for the dashboard's client; it must not work as a credential of this API.
    is_of_client = client_id in for_whom and token.kind != _ACCESS
    if is_of_client or any(mark in claims for mark in _ID_TOKEN_CLAIMS):
        raise TokenRefused("kind")
    if claims.get("token_use", "access") != "access":
        raise TokenRefused("kind")


def check_id(token: Token, *, issuer: str, client_id: str, nonce: str, since: int, now: int) -> None:
    """Check the claims of an ID token.

    Parameters
    ----------
    token
        A parsed token.
    issuer, client_id
        From the stack's settings.
    nonce
        Of the sign-in attempt.
    since, now
        Start of the attempt, and the current time: microseconds since 1970.

    Raises
    ------
    TokenRefused
        If it is of another issuer, for another client, not valid now, an access token, or from another attempt.
    """
    claims = token.claims
    if token.kind not in ("", "jwt"):
        raise TokenRefused("kind")
    for_whom = _check_common(claims, issuer, now)
    if client_id not in for_whom:
        raise TokenRefused("audience")
    presenter = claims.get("azp")
    if presenter != client_id and (presenter is not None or len(for_whom) > 1):
        raise TokenRefused("audience")
    issued = _moment(claims, "iat")
    if not since // SECOND - LEEWAY_SECONDS <= issued <= now // SECOND + LEEWAY_SECONDS:
        raise TokenRefused("time")
    sent = claims.get("nonce")
    if not isinstance(sent, str) or not hmac.compare_digest(sent.encode("utf-8", "replace"), nonce.encode()):
        raise TokenRefused("nonce")


def subject_of(claims: Mapping[str, Any]) -> str:
    """Return the issuer's id of the user."""
    subject = claims.get("sub")
    if not isinstance(subject, str) or not 0 < len(subject) <= _SUBJECT_LIMIT or not subject.isprintable():
        raise TokenRefused("subject")
    return subject


def scopes_of(claims: Mapping[str, Any]) -> frozenset[str]:
    """Return a token's scopes by the issuer's names, from ``scope`` and ``scp``: each a text or a list."""
    found: set[str] = set()
    for name in ("scope", "scp"):
        value = claims.get(name)
        if isinstance(value, str):
            found.update(value.split())
        elif isinstance(value, list):
            found.update(one for one in value if isinstance(one, str))
    return frozenset(found)


def _check_common(claims: Mapping[str, Any], issuer: str, now: int) -> list[str]:
    """Check the claims of both kinds of token, and return the audiences."""
    if claims.get("iss") != issuer:
        raise TokenRefused("issuer")
    seconds = now // SECOND
    if _moment(claims, "exp") + LEEWAY_SECONDS <= seconds:
        raise TokenRefused("expired")
    if "nbf" in claims and _moment(claims, "nbf") - LEEWAY_SECONDS > seconds:
        raise TokenRefused("time")
    subject_of(claims)
    audience = claims.get("aud")
    return [one for one in (audience if isinstance(audience, list) else [audience]) if isinstance(one, str)]


def _moment(claims: Mapping[str, Any], name: str) -> float:
    value = claims.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e12:
        raise TokenRefused("time")
    return float(value)

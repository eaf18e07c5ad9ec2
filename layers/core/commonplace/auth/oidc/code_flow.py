"""The authorization code flow of OpenID Connect, with PKCE."""

from __future__ import annotations

import base64
from typing import NamedTuple
from urllib.parse import quote_plus, urlencode

from ...domain.clock import SECOND
from ...operations.settings import Settings
from ..keys import account_of_subject
from .attempts import Attempt
from .claims import check_id, subject_of
from .client_secret import client_secret
from .issuer import Issuer
from .issuer_http import JsonRequest
from .tokens import TokenRefused, parse

SCOPES = "openid profile"
_NAMES = ("name", "preferred_username")


class SignedInUser(NamedTuple):
    """The user who signed in."""

    account_id: str
    name: str | None  # display name from the issuer, if any


def authorization_url(issuer: Issuer, setup: Settings, attempt: Attempt, redirect_uri: str, now: int) -> str:
    """Return the URL at the issuer where the owner signs in.

    Raises
    ------
    IssuerUnreachable
        If the issuer's document cannot be read.
    """
    endpoint = issuer.endpoint("authorization_endpoint", now)
    query = urlencode(
        {
            "response_type": "code",
            "client_id": setup.oidc_client_id,
            "redirect_uri": redirect_uri,
            "scope": SCOPES,
            "state": attempt.state,
            "nonce": attempt.nonce,
            "code_challenge": attempt.challenge,
            "code_challenge_method": "S256",
        }
    )
    return f"{endpoint}{'&' if '?' in endpoint else '?'}{query}"


def exchange_code(
    issuer: Issuer, setup: Settings, attempt: Attempt, code: str, redirect_uri: str, now: int
) -> SignedInUser:
    """Exchange a code for an ID token, and return the user that it names.

    Raises
    ------
    TokenRefused
        If the answer has no valid ID token for this attempt.
    IssuerUnreachable, IssuerDeclined
        If the issuer does not answer, or rejects the code.
    """
    answer = issuer.fetch(_token_request(issuer, setup, attempt, code, redirect_uri, now))
    text = answer.get("id_token")
    if not isinstance(text, str):
        raise TokenRefused
    token = parse(text)
    check_id(
        token,
        issuer=setup.oidc_issuer,
        client_id=setup.oidc_client_id,
        nonce=attempt.nonce,
        since=attempt.started_at * SECOND,
        now=now,
    )
    issuer.verify(token, now)
    name = next((token.claims[one] for one in _NAMES if isinstance(token.claims.get(one), str)), None)
    return SignedInUser(account_of_subject(setup.oidc_issuer, subject_of(token.claims)), name)


def _token_request(
    issuer: Issuer, setup: Settings, attempt: Attempt, code: str, redirect_uri: str, now: int
) -> JsonRequest:
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": redirect_uri,
        "code_verifier": attempt.verifier,
        "client_id": setup.oidc_client_id,
    }
    url = issuer.endpoint("token_endpoint", now)
    secret = client_secret(setup)
    if secret is None:
        return JsonRequest(url, form)
    if "client_secret_basic" not in issuer.methods() and "client_secret_post" in issuer.methods():
        return JsonRequest(url, {**form, "client_secret": secret})
    pair = f"{quote_plus(setup.oidc_client_id)}:{quote_plus(secret)}"  # RFC 6749, section 2.3.1
    del form["client_id"]
    return JsonRequest(url, form, {"authorization": f"Basic {base64.b64encode(pair.encode()).decode()}"})

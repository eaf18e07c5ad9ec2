"""The authorization code flow at the issuer (OpenID Connect, with PKCE): where to sign in, and who did."""

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
    """Who signed in.

    Attributes
    ----------
    account_id
        Whose dashboard he sees.
    name
        What the issuer calls him, if it says.
    """

    account_id: str
    name: str | None


def authorization_url(issuer: Issuer, setup: Settings, attempt: Attempt, redirect_uri: str, now: int) -> str:
    """Return the address at the issuer where the owner signs in.

    Raises
    ------
    IssuerUnreachable
        If the issuer does not say where.
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
    """Exchange a code for an ID token, and return who it names.

    Parameters
    ----------
    issuer, setup, attempt
        Where, as which client, and what the token must answer.
    code
        As the issuer sent it.
    redirect_uri
        As it was asked to send it to.
    now
        Microseconds since 1970.

    Raises
    ------
    TokenRefused
        If the issuer's answer does not hold.
    IssuerUnreachable, IssuerDeclined
        If it does not answer, or does not take the code.
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

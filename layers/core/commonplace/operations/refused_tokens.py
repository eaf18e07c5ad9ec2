"""Why a token was refused, in a sentence: the authorizer tells it in a word beside an empty account."""

from __future__ import annotations

from ..refusals.errors import Busy, NotAllowed, NotSignedIn, Refusal

_WHY = {
    "expired": "the token has expired; sign in again",
    "issuer": "the token is of another issuer than the one that this API accepts",
    "audience": "the token is for another service; its audience must be the one that this API is set up with",
    "kind": "this is no access token; send the access token, not the ID token",
}


def refusal_of_token(reason: str) -> Refusal:
    """Return what a call with a refused token is answered.

    Parameters
    ----------
    reason
        The authorizer's word.
    """
    if reason == "unreachable":
        return Busy("the issuer cannot be reached to check the token; send the call again")
    if reason == "scope":
        return NotAllowed(
            "the token grants nothing here; ask for the scopes `commonplace:read`, `commonplace:write`"
        )
    return NotSignedIn(_WHY.get(reason, "the token is not valid; sign in again"))

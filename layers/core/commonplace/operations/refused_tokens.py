"""Why a token was refused: the authorizer tells it in a word beside an empty account."""

from __future__ import annotations

from ..refusals.errors import Busy, NotAllowed, NotSignedIn, Refusal

_CODES = {
    "expired": "token.expired",
    "issuer": "token.other_issuer",
    "audience": "token.other_audience",
    "kind": "token.other_kind",
}


def refusal_of_token(reason: str) -> Refusal:
    """Return what a call with a refused token is answered.

    Parameters
    ----------
    reason
        The authorizer's word.
    """
    if reason == "unreachable":
        return Busy("token.issuer_unreachable")
    if reason == "scope":
        return NotAllowed("token.no_scope")
    return NotSignedIn(_CODES.get(reason, "token.invalid"))

"""The order in which a text is judged, and what spares ordinary prose most of it."""

from __future__ import annotations

import re

from .assignments import assigned
from .cards import card
from .issuers import issued
from .seed_phrases import seed_phrase
from .structures import structured
from .tokens import drawn_token

_BREAKS = re.compile(r"\\[nrt]")
_CERTIFICATE = re.compile(
    r"-----BEGIN (CERTIFICATE(?: REQUEST)?|(?:[A-Z0-9]+ )?PUBLIC KEY(?: BLOCK)?|PGP SIGNATURE|SSH SIGNATURE"
    r"|X509 CRL)-----[^-]{0,20000}(?:-----END \1-----)?"
)


def first_kind(text: str) -> str | None:
    """Return the kind of the first credential found, or None."""
    if "\\" in text:
        text = _BREAKS.sub(" ", text)
    if "-----BEGIN" in text:
        text = _CERTIFICATE.sub(" ", text)
    for rule in (structured, issued, card, seed_phrase, assigned, drawn_token):
        kind = rule(text)
        if kind:
            return kind
    return None

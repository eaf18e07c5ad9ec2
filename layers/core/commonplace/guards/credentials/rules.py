"""The order in which a text is judged, and what spares ordinary prose most of it."""

from __future__ import annotations

import re
from collections.abc import Callable

from .armour import private_key
from .assignments import assigned
from .cards import card
from .commands import command
from .headers import header
from .issuers import issued
from .links import link
from .parted import parted
from .seed_phrases import seed_phrase
from .tokens import drawn_token

_BREAKS = re.compile(r"\\[nrt]")
_CERTIFICATE = re.compile(
    r"-----BEGIN (CERTIFICATE(?: REQUEST)?|(?:[A-Z0-9]+ )?PUBLIC KEY(?: BLOCK)?|PGP SIGNATURE|SSH SIGNATURE"
    r"|X509 CRL)-----[^-]{0,20000}(?:-----END \1-----)?"
)


_RULES: tuple[Callable[[str], str | None], ...] = (
    private_key,
    link,
    header,
    parted,
    issued,
    card,
    seed_phrase,
    command,
    assigned,
    drawn_token,
)


def first_kind(text: str) -> str | None:
    """Return the kind of the first credential found, or None."""
    if "\\" in text:
        text = _BREAKS.sub(" ", text)
    if "-----BEGIN" in text:
        text = _CERTIFICATE.sub(" ", text)
    for rule in _RULES:
        kind = rule(text)
        if kind:
            return kind
    return None

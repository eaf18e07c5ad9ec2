"""Languages and themes of all pages, and the choice of a language for a request."""

from __future__ import annotations

import re

from ..refusals.catalogue import LANGUAGES

THEMES = ("auto", "light", "dark")
_QUALITY = re.compile(r"\s*q=([01](?:\.\d{0,3})?)\s*")


def preferred_language(chosen: str | None, accepted: str) -> str:
    """Return the code of the language for a reader.

    Parameters
    ----------
    chosen
        Value of the language cookie; it comes first.
    accepted
        The header ``Accept-Language``.
    """
    if chosen in LANGUAGES:
        return str(chosen)
    best, found = 0.0, LANGUAGES[0]
    for part in accepted.split(",")[:20]:
        tag, _, parameters = part.partition(";")
        code, quality = tag.strip().lower().partition("-")[0], _quality(parameters)
        if code in LANGUAGES and quality > best:
            best, found = quality, code
    return found


def _quality(parameters: str) -> float:
    found = _QUALITY.fullmatch(parameters)
    return float(found[1]) if found else 1.0

"""Masks credentials in the input that a refused form shows again."""

from __future__ import annotations

import re

MASK = "…"
LIMIT = 100_000  # characters, more than any field accepts; longer input is not shown again
_SPACES = re.compile(r"(\s+)")


def without_credentials(text: str) -> str:
    """Mask credentials: the words that contain one, else the lines, else the whole text."""
    from ..guards.credentials import find_credential

    def masked(part: str) -> str:
        return MASK if part.strip() and find_credential(part) else part

    if len(text) > LIMIT:
        return ""
    if not find_credential(text):
        return text
    lines = ["".join(map(masked, _SPACES.split(line))) for line in text.split("\n")]
    return masked("\n".join(map(masked, lines)))

"""What was typed, shown again in a form that was refused, without the secrets in it."""

from __future__ import annotations

import re

MASK = "…"
LIMIT = 100_000  # characters; no field takes as many, and what is longer is not shown again
_SPACES = re.compile(r"(\s+)")


def without_credentials(text: str) -> str:
    """Put a mask in the place of what looks like a credential: of the word, else of the line, else of all.

    Parameters
    ----------
    text
        A field of a form.
    """
    from ..guards.credentials import find_credential

    def masked(part: str) -> str:
        return MASK if part.strip() and find_credential(part) else part

    if len(text) > LIMIT:
        return ""
    if not find_credential(text):
        return text
    lines = ["".join(map(masked, _SPACES.split(line))) for line in text.split("\n")]
    return masked("\n".join(map(masked, lines)))

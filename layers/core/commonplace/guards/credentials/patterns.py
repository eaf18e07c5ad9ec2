"""Patterns that are compiled on first use, so that a cold start pays only for those a text needs."""

from __future__ import annotations

import re
from functools import cache


@cache
def compiled(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern, compiled once."""
    return re.compile(pattern, flags)


def any_digit(text: str) -> bool:
    """Tell whether a text has an ASCII digit."""
    return compiled("[0-9]").search(text) is not None


def words(text: str) -> frozenset[str]:
    """Return the words of a text, each once."""
    return frozenset(text.split())


# What may stand around a value without being of it.
QUOTES = "\"'`“”„‘’«»「」『』"  # noqa: RUF001
AROUND = QUOTES + "()[]{}<>,;:."

"""Patterns that are compiled on first use, so that a cold start pays only for those a text needs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache


@cache
def compiled(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern, compiled once."""
    return re.compile(pattern, flags)


def any_digit(text: str) -> bool:
    """Return whether a text has an ASCII digit."""
    return compiled("[0-9]").search(text) is not None


def lines_with(text: str, low: str, hints: tuple[str, ...]) -> Iterator[str]:
    """Yield the lines of a text that hold, in lower case, one of some strings; they are few, and patterns cost.

    Where lower case changed the text's length, the whole text is one line.
    """
    if len(text) != len(low):
        yield text
        return
    start = 0
    for line in low.split("\n"):
        if any(hint in line for hint in hints):
            yield text[start : start + len(line)]
        start += len(line) + 1


# Characters around a value that do not belong to it.
QUOTES = "\"'`“”„‘’«»「」『』"  # noqa: RUF001
AROUND = QUOTES + "()[]{}<>,;:."

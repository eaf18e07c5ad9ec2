"""Splits a text as OpenAI's ``o200k_base`` does before it looks for tokens: no token spans two pieces."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

# Each character is replaced by the letter of its class, and the expression below matches those letters: U capital,
# l small, o other letter, m mark, n number, p sign, s white space, r line end.
_CLASSES = {"Lu": "U", "Lt": "U", "Ll": "l", "Lm": "o", "Lo": "o", "Mn": "m", "Mc": "m", "Me": "m"}
_PIECES = re.compile(
    r"(?P<word>[^rUlon]?[Uom]*[lom]+|[^rUlon]?[Uom]+[lom]*)"
    r"|n{1,3}| ?[pm/]+[r/]*|[ sr]*r+|[ sr]+(?![^ sr])|[ sr]+"
)
_ENDING = re.compile(r"'(?:[stmd\u017f]|re|ve|ll)", re.IGNORECASE)  # of a word: it's, we've


def split_pieces(text: str) -> Iterator[str]:
    """Yield the pieces of a text, in order."""
    classes = "".join(map(_class_of, text))
    place = 0
    while place < len(text):
        match = _PIECES.match(classes, place)
        end = match.end() if match else place + 1
        if match and match.lastgroup and (ending := _ENDING.match(text, end)):
            end = ending.end()
        yield text[place:end]
        place = end


@lru_cache(maxsize=4_096)
def _class_of(char: str) -> str:
    if char in " /":
        return char
    if char in "\r\n":
        return "r"
    if char.isspace() and not "\x1c" <= char <= "\x1f":
        return "s"
    category = unicodedata.category(char)
    return "n" if category[0] == "N" else _CLASSES.get(category, "p")

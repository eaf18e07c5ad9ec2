"""Signs that say something: pictures, operators, a sign before a number, single letters as names of things."""

from __future__ import annotations

import re
import unicodedata

_ADDED = re.compile("[\U000e0020-\U000e007f]")  # in the flags of parts of countries
_PICTURES = ("So", "Sm", "Sc")  # emoji and arrows, mathematics, currencies
_SKIN = range(0x1F3FB, 0x1F400)
_IN_LITERALS = "$\u20ac\u00a3\u00a5"
_WRITTEN = str.maketrans({"\u2212": "-", "\u2013": "-", "\ufe63": "-", "\uff0b": "+"})
_OPERATOR = re.compile(
    r"(?<![\w.,)\]+-])[+-](?=[$\u20ac\u00a3\u00a5]?\.?\d)"  # -5, +40
    r"|(?<!\S)[:;=8]['-]?[()\[\]DP/|](?!\w)"  # :)
    r"|&&|\|\||[=!<>]=+|[-=]>|<-|(?<!\w)!(?=\w)"
    r"|(?<=\w)[*^](?=\w)|(?<=\S )[*/^%](?= \S)|[<>=|+]"
)
# A letter that is alone; not of a shortened word (e.g., l'eau), nor one that is a word (a, y, o).
_LETTER = re.compile(
    r"(?<![\w.'\u2019&+#-])(?:(?<=\w\s)[A-HJ-Z]|[B-DF-HJ-NP-TV-XZ]|[b-df-hj-np-tv-xz])(?![\w'\u2019+#&-]|\.\w)"
)


def signs_in(text: str) -> tuple[str, ...]:
    """Return the signs of a text in their order."""
    written = text.translate(_WRITTEN)
    found = [(place.start(), place.group()) for place in _OPERATOR.finditer(written)]
    if not written.isascii():
        found += [(place, char) for place, char in enumerate(written) if _is_picture(char)]
    return tuple(sign for _, sign in sorted(found))


def letters_in(text: str) -> tuple[str, ...]:
    """Return the letters that are alone in a text, in their order and without case: column B, x, plan C."""
    return tuple(letter.lower() for letter in _LETTER.findall(text))


def _is_picture(char: str) -> bool:
    if char.isascii() or char in _IN_LITERALS:
        return False
    return unicodedata.category(char) in _PICTURES or ord(char) in _SKIN or _ADDED.match(char) is not None

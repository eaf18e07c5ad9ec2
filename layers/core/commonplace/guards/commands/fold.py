"""Brings words to the one form in which the judge compares them."""

from __future__ import annotations

import re
import unicodedata

_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff]")


def fold(text: str) -> str:
    """Return a text in lower case, without invisible characters and without the accents of European letters.

    People leave accents out, and attackers too; the dot below of Devanagari goes as well.
    """
    text = text.lower()
    if text.isascii():
        return text
    text = _UNSEEN.sub("", unicodedata.normalize("NFD", text))
    bare = "".join(char for char in text if not "\u0300" <= char <= "\u036f" and char != "\u093c")
    return unicodedata.normalize("NFC", bare).replace("ß", "ss")

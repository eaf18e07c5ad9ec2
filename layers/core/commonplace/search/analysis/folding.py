# ruff: noqa: RUF001 - this module lists letters of other scripts
"""The forms in which texts and words are compared: without case, accents and other optional marks."""

from __future__ import annotations

import re
import unicodedata

# Letters that Unicode does not decompose, and variants of one letter.
_PLAIN = str.maketrans(
    {
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "ł": "l",
        "ё": "е",
        "ґ": "г",
        "ـ": "",
        "ٱ": "ا",
        "أ": "ا",
        "إ": "ا",
        "آ": "ا",
        "ى": "ي",
        "ی": "ي",
        "ک": "ك",
        "ך": "כ",
        "ם": "מ",
        "ן": "נ",
        "ף": "פ",
        "ץ": "צ",
        "ൺ": "ണ്",
        "ൻ": "ന്",
        "ർ": "ര്",
        "ൽ": "ല്",
        "ൾ": "ള്",
    }
)
_CYRILLIC = range(0x0400, 0x0530)


def folded(text: str) -> str:
    """Return a text in NFKC, without case and invisible characters.

    >>> folded("Straße")
    'strasse'
    """
    if text.isascii():
        return text.lower()
    from .patterns import DOTTED_I, OTHER_DIGIT, UNSEEN

    plain = DOTTED_I.sub("i", unicodedata.normalize("NFKC", text).casefold())
    # Normalised again, since case folding may decompose characters.
    plain = unicodedata.normalize("NFKC", UNSEEN.sub("", plain))
    return OTHER_DIGIT.sub(lambda found: str(unicodedata.decimal(found.group())), plain)


def plain(word: str) -> str:
    """Return a folded word without accents, points and other optional marks, as many people type it.

    >>> plain("café")
    'cafe'
    """
    if word.isascii():
        return word
    from .patterns import HOMORGANIC, OPTIONAL_MARK

    bare = HOMORGANIC.sub(_as_dot, word.translate(_PLAIN))
    # In Cyrillic a letter with a mark is another letter (й), except those in _PLAIN.
    if not any(ord(char) in _CYRILLIC for char in bare):
        bare = unicodedata.normalize("NFC", OPTIONAL_MARK.sub("", unicodedata.normalize("NFD", bare)))
    return bare or word


def _as_dot(found: re.Match[str]) -> str:
    """Write a nasal before a consonant of its own row, or a half moon, as the dot that most people type."""
    # In each Indic block the dot stands at the same place.
    return chr(ord(found[0][0]) & ~0x7F | 0x02)

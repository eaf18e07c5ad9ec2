r"""Splitting a text into words, and telling which forms of a word are related, in every script.

A word is a run of letters, marks and digits (Unicode categories L, M, N) after NFKC and case folding; a
regular expression's ``\w`` would break Kannada at its vowel signs. Related forms are stems where Snowball has
a stemmer for the script, single letters and pairs of them where a script is written without spaces, and
groups of three inside the word elsewhere.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

import Stemmer

SPACELESS = "spaceless"

# Snowball stemmers by the script they read. Which language a Latin word is of is not known, so two words
# are related if any one of the languages says so.
STEMMERS = {
    "latin": ("english", "german", "french", "spanish", "italian", "portuguese", "dutch"),
    "cyrillic": ("russian",),
    "greek": ("greek",),
    "arabic": ("arabic",),
    "devanagari": ("hindi",),
    "tamil": ("tamil",),
}

# First and last code point of the blocks that matter here, in order.
_SCRIPTS = (
    (0x0041, 0x024F, "latin"),
    (0x0370, 0x03FF, "greek"),
    (0x0400, 0x052F, "cyrillic"),
    (0x0600, 0x06FF, "arabic"),
    (0x0900, 0x097F, "devanagari"),
    (0x0B80, 0x0BFF, "tamil"),
    (0x0E00, 0x0EFF, SPACELESS),  # Thai, Lao
    (0x1000, 0x109F, SPACELESS),  # Burmese
    (0x1100, 0x11FF, SPACELESS),  # Hangul, in parts
    (0x1780, 0x17FF, SPACELESS),  # Khmer
    (0x1E00, 0x1EFF, "latin"),
    (0x1F00, 0x1FFF, "greek"),
    (0x3005, 0x3007, SPACELESS),
    (0x3040, 0x30FF, SPACELESS),  # kana
    (0x3400, 0x9FFF, SPACELESS),  # Han
    (0xA960, 0xA97F, SPACELESS),
    (0xAC00, 0xD7FF, SPACELESS),  # Hangul
    (0xF900, 0xFAFF, SPACELESS),
    (0x20000, 0x323AF, SPACELESS),  # Han
)


def folded(text: str) -> str:
    """Return a text in the form in which words are compared: NFKC and without case."""
    # Composed again, since case folding may leave marks apart.
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def words(text: str) -> list[str]:
    """Split a folded text at all but letters, marks and digits, and where a script without spaces begins or ends.

    Parameters
    ----------
    text
        As :func:`folded` returns it.
    """
    return list(_runs(text))


def symbols(text: str) -> list[str]:
    """Return the emoji and other signs of a folded text; the signs of ASCII count as punctuation."""
    if text.isascii():
        return []
    return [char for char in text if not char.isascii() and unicodedata.category(char).startswith("S")]


@lru_cache(maxsize=4096)
def script(char: str) -> str:
    """Name the script of a word's letter, as far as it decides how the word is compared."""
    point = ord(char)
    for first, last, name in _SCRIPTS:
        if first <= point <= last:
            return name
    return "other" if char.isalpha() else "none"


@lru_cache(maxsize=50_000)
def forms(word: str) -> frozenset[str]:
    """Return the related forms of a folded word, each marked with what it is.

    Returns
    -------
    frozenset[str]
        Stems (``english:run``), letters and pairs (``2:東京``) or threes (``3:abc``); empty for a number.
    """
    name = script(word[0])
    if name in STEMMERS:
        return frozenset(f"{language}:{_stemmer(language).stemWord(word)}" for language in STEMMERS[name])
    if name == SPACELESS:
        return frozenset(f"2:{part}" for part in pairs(word)) | frozenset(f"1:{char}" for char in word)
    if name == "other" and len(word) > 3:
        return frozenset(f"3:{word[place : place + 3]}" for place in range(len(word) - 2))
    return frozenset()


def pairs(word: str) -> list[str]:
    """Return the neighbouring pairs of letters of a word."""
    return [word[place : place + 2] for place in range(len(word) - 1)]


def _runs(text: str) -> Iterator[str]:
    start, has_letter, spaceless = None, False, False
    for place, char in enumerate(text):
        part = _part(char)
        if start is not None and part and part != "M" and (script(char) == SPACELESS) is not spaceless:
            if has_letter:
                yield text[start:place]
            start = None
        if part:
            if start is None:
                start, has_letter, spaceless = place, False, script(char) == SPACELESS
            has_letter = has_letter or part != "M"
        elif start is not None:
            if has_letter:
                yield text[start:place]
            start = None
    if start is not None and has_letter:
        yield text[start:]


@lru_cache(maxsize=4096)
def _part(char: str) -> str:
    """L, M or N; empty for what parts words."""
    category = unicodedata.category(char)[0]
    return category if category in "LMN" else ""


@lru_cache
def _stemmer(language: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(language)

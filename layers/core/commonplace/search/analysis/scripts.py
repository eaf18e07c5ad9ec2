"""The scripts of letters, as far as they decide how words are compared."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from functools import lru_cache

SPACELESS = "spaceless"  # written without spaces
HANGUL = "hangul"  # with spaces, and particles set to the words

# First and last code point of the blocks that matter here, in order.
_BLOCKS = (
    (0x0041, 0x024F, "latin"),
    (0x0370, 0x03FF, "greek"),
    (0x0400, 0x052F, "cyrillic"),
    (0x0530, 0x058F, "armenian"),
    (0x0590, 0x05FF, "hebrew"),
    (0x0600, 0x06FF, "arabic"),
    (0x0900, 0x097F, "devanagari"),
    (0x0980, 0x09FF, "bengali"),
    (0x0A00, 0x0A7F, "gurmukhi"),
    (0x0A80, 0x0AFF, "gujarati"),
    (0x0B00, 0x0B7F, "odia"),
    (0x0B80, 0x0BFF, "tamil"),
    (0x0C00, 0x0C7F, "telugu"),
    (0x0C80, 0x0CFF, "kannada"),
    (0x0D00, 0x0D7F, "malayalam"),
    (0x0E00, 0x0EFF, SPACELESS),  # Thai, Lao
    (0x1000, 0x109F, SPACELESS),  # Burmese
    (0x10A0, 0x10FF, "georgian"),
    (0x1100, 0x11FF, HANGUL),  # in parts
    (0x1780, 0x17FF, SPACELESS),  # Khmer
    (0x1C80, 0x1C8F, "cyrillic"),
    (0x1C90, 0x1CBF, "georgian"),
    (0x1E00, 0x1EFF, "latin"),
    (0x1F00, 0x1FFF, "greek"),
    (0x3005, 0x3007, SPACELESS),
    (0x3040, 0x30FF, SPACELESS),  # kana
    (0x3130, 0x318F, HANGUL),
    (0x3400, 0x9FFF, SPACELESS),  # Han
    (0xA960, 0xA97F, HANGUL),
    (0xAC00, 0xD7FF, HANGUL),
    (0xF900, 0xFAFF, SPACELESS),
    (0x20000, 0x323AF, SPACELESS),  # Han
)
_FIRST = [first for first, _, _ in _BLOCKS]


@lru_cache(maxsize=8192)
def script(char: str) -> str:
    """Return the script of a letter; ``other`` for scripts not listed here, ``none`` for other characters."""
    point = ord(char)
    place = bisect_right(_FIRST, point) - 1
    if place >= 0 and point <= _BLOCKS[place][1]:
        return _BLOCKS[place][2]
    return "other" if char.isalpha() else "none"


def is_spaceless(char: str) -> bool:
    """Whether a run of a letter's script may be more than a word: Hangul has spaces, but words grow together."""
    return script(char) in (SPACELESS, HANGUL)


def is_unspaced(char: str) -> bool:
    """Whether a letter's script has no spaces between words, so that only pairs of letters can be looked up."""
    return script(char) == SPACELESS


def is_han(char: str) -> bool:
    """Whether a letter is a Chinese character, also used in Japanese."""
    point = ord(char)
    return 0x3005 <= point <= 0x3007 or 0x3400 <= point <= 0x9FFF or 0xF900 <= point <= 0xFAFF or point >= 0x20000


@lru_cache(maxsize=8192)
def part(char: str) -> str:
    """Return L, M or N, the first letter of the Unicode category; empty for characters that separate words."""
    category = unicodedata.category(char)[0]
    return category if category in "LMN" else ""

r"""Splitting a text into words and signs, in every script.

A word is a run of letters, marks and digits (Unicode categories L, M, N) after folding; a regular
expression's ``\w`` would break Kannada at its vowel signs.

>>> words("Don't use the API-Key!")
['don', 'use', 'the', 'api', 'key']
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from .scripts import is_spaceless, part

# Everything of ASCII but small letters and digits, as a space.
_PARTED = "".join(char if char.isalnum() else " " for char in map(chr, range(128))).lower()
_COLOURS = dict.fromkeys(range(0x1F3FB, 0x1F400))
_JOINER = "\u200d"


def words(text: str) -> list[str]:
    """Split a folded text at all but letters, marks and digits, and at the ends of a script without spaces."""
    if "'" in text or "\u2019" in text:
        from .patterns import TIED

        text = TIED.sub(" ", text)
    return text.translate(_PARTED).split() if text.isascii() else list(_runs(text))


def symbols(text: str) -> list[str]:
    """Return the emoji and other signs of a folded text; those of ASCII count as punctuation.

    Each is as one reads it: a flag of two letters, a hand with its colour, a family with all its members.
    """
    if text.isascii():
        return []
    found, place = [], 0
    while place < len(text):
        end = _symbol_end(text, place)
        if end > place:
            found.append(text[place:end])
        place = max(end, place + 1)
    return found


def units(run: str) -> list[str]:
    """Split a run into letters, each with the marks on it: what a reader of Thai or Khmer sees as one."""
    found: list[str] = []
    for char in run:
        if found and part(char) == "M":
            found[-1] += char
        else:
            found.append(char)
    return found


def pairs(run: str) -> list[str]:
    """Return the neighbouring pairs of letters of a run; a single letter is its own."""
    letters = units(run)
    return [first + second for first, second in pairwise(letters)] or letters


def uncoloured(symbol: str) -> str:
    """Return a sign without the colours of skin in it."""
    return symbol.translate(_COLOURS) or symbol


def _runs(text: str) -> Iterator[str]:
    start, has_letter, spaceless = None, False, False
    for place, char in enumerate(text):
        kind = part(char)
        if start is not None and (not kind or (kind != "M" and is_spaceless(char) is not spaceless)):
            if has_letter:
                yield text[start:place]
            start = None
        # A mark that is on no letter is no part of the word after it.
        if kind and (kind != "M" or start is not None):
            if start is None:
                start, has_letter, spaceless = place, False, is_spaceless(char)
            has_letter = True
    if start is not None and has_letter:
        yield text[start:]


def _symbol_end(text: str, place: int) -> int:
    """Return where the sign that begins at a place ends; the place itself if none begins there."""
    if not is_symbol(text[place]):
        return place
    end = place + 1
    if _is_flag_letter(text[place]):
        return end + 1 if end < len(text) and _is_flag_letter(text[end]) else end
    while end < len(text):
        if _colours(text[end]):
            end += 1
        elif text[end] == _JOINER and end + 1 < len(text) and is_symbol(text[end + 1]):
            end += 2
        else:
            break
    return end


@lru_cache(maxsize=4096)
def is_symbol(char: str) -> bool:
    """Whether a character is an emoji or another sign outside ASCII."""
    if char.isascii():
        return False
    # By block as well: an emoji may be younger than Python's tables.
    return unicodedata.category(char).startswith("S") or 0x1F000 <= ord(char) <= 0x1FAFF


def _is_flag_letter(char: str) -> bool:
    return 0x1F1E6 <= ord(char) <= 0x1F1FF


def _colours(char: str) -> bool:
    """Whether a sign goes with the one before: a colour of skin, a letter of a region's flag."""
    return 0x1F3FB <= ord(char) <= 0x1F3FF or 0xE0020 <= ord(char) <= 0xE007F

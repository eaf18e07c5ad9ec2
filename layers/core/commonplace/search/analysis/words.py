r"""Splitting a text into words and signs, in every script.

A word is a run of letters, marks and digits (Unicode categories L, M, N) after folding; a regular
expression's ``\w`` would break Kannada at its vowel signs.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from .scripts import is_spaceless, part

# For ASCII: letters in lower case, digits as they are, everything else as a space.
_PARTED = "".join(char if char.isalnum() else " " for char in map(chr, range(128))).lower()
_COLOURS = dict.fromkeys(range(0x1F3FB, 0x1F400))
_JOINER = "\u200d"


def words(text: str) -> list[str]:
    """Split a folded text at all but letters, marks and digits, and where a script without spaces begins or ends.

    >>> words("ann's tea, 3 cups")
    ['ann', 'tea', '3', 'cups']
    """
    if "'" in text or "\u2019" in text:
        from .patterns import TIED

        text = TIED.sub(" ", text)
    return text.translate(_PARTED).split() if text.isascii() else list(_runs(text))


def symbols(text: str) -> list[str]:
    """Return the emoji and other signs of a folded text; those of ASCII count as punctuation.

    A sign of several code points is returned as one: a flag, a hand with its skin tone, a family.
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
    """Split a run into letters, each with its marks, as readers of Thai or Khmer see them."""
    found: list[str] = []
    for char in run:
        if found and part(char) == "M":
            found[-1] += char
        else:
            found.append(char)
    return found


def pairs(run: str) -> list[str]:
    """Return the pairs of neighbouring letters of a run; a single letter as it is.

    >>> pairs("東京都")
    ['東京', '京都']
    """
    letters = units(run)
    return [first + second for first, second in pairwise(letters)] or letters


def uncoloured(symbol: str) -> str:
    """Return a sign without its skin tones."""
    return symbol.translate(_COLOURS) or symbol


def _runs(text: str) -> Iterator[str]:
    start, has_letter, spaceless = None, False, False
    for place, char in enumerate(text):
        kind = part(char)
        if start is not None and (not kind or (kind != "M" and is_spaceless(char) is not spaceless)):
            if has_letter:
                yield text[start:place]
            start = None
        # A mark without a letter before it is not part of the word after it.
        if kind and (kind != "M" or start is not None):
            if start is None:
                start, has_letter, spaceless = place, False, is_spaceless(char)
            has_letter = True
    if start is not None and has_letter:
        yield text[start:]


def _symbol_end(text: str, place: int) -> int:
    """Return the end of the sign that begins at ``place``; ``place`` if none does."""
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
    # By block as well: Python's tables may lack recent emoji.
    return unicodedata.category(char).startswith("S") or 0x1F000 <= ord(char) <= 0x1FAFF


def _is_flag_letter(char: str) -> bool:
    return 0x1F1E6 <= ord(char) <= 0x1F1FF


def _colours(char: str) -> bool:
    """Whether a character modifies the sign before it: a skin tone, or a tag in the flag of a region."""
    return 0x1F3FB <= ord(char) <= 0x1F3FF or 0xE0020 <= ord(char) <= 0xE007F

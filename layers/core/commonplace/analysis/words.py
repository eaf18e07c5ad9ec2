r"""Splitting a text into words, and telling when two words are the same one.

A word is a run of letters, marks and digits (Unicode categories L, M, N) after NFKC and case folding; a
regular expression's ``\w`` would break Kannada at its vowel signs. Scripts written without spaces have no
such runs: there a word is held where it stands as a part.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

import Stemmer

# Snowball stemmers by the script they read. Which language a Latin word is of is not known, so two words
# are the same if any one of the languages says so.
_STEMMERS = {
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
    (0x0E00, 0x0EFF, "spaceless"),  # Thai, Lao
    (0x1000, 0x109F, "spaceless"),  # Burmese
    (0x1100, 0x11FF, "spaceless"),  # Hangul, in parts
    (0x1780, 0x17FF, "spaceless"),  # Khmer
    (0x1E00, 0x1EFF, "latin"),
    (0x1F00, 0x1FFF, "greek"),
    (0x3005, 0x3007, "spaceless"),
    (0x3040, 0x30FF, "spaceless"),  # kana
    (0x3400, 0x9FFF, "spaceless"),  # Han
    (0xA960, 0xA97F, "spaceless"),
    (0xAC00, 0xD7FF, "spaceless"),  # Hangul
    (0xF900, 0xFAFF, "spaceless"),
    (0x20000, 0x323AF, "spaceless"),  # Han
)

_SHORTEST_PREFIX = 3  # letters that a word and its inflected form share where no stemmer exists


class Topic:
    """A question, ready to be compared with many texts.

    Parameters
    ----------
    text
        In any script, of any form; there is no invalid question.
    """

    def __init__(self, text: str) -> None:
        self._words = list(dict.fromkeys(_words(_folded(text))))
        self._symbols = [] if self._words else [char for char in _folded(text) if _is_symbol(char)]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to look for: spaces, punctuation."""
        return not self._words and not self._symbols

    def held(self, text: str) -> int:
        """Count how many of the question's words a text holds.

        Returns
        -------
        int
            From 0 to :attr:`size`.
        """
        folded = _folded(text)
        if self._symbols:
            return sum(symbol in folded for symbol in self._symbols)
        words = set(_words(folded))
        forms = frozenset().union(*(_forms(word) for word in words))
        return sum(_holds(word, folded, words, forms) for word in self._words)

    @property
    def size(self) -> int:
        """How many words the question has."""
        return len(self._words) or len(self._symbols)


def _holds(word: str, folded: str, words: set[str], forms: frozenset[str]) -> bool:
    if word in words:
        return True
    script = _script(word[0])
    if script == "spaceless":
        return word in folded
    if script in _STEMMERS:
        return not forms.isdisjoint(_forms(word))
    return len(word) >= _SHORTEST_PREFIX and any(
        other.startswith(word) or (len(other) >= _SHORTEST_PREFIX and word.startswith(other))
        for other in words
        if _script(other[0]) == script and not other[0].isdecimal()
    )


def _folded(text: str) -> str:
    # Composed again, since case folding may leave marks apart.
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _words(folded: str) -> Iterator[str]:
    """Split at all but letters, marks and digits, and where a script without spaces begins or ends."""
    start, has_letter, spaceless = None, False, False
    for place, char in enumerate(folded):
        part = _part(char)
        if start is not None and part and part != "M" and (_script(char) == "spaceless") is not spaceless:
            if has_letter:
                yield folded[start:place]
            start = None
        if part:
            if start is None:
                start, has_letter, spaceless = place, False, _script(char) == "spaceless"
            has_letter = has_letter or part != "M"
        elif start is not None:
            if has_letter:
                yield folded[start:place]
            start = None
    if start is not None and has_letter:
        yield folded[start:]


@lru_cache(maxsize=4096)
def _part(char: str) -> str:
    """L, M or N; empty for what parts words."""
    category = unicodedata.category(char)[0]
    return category if category in "LMN" else ""


@lru_cache(maxsize=4096)
def _script(char: str) -> str:
    point = ord(char)
    for first, last, script in _SCRIPTS:
        if first <= point <= last:
            return script
    return "other" if char.isalpha() else "none"


def _is_symbol(char: str) -> bool:
    """Tell an emoji or other sign from punctuation; the signs of ASCII count as punctuation."""
    return not char.isascii() and unicodedata.category(char).startswith("S")


@lru_cache(maxsize=50_000)
def _forms(word: str) -> frozenset[str]:
    """Stems of a word by each language of its script, each marked with the language."""
    return frozenset(
        f"{language}:{_stemmer(language).stemWord(word)}" for language in _STEMMERS.get(_script(word[0]), ())
    )


@lru_cache
def _stemmer(language: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(language)

"""Which words are forms of one another.

A word's stem decides, where Snowball has a stemmer for its script, and its endings, where they are known. That
a word begins as another does says nothing. A word typed without its accents is a form of the word too.
"""

from __future__ import annotations

from functools import lru_cache
from threading import Lock

import Stemmer

from .endings import bases
from .folding import plain
from .languages import ANY, LATIN
from .scripts import HANGUL, is_unspaced, script
from .spelling import respelled, verb_stems, without_fleeting_vowel
from .words import is_symbol, uncoloured, units

_STEMMERS = {
    "latin": LATIN,
    "cyrillic": ("russian",),
    "greek": ("greek",),
    "arabic": ("arabic",),
    "armenian": ("armenian",),
    "devanagari": ("hindi",),
    "tamil": ("tamil",),
}
_NONE: frozenset[str] = frozenset()
# About 200 bytes and 1 KB each.
_KEPT_KEYS = 20_000
_KEPT_WORDS = 8_000
_SHORTEST_STEM = 2  # one letter says nothing
_SHORTEST_PART = 2  # syllables: 김치찌개 is of 김치, but 사과문 (a letter of apology) is not of 사과 (an apple)
# Vowels that a language does not decline, though its stemmer takes them off: हिन्दू is no form of हिन्दी.
_UNDECLINED = {"hindi": ("ु", "ू")}


class _Word:
    """A word as it is compared: its script, its stems in their languages' order, and the rest."""

    __slots__ = ("bases", "ended", "more", "parts", "plain", "plain_stems", "script", "stems", "text")

    def __init__(self, text: str) -> None:
        self.text, self.script, self.plain = text, script(text[0]), plain(text)
        languages = _STEMMERS.get(self.script, ())
        with _STEMMING:
            self.stems = tuple(_stem(language, text) for language in languages)
            self.plain_stems = self.stems
            if self.plain != text:
                self.plain_stems = tuple(_stem(language, self.plain) for language in languages)
        self.bases, self.ended = bases(self.plain, self.script)
        self.parts = _parts(self.bases) if self.script == HANGUL else _NONE
        self.more = self._more_stems()

    def _more_stems(self) -> frozenset[str]:
        """Stems by rules of their own, each with its language before it."""
        if self.script == "latin":
            return frozenset(verb_stems(self.text, dict(zip(LATIN, self.stems, strict=True))))
        if self.script == "cyrillic":
            return frozenset(without_fleeting_vowel(stem) for stem in self.stems)
        return _NONE


@lru_cache(maxsize=_KEPT_KEYS)
def keys(word: str) -> tuple[str, ...]:
    """Return under what a word is to be kept, so that whoever looks for a related one comes upon it.

    Parameters
    ----------
    word
        Folded; or a pair of letters of a script without spaces, or a sign.
    """
    if is_unspaced(word[0]):
        letters = units(word)
        return tuple(dict.fromkeys(letters)) if len(letters) > 1 else ()
    if is_symbol(word[0]):
        bare = uncoloured(word)
        return () if bare == word else (bare,)
    own = _word(word)
    if own.script == "none":
        return ()
    found = {*own.stems, *own.plain_stems, *own.more, *own.bases, *own.parts, own.plain}
    return tuple(sorted(found))


def asked(word: str) -> tuple[str, ...]:
    """Return under which keys to look for what is related to a word.

    Of pairs nothing is, and of a sign in a colour neither; a single letter is asked for in all its pairs, and a
    sign without a colour in all of them.
    """
    return (() if keys(word) else (word,)) if is_unspaced(word[0]) or is_symbol(word[0]) else keys(word)


def relation(word: str, other: str) -> int:
    """Return in which languages of Latin letters two folded words are forms of one another, as bits.

    All of them where the language makes no difference, 0 where the words are not related.
    """
    if is_unspaced(word[0]) or is_symbol(word[0]):
        return ANY  # whoever has the key
    one, two = _word(word), _word(other)
    if one.script != two.script:
        return 0
    if one.plain == two.plain and (one.plain == one.text or two.plain == two.text):
        return ANY
    bits = _shared(one.stems, two.stems)
    if one.plain == one.text or two.plain == two.text:
        bits |= _shared(one.plain_stems, two.plain_stems)
    more = one.more & two.more
    if one.script == "latin":
        return bits | sum(1 << LATIN.index(stem.partition(":")[0]) for stem in more)
    return ANY if bits or more or _same_base(one, two) else 0


def _shared(stems: tuple[str, ...], others: tuple[str, ...]) -> int:
    if stems == others:
        return (1 << len(stems)) - 1
    return sum(1 << place for place, (stem, other) in enumerate(zip(stems, others, strict=True)) if stem == other)


def _parts(found: frozenset[str]) -> frozenset[str]:
    """Return what Korean words may have grown together of: two parts, each of two syllables or more."""
    least = _SHORTEST_PART
    cuts = ((base, at) for base in found for at in range(least, len(base) - least + 1))
    return frozenset(part for base, at in cuts for part in (base[:at], base[at:]))


def _same_base(one: _Word, two: _Word) -> bool:
    # What only gave way on both sides is no form: பால் (milk) and பாலம் (a bridge).
    shared = one.bases & two.bases & (one.ended | two.ended)
    if one.script != HANGUL:
        return bool(shared)
    if not (one.bases.isdisjoint(two.parts) and two.bases.isdisjoint(one.parts)):
        return True
    # A syllable is a word, and many words end as if a particle stood there: one of the two must be that syllable.
    return any(len(base) > 1 or base in (one.plain, two.plain) for base in shared)


@lru_cache(maxsize=_KEPT_WORDS)
def _word(word: str) -> _Word:
    return _Word(word)


# A stemmer has a state of its own: one thread at a time.
_STEMMING = Lock()


def _stem(language: str, word: str) -> str:
    if word.endswith(_UNDECLINED.get(language, ())):
        return word
    found: str = _stemmer(language).stemWord(respelled(language, word))
    return found if len(found) >= _SHORTEST_STEM and found != word else word  # mostly the same string


@lru_cache
def _stemmer(language: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(language, 0)  # words are kept here, so its own cache would keep them twice

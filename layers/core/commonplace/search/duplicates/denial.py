"""Whether a text denies something: the little that turns a sentence into its contrary."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..analysis.scripts import HANGUL, script
from .lexicon import DENIALS
from .tables import Lookup

_DENIES = Lookup(DENIALS)
_CONTRACTED = re.compile(r"n['\u2019]t\b")
# Denials inside a word or a run, without the words that only look like one: 不过 (but), なければならない (must).
_WITHIN = re.compile(
    "不(?![过過错錯同断斷但仅僅管久])|没|沒|无|無|未|别(?![的人墅])|勿"
    "|(?<!しれ)(?<!なら)(?<!いけ)ない|(?<!なりませ)ません|なかった|ずに|な(?:し|く)(?:で|の|に)"
    "|않|없|말아|지 마|아니"
    "|(?<![ಎಬೆ])ಲ್ಲ(?![\u0cbe-\u0ccd])|ಬೇಡ|ಲ್ಲದ|ಾರದು|ಕೂಡದು"
)
_NO_DENIAL = re.compile(
    "なければなら(?:ない|なかった|ぬ)|なければいけ(?:ない|ません)|なければなりません"
    "|なくては(?:なら|いけ)(?:ない|ません)|かもしれ(?:ない|ません)|不得不|差不多"
)
_KANNADA_ENDING = re.compile("(?:ು?ವುದಿಲ್ಲ|ುವದಿಲ್ಲ|ಲಿಲ್ಲ|ಿಲ್ಲ|ಲ್ಲ)$")


def denies(plain: str, found: Iterable[str], languages: int) -> bool:
    """Check whether a folded text of these words denies."""
    if _CONTRACTED.search(plain) or any(_DENIES(word, languages) for word in found):
        return True
    return not plain.isascii() and bool(_WITHIN.search(_NO_DENIAL.sub("", plain)))


def is_denial(word: str, languages: int) -> bool:
    """Whether a word does nothing but deny."""
    if _DENIES(word, languages):
        return True
    return script(word[0]) == HANGUL and _WITHIN.match(word) is not None


def affirmed(word: str) -> str:
    """Return a Kannada word without the ending that denies; any other word as it is."""
    return _KANNADA_ENDING.sub("", word) or word if script(word[0]) == "kannada" else word

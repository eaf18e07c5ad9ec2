"""A text as it is compared with another: its words, and what of them decides by itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from ..analysis.folding import folded
from ..analysis.languages import ANY, LATIN, languages_of
from ..analysis.runs import parts
from ..analysis.scripts import HANGUL, is_spaceless, script
from ..analysis.words import words
from .denial import affirmed, denies, is_denial
from .lexicon import ARTICLES, CONTRARIES, SMALL, SMALL_KOREAN, SMALL_SIGNS, SUBJECTS, TELLING
from .literals import literals
from .numerals import days_in, is_number, numbers_in
from .opposites import contrary, sides_in
from .pronouns import People, people_in
from .signs import letters_in, signs_in
from .synonyms import common_word
from .tables import Lookup

_IS_ARTICLE, _IS_CONTRARY, _TELLS, _IS_SMALL = map(Lookup, (ARTICLES, CONTRARIES, TELLING, SMALL))
_KEPT = 64  # texts: a new one is compared with up to 20
_SMALL_RUN = re.compile("[\u3041-\u309f]+")  # hiragana, mostly grammar
_SIGNS = re.compile("[\u3041-\u309f]+|[\u30a0-\u30ff]+|.[\u0300-\u036f]*", re.DOTALL)
_CAPITAL_INSIDE = re.compile(r"(?<![.!?:\u2026]\s)(?<=[\s(\"'\u2019\u00ab\u201e\u201c])([^\W\d_]{2,})")
_HEAD = re.compile(r"(?:^|[.!?:\u2026]\s)[\s(\"'\u00ab\u201e\u201c]*([^\W\d_a-z]\w*)")
_ASKS = re.compile(
    "[?\uff1f\u061f][\"'\u00bb\u201d\u300d\uff09)]*(?:\\s|$)|(?:\uae4c|\u304b|\u5417|\u55ce)[.\u3002]?$"
)
_MEASURE = re.compile(r"(?<![\w.-])(\d+(?:[.,:]\d+)*)([a-z]{1,2})(?![\w-])")
# Taken apart before the words are, so that the rest of it is not taken for a word: won, don.
_CONTRACTED = re.compile(
    r"\b(ca|wo|sha|do|does|did|is|are|was|were|would|should|could|has|have|had|must|need|might|ai)n['\u2019]t\b"
)
_WHOLE = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is"}


class Weight(IntEnum):
    """How much a word says by itself."""

    SMALL = 0
    TELLING = 1
    CONTENT = 2


@dataclass(frozen=True, slots=True)
class Word:
    """A word, or a sign of a script without spaces.

    Attributes
    ----------
    base
        What is compared.
    form
        As it is, with what is set to it.
    weight
        What it says by itself.
    """

    base: str
    form: str
    weight: Weight


@dataclass(frozen=True, slots=True)
class Reading:
    """What the rule compares.

    Attributes
    ----------
    words
        In their order, without articles.
    numbers
        In their order, digits or words.
    days
        Days of the week and months.
    literals
        Addresses, identifiers, settings, with how often each is there.
    names
        Words with a capital inside a sentence.
    heads
        Words with a capital at the beginning of one.
    signs, letters
        Pictures and operators, and letters that are alone, in their order.
    people
        Who is meant by pronouns.
    sides
        On which side of pairs of contraries the words are.
    denied, contrary, asked
        Whether it denies, whether a word may do so by itself, whether it asks.
    """

    words: tuple[Word, ...]
    numbers: tuple[str, ...]
    days: frozenset[tuple[str, int]]
    literals: Counter[str]
    names: frozenset[str]
    heads: frozenset[str]
    signs: tuple[str, ...]
    letters: tuple[str, ...]
    people: People
    sides: frozenset[int]
    denied: bool
    contrary: bool
    asked: bool

    def agrees(self, other: Reading) -> bool:
        """Whether nothing that decides by itself parts two texts."""
        if self.denied is not other.denied:
            if not (other.contrary if self.denied else self.contrary):
                return False
        elif contrary(self.sides, other.sides):
            return False
        return self.people.may_be(other.people) and self._decisive() == other._decisive()

    def _decisive(self) -> tuple[object, ...]:
        return self.numbers, self.days, self.literals, self.asked, self.signs, self.letters


@lru_cache(maxsize=_KEPT)
def tongue(text: str) -> tuple[str, int]:
    """Return the script of most words of a text, and the bits of the Latin languages that it may be of."""
    found = words(folded(text))
    scripts = Counter("spaceless" if is_spaceless(word[0]) else script(word[0]) for word in found)
    return max(scripts, key=scripts.__getitem__, default="none"), languages_of(set(found))


@lru_cache(maxsize=_KEPT)
def surely_of(text: str) -> int:
    """Return the bits of the Latin languages of most small words in a text; of all if it has fewer than two."""
    hits = [bits for word in words(folded(text)) if (bits := languages_of((word,))) != ANY]
    counts = [sum(bits >> place & 1 for bits in hits) for place in range(len(LATIN))]
    most = max(counts)
    return sum(1 << place for place, count in enumerate(counts) if count == most) if most > 1 else ANY


@lru_cache(maxsize=_KEPT)
def reading(text: str, languages: int = ANY) -> Reading:
    """Return what of a text is compared."""
    sent = folded(text)
    plain = _MEASURE.sub(r"\1 \2", _CONTRACTED.sub(_affirmative, sent))
    found = words(plain)
    names = _names(text)
    return Reading(
        words=tuple(word for run in found for word in _words(run, languages, names)),
        numbers=numbers_in(plain, languages),
        days=days_in(plain, found, languages),
        literals=literals(text),
        names=names,
        heads=frozenset(folded(head) for head in _HEAD.findall(text) if head[0].isupper()),
        signs=signs_in(text),
        letters=letters_in(text),
        people=people_in(found, languages),
        sides=sides_in(plain, found),
        denied=denies(sent, found, languages),
        contrary=any(_IS_CONTRARY(word, languages) for word in found),
        asked=_ASKS.search(text.strip()) is not None,
    )


def _affirmative(found: re.Match[str]) -> str:
    return _WHOLE.get(found[1], found[1])


def _names(text: str) -> frozenset[str]:
    return frozenset(folded(name) for name in _CAPITAL_INSIDE.findall(text) if name[0].isupper())


def _words(run: str, languages: int, names: frozenset[str]) -> Iterator[Word]:
    if not is_spaceless(run[0]):
        if run in names or not _IS_ARTICLE(run, languages):
            base = run if run in names else common_word(affirmed(run), languages)
            yield Word(base, run, _weight(run, languages, names))
    elif script(run[0]) == HANGUL:
        base = common_word(parts(run)[0], languages)
        small = run in SMALL_KOREAN or base in SMALL_KOREAN or is_denial(run, languages)
        yield Word(base, run, Weight.SMALL if small else Weight.CONTENT)
    else:
        for subject in SUBJECTS:
            run = run.replace(subject, "\u3042")
        for sign in _SIGNS.findall(run):
            small = sign in SMALL_SIGNS or _SMALL_RUN.match(sign) is not None
            yield Word(sign, sign, Weight.SMALL if small else Weight.CONTENT)


def _weight(word: str, languages: int, names: frozenset[str]) -> Weight:
    if is_denial(word, languages) or is_number(word, languages):
        return Weight.SMALL  # compared apart
    if word in names:
        return Weight.CONTENT
    if _TELLS(word, languages):
        return Weight.TELLING
    return Weight.SMALL if _IS_SMALL(word, languages) else Weight.CONTENT

"""Ranking by words: BM25 over exact words and their related forms; an exact word counts more than a form.

Only exact words have postings. Related forms are found in the vocabulary, which is much smaller than the texts: it
lists the words by their stems.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from operator import itemgetter
from threading import RLock

from .folding import folded
from .kinship import asked, keys, relation
from .languages import languages_of
from .runs import wanted_pairs
from .scripts import is_unspaced
from .stop_words import content
from .words import pairs, symbols, words

# Term saturation, weight of the length, and weight of a related form compared with the exact word. What they were
# measured to bring: docs/decisions/0006.
K1 = 0.3
B = 0.4
RELATED = 0.5
# A text that is longer counts as so many times the average: that a memory is long is no reason to doubt its words.
LONGEST = 2.0
# How much more a rare word weighs than a common one: the power of its share of the greatest rarity.
RARITY = 1.5
# How often the words of key and tags count; they do not make a text longer.
LABELS = 2
# A word is rare if so many texts hold it, of this many and more; below, if one does.
FEW = 2
_FEW_FROM = 20

# Where a word begins inside a name: userName, HTTPServer.
_CAPITALS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LONGEST_LABEL = 40  # characters; a longer one is a sentence, and nobody writes that as one word

# Of each text: its distinct words, the count of all its words, and the bits of its languages.
Text = tuple[tuple[str, ...], int, int]


@dataclass(frozen=True, slots=True)
class Term:
    """What a word of a question weighs over all indexes that are searched.

    Attributes
    ----------
    average
        Average number of words of a text.
    of_word
        Its rarity in nats, what it brings to a score at most, and its share of all words' rarity.
    is_rare
        Whether hardly any text holds it.
    """

    average: float
    of_word: tuple[float, float, float]
    is_rare: bool


@dataclass(frozen=True, slots=True)
class WordScores:
    """What a question's words say of texts, by their ids.

    Attributes
    ----------
    scores
        A word that one text alone holds brings at most 1.
    held
        Which share of what the question's words weigh a text holds, 0 to 1. Words that no text holds weigh most.
    rare
        The same of its rare words alone.
    telling
        How unlikely, in nats, a text of its length holds the rarest of them by chance.
    """

    scores: dict[str, float] = field(default_factory=dict)
    held: dict[str, float] = field(default_factory=dict)
    rare: dict[str, float] = field(default_factory=dict)
    telling: dict[str, float] = field(default_factory=dict)


class Postings(dict[str, int]):
    """How often a word occurs in each text, by the text's id; all texts share its one string, ``word``."""

    __slots__ = ("word",)

    def __init__(self, word: str) -> None:
        super().__init__()
        self.word = word


class WordIndex:
    """Words of texts by id."""

    def __init__(self) -> None:
        self._texts: dict[str, Text] = {}
        self._postings: dict[str, Postings] = {}
        self._vocabulary: dict[str, list[str]] = {}  # words by their keys
        self._total = 0
        # One thread may search while another updates.
        self.lock = RLock()

    def __len__(self) -> int:
        return len(self._texts)

    @property
    def total_length(self) -> int:
        """Count of the words of all texts."""
        return self._total

    def add(self, document: str, text: str, labels: Sequence[str] = ()) -> None:
        """Add or replace a text; one without words or signs is never found.

        Parameters
        ----------
        document
            The text's id.
        text
            Any text.
        labels
            Its key and tags, which are found like words of the text.
        """
        plain = folded(text)
        found = words(plain)
        counts = Counter(_pieces(found, pairs))
        length = counts.total()
        counts.update(symbols(plain))
        for label in labels:
            for piece in _pieces(label_words(label), pairs):
                counts[piece] += LABELS
        languages = languages_of(found)
        with self.lock:
            self.remove(document)
            self._texts[document] = (self._put(document, counts), length, languages)
            self._total += length

    def remove(self, document: str) -> None:
        """Remove a text, if it is in the index."""
        with self.lock:
            text = self._texts.pop(document, None)
            if text is None:
                return
            terms, length, _ = text
            self._total -= length
            for word in terms:
                postings = self._postings[word]
                del postings[document]
                if not postings:
                    del self._postings[word]
                    self._forget(word)

    def weights(self, word: str) -> Mapping[str, float]:
        """Return how often each text holds a word; related forms count :data:`RELATED` each.

        Parameters
        ----------
        word
            A folded word, a pair of letters of a script without spaces, or a sign.
        """
        exact: Mapping[str, int] = self._postings.get(word, {})
        related = list(self._related(word))
        if not related:
            return exact
        weights: dict[str, float] = dict(exact)
        texts = self._texts
        for other, languages in related:
            for document, times in self._postings[other].items():
                if languages & texts[document][2]:
                    weights[document] = weights.get(document, 0.0) + RELATED * times
        return weights

    def length(self, document: str) -> int:
        """Return how many words a text has; 0 for one that is not in the index."""
        text = self._texts.get(document)
        return 0 if text is None else text[1]

    def score(self, weights: Mapping[str, float], term: Term, scores: WordScores) -> None:
        """Add what one word says of this index's texts, in place.

        Parameters
        ----------
        weights
            The word's, from :meth:`weights`.
        term
            What the word weighs over all indexes.
        """
        texts, base, slope = self._texts, K1 * (1 - B), K1 * B / term.average
        longest, average, rarity, factor, share = LONGEST * term.average, term.average, *term.of_word
        found, held, telling = scores.scores, scores.held, scores.telling
        for document, weight in weights.items():
            length = texts[document][1]
            found[document] = found.get(document, 0.0) + factor * weight / (
                weight + base + slope * (length if length < longest else longest)
            )
            held[document] = held.get(document, 0.0) + share
            # A long text holds any word by chance so many times more often.
            tells = rarity if length <= average else rarity - math.log(length / average)
            if tells > telling.get(document, 0.0):
                telling[document] = tells
        if term.is_rare:
            for document, weight in weights.items():
                scores.rare[document] = scores.rare.get(document, 0.0) + share * min(weight, 1.0)

    def _put(self, document: str, counts: Mapping[str, int]) -> tuple[str, ...]:
        terms = []
        for word, times in counts.items():
            postings = self._postings.get(word)
            if postings is None:
                postings = self._postings[word] = Postings(word)
                for key in keys(word):
                    self._vocabulary.setdefault(key, []).append(word)
            postings[document] = times
            terms.append(postings.word)
        return tuple(terms)

    def _related(self, word: str) -> Iterator[tuple[str, int]]:
        """Yield related words and the languages in which they are related, in a fixed order."""
        others = {other for key in asked(word) for other in self._vocabulary.get(key, ())}
        others.discard(word)
        for other in sorted(others):
            if languages := relation(word, other):
                yield other, languages

    def _forget(self, word: str) -> None:
        for key in keys(word):
            others = self._vocabulary[key]
            others.remove(word)
            if not others:
                del self._vocabulary[key]


def search(query: str, indexes: Sequence[WordIndex]) -> list[tuple[str, float]]:
    """Rank the texts of several indexes as if they were one.

    Parameters
    ----------
    query
        Any text.
    indexes
        Those of the texts that the reader may see, and no others: they would influence the scores.

    Returns
    -------
    list[tuple[str, float]]
        Ids and scores of the texts that hold a word of the query, best first, ties by id; empty for a query of
        spaces and punctuation.
    """
    # Two sorts: one by pairs of score and id takes twice as long.
    ranked = sorted(scores_of(query, indexes).scores.items())
    ranked.sort(key=itemgetter(1), reverse=True)
    return ranked


def scores_of(query: str, indexes: Sequence[WordIndex]) -> WordScores:
    """Compare the words of a question with all texts; those that hold none are left out."""
    terms = terms_of(query)
    with _locked(indexes):
        return _scores(terms, indexes)


def holding(terms: Sequence[str], indexes: Sequence[WordIndex]) -> list[set[str]]:
    """Return, for each term of :func:`terms_of`, the ids of the texts that hold it or a related form."""
    with _locked(indexes):
        return [{document for index in indexes for document in index.weights(term)} for term in terms]


@contextmanager
def _locked(indexes: Sequence[WordIndex]) -> Iterator[None]:
    """Lock all indexes, always in the same order, so that two searches cannot deadlock."""
    with ExitStack() as held:
        for index in sorted(indexes, key=id):
            held.enter_context(index.lock)
        yield


def _scores(terms: Sequence[str], indexes: Sequence[WordIndex]) -> WordScores:
    count = sum(len(index) for index in indexes)
    average = (sum(index.total_length for index in indexes) / count if count else 0.0) or 1.0
    few = FEW if count >= _FEW_FROM else 1
    found = [[(index, index.weights(term)) for index in indexes] for term in terms]
    holders = [sum(len(weights) for _, weights in of_term) for of_term in found]
    rarities = [math.log(1 + (count - some + 0.5) / (some + 0.5)) for some in holders]
    total, greatest = sum(rarities) or 1.0, math.log(1 + count) or 1.0
    result = WordScores()
    for of_term, some, rarity in zip(found, holders, rarities, strict=True):
        of_word = rarity, (rarity / greatest) ** RARITY, rarity / total
        term = Term(average, of_word, is_rare=some <= few)
        for index, weights in of_term:
            index.score(weights, term, result)
    return result


def terms_of(query: str) -> list[str]:
    """Split a query into the terms to look up: its words that carry meaning, or its signs if it has no word."""
    plain = folded(query)
    return list(dict.fromkeys(_pieces(content(words(plain)), wanted_pairs) or symbols(plain)))


def label_words(label: str, *, is_joined: bool = True) -> list[str]:
    """Return the words of a key or tag, which is often one word by its letters.

    >>> label_words("userName"), label_words("user-name")
    (['user', 'name', 'username'], ['user', 'name', 'username'])

    Parameters
    ----------
    label
        A key or tag.
    is_joined
        Whether the words joined to one are among them.
    """
    found = words(folded(_CAPITALS.sub(" ", label)))
    whole = "".join(found)
    # As one word, too, so that user-name and userName meet whichever is asked for.
    return [*found, whole] if is_joined and len(found) > 1 and len(whole) <= _LONGEST_LABEL else found


def _pieces(found: list[str], split: Callable[[str], list[str]]) -> list[str]:
    """Replace each run of a script without spaces by its pairs of letters."""
    if not any(is_unspaced(word[0]) for word in found):
        return found
    return [piece for word in found for piece in (split(word) if is_unspaced(word[0]) else [word])]

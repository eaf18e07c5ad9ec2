"""Ranking by words: BM25 over exact words and their related forms; an exact word counts more than a form.

Only exact words have postings. Related forms are found in the vocabulary, which is much smaller than the texts: it
lists the words by their stems.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from operator import itemgetter
from threading import RLock

from .folding import folded
from .kinship import asked, keys, relation
from .languages import languages_of
from .runs import wanted_pairs
from .scripts import is_spaceless
from .words import pairs, symbols, words

# Term saturation, weight of the length, and weight of a related form compared with the exact word. Measured on the
# turns of long conversations: they find as much as plain English stems do. With a weight of 1 for forms, or a
# saturation of 0.9, fewer texts with the exact word would come first.
K1 = 0.6
B = 0.4
RELATED = 0.7

# Of each text: its distinct words, the count of all its words, and the bits of its languages.
Text = tuple[tuple[str, ...], int, int]


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

    def add(self, document: str, text: str) -> None:
        """Add or replace a text; one without words or signs is never found."""
        plain = folded(text)
        found = words(plain)
        counts = Counter(_pieces(found, pairs))
        length = counts.total()
        counts.update(symbols(plain))
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

    def score(self, weights: Mapping[str, float], rarity: float, average: float, scores: dict[str, float]) -> None:
        """Add the part of one word to the scores of texts, in place.

        Parameters
        ----------
        weights
            The word's, from :meth:`weights`.
        rarity
            Factor of the word.
        average
            Average number of words of a text, over all indexes.
        scores
            By id.
        """
        texts, base, slope = self._texts, K1 * (1 - B), K1 * B / average
        for document, weight in weights.items():
            part = rarity * weight / (weight + base + slope * texts[document][1])
            scores[document] = scores.get(document, 0.0) + part

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
    ranked = sorted(scores_of(query, indexes).items())
    ranked.sort(key=itemgetter(1), reverse=True)
    return ranked


def scores_of(query: str, indexes: Sequence[WordIndex]) -> dict[str, float]:
    """Return the scores of :func:`search`, unsorted."""
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


def _scores(terms: Sequence[str], indexes: Sequence[WordIndex]) -> dict[str, float]:
    count = sum(len(index) for index in indexes)
    average = sum(index.total_length for index in indexes) / count if count else 0.0
    scores: dict[str, float] = {}
    for term in terms:
        found = [(index, index.weights(term)) for index in indexes]
        documents = sum(len(weights) for _, weights in found)
        rarity = (K1 + 1) * math.log(1 + (count - documents + 0.5) / (documents + 0.5))
        for index, weights in found:
            index.score(weights, rarity, average or 1.0, scores)
    return scores


def terms_of(query: str) -> list[str]:
    """Split a query into the terms to look up: its words, or its signs if it has no word."""
    plain = folded(query)
    return list(dict.fromkeys(_pieces(words(plain), wanted_pairs) or symbols(plain)))


def _pieces(found: list[str], split: Callable[[str], list[str]]) -> list[str]:
    """Replace each run of a script without spaces by its pairs of letters."""
    if not any(is_spaceless(word[0]) for word in found):
        return found
    return [piece for word in found for piece in (split(word) if is_spaceless(word[0]) else [word])]

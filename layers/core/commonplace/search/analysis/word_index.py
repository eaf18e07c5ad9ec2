"""Ranking by words: BM25 over exact words and their related forms, the exact word above the form.

Only exact words have postings. Related forms are found through the vocabulary, which is far smaller than the
texts: a word is kept under its stems, and whoever looks for a form of it meets it there.
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

# Term saturation, the weight of length, and what a related form counts besides the exact word. On the turns of
# long conversations these find as much as plain English stems do; a form that counted as much as the word, or a
# saturation of 0.9, would find less with the exact word first.
K1 = 0.6
B = 0.4
RELATED = 0.7

# What the index keeps of a text: its words, how many there were, and the bits of its languages.
Text = tuple[tuple[str, ...], int, int]


class Postings(dict[str, int]):
    """Times a word is in a text, by the text's id; and the word, so that all texts share one string."""

    __slots__ = ("word",)

    def __init__(self, word: str) -> None:
        super().__init__()
        self.word = word


class WordIndex:
    """Words of many texts, each under an id; texts come and go."""

    def __init__(self) -> None:
        self._texts: dict[str, Text] = {}
        self._postings: dict[str, Postings] = {}
        self._vocabulary: dict[str, list[str]] = {}  # words by their keys
        self._total = 0
        # Searched by one thread while another brings it up to date.
        self.lock = RLock()

    def __len__(self) -> int:
        return len(self._texts)

    @property
    def total_length(self) -> int:
        """Words of all texts together."""
        return self._total

    def add(self, document: str, text: str) -> None:
        """Put a text in, in place of an earlier one under the same id.

        Parameters
        ----------
        document
            The text's id.
        text
            Any text; one without words or signs is never found.
        """
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
        """Take a text out, if it is there."""
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
        """Return how much of a word each text holds: its exact form wholly, related forms in part.

        Parameters
        ----------
        word
            A folded word, or a pair of letters of a script without spaces, or a sign.
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
        """Add to the scores of texts what a word brings them.

        Parameters
        ----------
        weights
            As :meth:`weights` returns them.
        rarity
            What the word counts.
        average
            Words of a text on average, over all indexes.
        scores
            By id; changed.
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
        """Name related words and in which languages they are, in an order that depends on nothing else."""
        others = {other for key in asked(word) for other in self._vocabulary.get(key, ())}
        others.discard(word)
        for other in sorted(others):
            if languages := relation(word, other):
                yield other, languages

    def _forget(self, word: str) -> None:
        for key in keys(word):
            kept = self._vocabulary[key]
            kept.remove(word)
            if not kept:
                del self._vocabulary[key]


def search(query: str, indexes: Sequence[WordIndex]) -> list[tuple[str, float]]:
    """Rank the texts of several indexes as if they were one.

    Parameters
    ----------
    query
        Any text; there is no invalid one.
    indexes
        What the reader may see, and nothing else: the others' numbers would show in the scores.

    Returns
    -------
    list[tuple[str, float]]
        Ids and scores of what holds any word of the query, best first; empty for spaces and punctuation.
    """
    # By id where scores are the same; two sorts, since one by pairs takes twice as long.
    ranked = sorted(scores_of(query, indexes).items())
    ranked.sort(key=itemgetter(1), reverse=True)
    return ranked


def scores_of(query: str, indexes: Sequence[WordIndex]) -> dict[str, float]:
    """Return what :func:`search` ranks by, in no order."""
    terms = terms_of(query)
    with _locked(indexes):
        return _scores(terms, indexes)


def holding(terms: Sequence[str], indexes: Sequence[WordIndex]) -> list[set[str]]:
    """Return, for each of some words, the ids of the texts that hold it or a related form.

    Parameters
    ----------
    terms
        Folded words, pairs of letters of a script without spaces, or signs.
    indexes
        Where to look.
    """
    with _locked(indexes):
        return [{document for index in indexes for document in index.weights(term)} for term in terms]


@contextmanager
def _locked(indexes: Sequence[WordIndex]) -> Iterator[None]:
    """Hold all indexes, always in the same order, so that two searches never wait for one another."""
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
    """Split a query into what is looked for in an index; signs count where there is no word."""
    plain = folded(query)
    return list(dict.fromkeys(_pieces(words(plain), wanted_pairs) or symbols(plain)))


def _pieces(found: list[str], split: Callable[[str], list[str]]) -> list[str]:
    """Put its pairs in place of every run of a script that is written without spaces."""
    if not any(is_spaceless(word[0]) for word in found):
        return found
    return [piece for word in found for piece in (split(word) if is_spaceless(word[0]) else [word])]

"""Ranking by words: BM25 over exact words and their related forms, the exact word above the form.

Only exact words have postings. Related forms are found through the vocabulary, which is far smaller than the
texts: a word is kept under its stems, and whoever looks for a form of it meets it there.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from sys import intern
from typing import NamedTuple

from .folding import folded
from .kinship import asked, keys, relation
from .languages import languages_of
from .runs import wanted_pairs
from .scripts import is_spaceless
from .words import pairs, symbols, words

# Term saturation, the weight of length, and what a related form counts beside the exact word. On the turns of
# long conversations these find as much as plain English stems do; a form that counted as much as the word, or a
# saturation of 0.9, would find less with the exact word first.
K1 = 0.6
B = 0.4
RELATED = 0.7

Postings = dict[str, int]  # times a word is in a text, by the text's id


class _Text(NamedTuple):
    """What the index keeps of a text: its words, how many there were, and the bits of its languages."""

    terms: tuple[str, ...]
    length: int
    languages: int


class WordIndex:
    """Words of many texts, each under an id; texts come and go."""

    def __init__(self) -> None:
        self._texts: dict[str, _Text] = {}
        self._postings: dict[str, Postings] = {}
        self._vocabulary: dict[str, list[str]] = {}  # words by their keys
        self._total = 0

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
        self.remove(document)
        plain = folded(text)
        found = words(plain)
        counts = Counter(_pieces(found, pairs))
        length = counts.total()
        counts.update(symbols(plain))
        for word, times in counts.items():
            postings = self._postings.get(word)
            if postings is None:
                word = intern(word)
                postings = self._postings[word] = {}
                for key in keys(word):
                    self._vocabulary.setdefault(key, []).append(word)
            postings[document] = times
        self._texts[document] = _Text(tuple(map(intern, counts)), length, languages_of(found))
        self._total += length

    def remove(self, document: str) -> None:
        """Take a text out, if it is there."""
        text = self._texts.pop(document, None)
        if text is None:
            return
        self._total -= text.length
        for word in text.terms:
            postings = self._postings[word]
            del postings[document]
            if not postings:
                del self._postings[word]
                self._forget(word)

    def length(self, document: str) -> int:
        """Return a text's number of words."""
        return self._texts[document].length

    def weights(self, word: str) -> dict[str, float]:
        """Return how much of a word each text holds: its exact form wholly, related forms in part.

        Parameters
        ----------
        word
            A folded word, or a pair of letters of a script without spaces, or a sign.
        """
        weights: dict[str, float] = dict(self._postings.get(word, ()))
        texts = self._texts
        for other, languages in self._related(word):
            for document, times in self._postings[other].items():
                if languages & texts[document].languages:
                    weights[document] = weights.get(document, 0.0) + RELATED * times
        return weights

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
    count = sum(len(index) for index in indexes)
    if not count:
        return []
    average = sum(index.total_length for index in indexes) / count or 1.0
    scores: dict[str, float] = {}
    for term in _terms(query):
        found = [(index, index.weights(term)) for index in indexes]
        documents = sum(len(weights) for _, weights in found)
        rarity = (K1 + 1) * math.log(1 + (count - documents + 0.5) / (documents + 0.5))
        for index, weights in found:
            for document, weight in weights.items():
                stretch = K1 * (1 - B + B * index.length(document) / average)
                scores[document] = scores.get(document, 0.0) + rarity * weight / (weight + stretch)
    return sorted(scores.items(), key=lambda scored: (-scored[1], scored[0]))


def _terms(query: str) -> list[str]:
    """Split a query into what is looked for; signs count where there is no word."""
    plain = folded(query)
    return list(dict.fromkeys(_pieces(words(plain), wanted_pairs) or symbols(plain)))


def _pieces(found: list[str], split: Callable[[str], list[str]]) -> list[str]:
    """Put its pairs in place of every run of a script that is written without spaces."""
    if not any(is_spaceless(word[0]) for word in found):
        return found
    return [piece for word in found for piece in (split(word) if is_spaceless(word[0]) else [word])]

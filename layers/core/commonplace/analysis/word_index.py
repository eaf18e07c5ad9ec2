"""Ranking by words: BM25 over exact words and their related forms, the exact word above the form."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from .words import SPACELESS, folded, forms, pairs, script, symbols, words

# Measured on long conversations: term saturation and the weight of length.
K1 = 0.9
B = 0.4
# What a related form counts beside the exact word.
_RELATED = 0.7
# Share of a word's threes that must be there for it to count where no stemmer exists.
_LEAST_THREES = 0.5

Postings = dict[str, int]  # times a term is in a document, by document


class WordIndex:
    """Words of many texts, each under an id; texts come and go."""

    def __init__(self) -> None:
        self._terms: dict[str, list[str]] = {}
        self._lengths: dict[str, int] = {}
        self._postings: dict[str, Postings] = {}
        self._total = 0

    def __len__(self) -> int:
        return len(self._lengths)

    @property
    def total_length(self) -> int:
        """Words of all texts together."""
        return self._total

    def add(self, document: str, text: str) -> None:
        """Put a text in, in place of an earlier one under the same id."""
        self.remove(document)
        plain = folded(text)
        found = words(plain)
        counts: Counter[str] = Counter(f"={word}" for word in found)
        counts.update(f"={symbol}" for symbol in symbols(plain))
        for word in found:
            counts.update(forms(word))
        for term, times in counts.items():
            self._postings.setdefault(term, {})[document] = times
        self._terms[document] = list(counts)
        self._lengths[document] = len(found)
        self._total += len(found)

    def remove(self, document: str) -> None:
        """Take a text out, if it is there."""
        terms = self._terms.pop(document, None)
        if terms is None:
            return
        self._total -= self._lengths.pop(document)
        for term in terms:
            postings = self._postings[term]
            del postings[document]
            if not postings:
                del self._postings[term]

    def times(self, term: str) -> Postings:
        """Return in which texts a term is, and how often."""
        return self._postings.get(term, {})

    def length(self, document: str) -> int:
        """Return a text's number of words."""
        return self._lengths[document]


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
    average = sum(index.total_length for index in indexes) / count if count else 0.0
    scores: dict[str, float] = {}
    for term in _terms(query):
        found = [(index, _weights(term, index)) for index in indexes]
        documents = sum(len(weights) for _, weights in found)
        rarity = math.log(1 + (count - documents + 0.5) / (documents + 0.5))
        for index, weights in found:
            for document, weight in weights.items():
                stretch = 1 - B + B * index.length(document) / average if average else 1.0
                scores[document] = scores.get(document, 0.0) + rarity * weight * (K1 + 1) / (weight + K1 * stretch)
    return sorted(scores.items(), key=lambda scored: (-scored[1], scored[0]))


def _terms(query: str) -> list[str]:
    """Split a query; of a script without spaces, the pairs are looked for one by one."""
    plain = folded(query)
    terms: list[str] = []
    for word in words(plain) or symbols(plain):
        terms.extend(pairs(word) if len(word) > 1 and script(word[0]) == SPACELESS else [word])
    return list(dict.fromkeys(terms))


def _weights(word: str, index: WordIndex) -> dict[str, float]:
    """Return how much of a word each text holds: its exact form wholly, related forms in part."""
    exact = index.times(f"={word}")
    weights: dict[str, float] = {document: float(times) for document, times in exact.items()}
    for document, times in _related(word, index).items():
        only_related = times - exact.get(document, 0)
        if only_related > 0:
            weights[document] = weights.get(document, 0.0) + _RELATED * only_related
    return weights


def _related(word: str, index: WordIndex) -> dict[str, float]:
    name = script(word[0])
    if name == SPACELESS:
        return dict(index.times(f"{len(word)}:{word}"))  # a letter, or one pair of a longer run
    related: dict[str, float] = {}
    own = forms(word)
    if name == "other":
        for form in own:
            for document in index.times(form):
                related[document] = related.get(document, 0.0) + 1 / len(own)
        return {document: share for document, share in related.items() if share >= _LEAST_THREES}
    for form in own:
        for document, times in index.times(form).items():
            related[document] = max(related.get(document, 0.0), times)
    return related

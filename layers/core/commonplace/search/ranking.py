"""Exact hybrid ranking: every text that a reader may see is scored, by its words and by its meaning.

A score is a sum of four parts; docs/decisions/0006 says what each was measured to bring.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice, repeat

import numpy as np
from numpy.typing import NDArray

from .analysis.word_index import K1, WordIndex, scores_of
from .embedding.protocol import Vector
from .names import named
from .turns import Turns, names_in
from .vector_index import VectorIndex

# All in the unit of the meaning: by how many standard deviations a text's cosine is above the others'.
WORDS = 2.5  # one word met that is as rare as a word can be
SPEAKER = 1.0  # said by whom the question names
ANSWER = 0.5  # of what the question before it has by words and meaning
# Cosines that differ by less than this say nothing, as in a store of two alike memories.
LEAST_SPREAD = 0.01

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Ranked:
    """One text of a ranking.

    Attributes
    ----------
    id
        The text's id.
    score
        What orders the ranking; comparable only within it.
    similarity
        Cosine of its meaning and the question's, -1 to 1; 0 where one of the two has none (yet).
    """

    id: str
    score: float
    similarity: float


def meant(query: str, turns: Sequence[Turns], registered: Mapping[str, str]) -> str:
    """Return what of a question is to be embedded: all but the names of speakers.

    Parameters
    ----------
    query
        Any text.
    turns, registered
        As for :func:`rank`.
    """
    return named(query, names_in(turns, registered)).text


def rank(
    query: str,
    question: Vector,
    indexes: Sequence[tuple[WordIndex, VectorIndex]],
    *,
    turns: Sequence[Turns] = (),
    registered: Mapping[str, str] | None = None,
    only: Container[str] | None = None,
    limit: int | None = None,
) -> list[Ranked]:
    """Rank the texts of several indexes as if they were one.

    Parameters
    ----------
    query
        Any text; there is no invalid one.
    question
        The vector of what is :func:`meant`; zeros rank by words alone.
    indexes
        Words and vectors of what the reader may see, and nothing else: the others' numbers would show in the
        scores. A text whose vector is pending is taken to mean what its words say.
    turns
        The order of the same texts and who said them, where that is known.
    registered
        Speakers' names by label.
    only
        Ids that may be answered; None: all.
    limit
        How many to answer; None: all.

    Returns
    -------
    list[Ranked]
        Best first, then by id; empty for spaces and punctuation.
    """
    word_indexes = [words_of for words_of, _ in indexes]
    by_word = scores_of(query, word_indexes)
    ids, cosines = _cosines(question, [vectors for _, vectors in indexes])
    compared = len(ids)
    places = {one: place for place, one in enumerate(ids)}
    ids += [one for one in by_word if one not in places]
    if not ids:
        return []
    places.update((ids[place], place) for place in range(compared, len(ids)))

    scores = np.fromiter(map(by_word.get, ids, repeat(0.0)), np.float64, len(ids))
    scores *= WORDS / _rarest(word_indexes)
    standard = _standard(cosines)
    if compared and compared < len(ids):
        # What waits for its vector, or has none, must not fall behind for that: what holds the question's words
        # as well as any text counts as close in meaning as any.
        scores[compared:] *= 1 + max(0.0, float(standard.max())) / max(float(scores.max()), 1e-9)
    scores[:compared] += standard
    lifted = _answers(scores, places, turns)
    favoured = _said(query, turns, registered or {})
    scores += lifted
    scores[[places[one] for one in favoured if one in places]] += SPEAKER

    best = (
        Ranked(ids[place], float(scores[place]), float(cosines[place]) if place < compared else 0.0)
        for place in _best_first(scores, ids)
        if only is None or ids[place] in only
    )
    return list(islice(best, limit))


def _cosines(question: Vector, indexes: Sequence[VectorIndex]) -> tuple[list[str], Scores]:
    ids: list[str] = []
    found: list[Vector] = []
    if np.any(question):
        for index in indexes:
            some, cosines = index.similarities(question)
            ids += some
            found.append(cosines)
    return ids, np.concatenate(found, dtype=np.float64) if found else np.empty(0)


def _rarest(indexes: Sequence[WordIndex]) -> float:
    """Return about what a word brings that is in one text alone, so that stores of all sizes are alike."""
    return (K1 + 1) * math.log(1 + max(1, sum(map(len, indexes))))


def _standard(cosines: Scores) -> Scores:
    if not len(cosines):
        return cosines
    found: Scores = (cosines - cosines.mean()) / max(float(cosines.std()), LEAST_SPREAD)
    return found


def _answers(scores: Scores, places: Mapping[str, int], turns: Sequence[Turns]) -> Scores:
    """Return what texts gain from the question before them."""
    gains = np.zeros_like(scores)
    pairs = [
        (places[answer], places[asked])
        for one in turns
        for answer, asked in one.answers()
        if answer in places and asked in places
    ]
    if pairs:
        answers, asked = np.array(pairs).T
        gains[answers] = ANSWER * np.maximum(scores[asked], 0.0)
    return gains


def _said(query: str, turns: Sequence[Turns], registered: Mapping[str, str]) -> set[str]:
    """Return the ids of what those said whom the question names."""
    found = named(query, names_in(turns, registered)).names
    labels = [label for label, name in registered.items() if name in found]
    return {document for one in turns for document in one.said_by(labels, found)}


def _best_first(scores: Scores, ids: Sequence[str]) -> Iterator[int]:
    order = np.argsort(-scores, kind="stable").tolist()
    for _, tied in groupby(order, key=scores.__getitem__):
        yield from sorted(tied, key=ids.__getitem__)

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

from .analysis.folding import folded
from .analysis.stop_words import says_something
from .analysis.word_index import WordIndex, scores_of, terms_of
from .analysis.words import words
from .embedding.protocol import Vector
from .names import named
from .turns import Turns, names_in
from .vector_index import VectorIndex

# All in the unit of the meaning: by how many standard deviations a text's cosine is above the others'.
WORDS = 3.5  # one word met that is as rare as a word can be
RARE = 6.0  # all that is asked for is words that hardly any text has: more than the best meaning brings
WHOLE = 0.5  # as much of RARE for a text with all that is asked for, however many have it
_ALL = 1 - 1e-9
SPEAKER = 1.5  # said by whom the question names
ANSWER = 0.4  # of what the question before it has by words and meaning
# Cosines that differ by less than this say nothing, as in a store of two alike memories.
LEAST_SPREAD = 0.01
# What a text must have of a question to be worth handing out: so much of what its words weigh,
HELD = 0.5
# or a word that it holds so unlikely by chance (nats; in a small store, this share of the greatest there),
TELLING = 2.2
TELLING_SHARE = 0.5
# or so much nearness in meaning, more in larger stores: of more texts one is nearer by chance.
NEAR = 0.395
NEARER = 0.018  # for ten times as many
# and more for each word that the question or the text is short of three: a single word is near to every other.
SHORT = 0.02
_FEW_WORDS = 3

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
    fits
        Whether it has enough of the question, by words or by meaning, to be worth handing out.
    """

    id: str
    score: float
    similarity: float
    fits: bool = True


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
    fitting: bool = False,
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
    fitting
        Answer only what fits.
    limit
        How many to answer; None: all.

    Returns
    -------
    list[Ranked]
        Best first, then by id; empty for spaces and punctuation.
    """
    by_word = scores_of(query, [words_of for words_of, _ in indexes])
    ids, cosines, nearness = _cosines(question, [vectors for _, vectors in indexes])
    compared = len(ids)
    places = {one: place for place, one in enumerate(ids)}
    ids += [one for one in by_word.scores if one not in places]
    if not ids:
        return []
    places.update((ids[place], place) for place in range(compared, len(ids)))

    scores = WORDS * _at(by_word.scores, ids)
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
    held = _at(by_word.held, ids)
    scores += RARE * np.maximum(_at(by_word.rare, ids), WHOLE * (held >= _ALL))
    telling = min(TELLING, TELLING_SHARE * math.log(1 + sum(len(words_of) for words_of, _ in indexes)))
    fits = (held >= HELD) | (_at(by_word.telling, ids) >= max(telling, 1e-9))
    mark = _mark(query, compared)
    for place in np.flatnonzero(nearness >= mark):
        length = max(words_of.length(ids[place]) for words_of, _ in indexes)
        fits[place] |= bool(nearness[place] >= mark + _short_of(length))
    best = (
        Ranked(
            ids[place],
            float(scores[place]),
            float(cosines[place]) if place < compared else 0.0,
            bool(fits[place]),
        )
        for place in _best_first(scores, ids)
        if (fits[place] or not fitting) and (only is None or ids[place] in only)
    )
    return list(islice(best, limit))


def _mark(query: str, compared: int) -> float:
    """Return how near a text must be in meaning; a question without meaning is near to nothing."""
    if not says_something(words(folded(query))):
        return math.inf
    return NEAR + NEARER * math.log10(max(1, compared)) + _short_of(len(terms_of(query)))


def _short_of(words: int) -> float:
    return SHORT * max(0, _FEW_WORDS - words)


def _at(values: Mapping[str, float], ids: Sequence[str]) -> Scores:
    return np.fromiter(map(values.get, ids, repeat(0.0)), np.float64, len(ids))


def _cosines(question: Vector, indexes: Sequence[VectorIndex]) -> tuple[list[str], Scores, Scores]:
    """Return ids, cosines and nearness of what has a vector."""
    ids: list[str] = []
    found: list[Vector] = []
    near: list[Vector] = []
    if np.any(question):
        for index in indexes:
            with index.lock:
                some, cosines = index.similarities(question)
                ids += some
                found.append(cosines)
                near.append(index.nearness(cosines))
    if not found:
        return ids, np.empty(0), np.empty(0)
    return ids, np.concatenate(found, dtype=np.float64), np.concatenate(near, dtype=np.float64)


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

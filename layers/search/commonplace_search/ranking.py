"""Exact hybrid ranking: every text that a reader may see is scored, by its words and by its meaning."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

import numpy as np

from commonplace.analysis.word_index import WordIndex, search

from .embedding.protocol import Vector
from .vector_index import VectorIndex

# What words count beside meaning, both as standard scores.
WORDS = 0.5


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


def rank(
    query: str,
    question: Vector,
    indexes: Sequence[tuple[WordIndex, VectorIndex]],
    *,
    only: Container[str] | None = None,
    limit: int | None = None,
) -> list[Ranked]:
    """Rank the texts of several indexes as if they were one.

    Parameters
    ----------
    query
        Any text; there is no invalid one.
    question
        Its vector; zeros rank by words alone.
    indexes
        Words and vectors of what the reader may see, and nothing else: the others' numbers would show in the
        scores. A text whose vector is pending has words alone.
    only
        Ids that may be answered; None: all.
    limit
        How many to answer; None: all.

    Returns
    -------
    list[Ranked]
        Best first, then by id; empty for spaces and punctuation.
    """
    by_word = dict(search(query, [words for words, _ in indexes]))
    similar: dict[str, float] = {}
    if np.any(question):
        for _, vectors in indexes:
            ids, found = vectors.similarities(question)
            similar.update(zip(ids, found.tolist(), strict=True))
    ids = sorted(by_word.keys() | similar.keys())
    if not ids:
        return []
    scores = WORDS * _standard([by_word.get(one, 0.0) for one in ids])
    scores += (1 - WORDS) * _standard([similar.get(one, 0.0) for one in ids])
    order = np.argsort(-scores, kind="stable")
    ranked = (Ranked(ids[place], float(scores[place]), similar.get(ids[place], 0.0)) for place in order)
    kept = [one for one in ranked if only is None or one.id in only]
    return kept if limit is None else kept[:limit]


def _standard(scores: Sequence[float]) -> Vector:
    found = np.asarray(scores, np.float64)
    spread = float(found.std())
    return (found - found.mean()) / spread if spread else np.zeros_like(found)

"""The rule: identical, or near in meaning and without a sign that something else is said."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from commonplace.analysis.folding import folded
from commonplace.analysis.words import words

from .candidate import Candidate, identical_form
from .settings import least_similarity

MOST_JUDGED = 20
_LEAST_OF_LIKE_WORDS = 0.965
_LIKE_WORDS = 0.55


def nearest_first(scores: Iterable[tuple[str, float]]) -> list[str]:
    """Return which stored memories are worth judging.

    Parameters
    ----------
    scores
        Id and cosine with the new memory's vector.

    Returns
    -------
    list[str]
        At most 20 ids, the nearest first; none that is too far away to say the same.
    """
    least = least_similarity()
    near = [(-score, memory_id) for memory_id, score in scores if least is not None and score >= least]
    return [memory_id for _, memory_id in sorted(near)[:MOST_JUDGED]]


def same_meaning(new: Candidate, stored: Candidate) -> bool:
    """Tell whether a new memory says nothing that a stored one does not say.

    Parameters
    ----------
    new, stored
        Their texts and vectors.
    """
    if identical_form(new.text) == identical_form(stored.text):
        return True
    least = least_similarity()
    similarity = _cosine(new, stored)
    if least is None or similarity < least:
        return False
    one, two = set(words(folded(new.text))), set(words(folded(stored.text)))
    if not one or not two or _digits(one) != _digits(two):
        return False
    overlap = len(one & two) / len(one | two)
    return similarity >= max(least, _LEAST_OF_LIKE_WORDS) or overlap < _LIKE_WORDS


def _cosine(new: Candidate, stored: Candidate) -> float:
    if new.vector is None or stored.vector is None:
        return 0.0
    length = float(np.linalg.norm(new.vector)) * float(np.linalg.norm(stored.vector))
    return float(new.vector @ stored.vector) / length if length > 0 else 0.0


def _digits(found: set[str]) -> set[str]:
    return {word for word in found if any(char.isdigit() for char in word)}

"""The rule: identical, or near in meaning and without a sign that something else is said.

No cosine alone parts a paraphrase from a near-miss, so the words decide with it. The measured rates, and what was
tried, are in ``docs/decisions/0007-duplicates-by-meaning.md``; ``make benchmark-duplicates`` prints them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ..analysis.languages import ANY, LATIN
from ..analysis.scripts import is_spaceless
from .candidate import Candidate, identical_form
from .comparison import Comparison
from .reading import reading, surely_of, tongue
from .settings import keeps_details, least_similarity

MOST_JUDGED = 20

# Characters from which a text must be nearly as long as the other: the vector knows only its beginning.
_LONG = 1000
_LEAST_SHARE_OF_LONG = 0.7

_GERMAN = 1 << LATIN.index("german")  # every noun has a capital, so that names are not told

# How near two texts must be, besides the least similarity that is set. Words alone make texts of a kind near, and
# longer texts nearer, so that each content word raises the mark: less where the other text has it.
_BEFORE_WORDS = -0.020
_A_WORD_ALONE = 0.008
_A_WORD_SHARED = 0.005
_NOTHING_SHARED = 0.010
_HIGHEST = 0.985
# Between two languages nothing is shared, and a translation is further away than a paraphrase.
_A_WORD_TRANSLATED = 0.002
_WEIGHT_OF_A_SIGN = 0.5  # a word of Chinese or Japanese has about two


def nearest_first(scores: Iterable[tuple[str, float]]) -> list[str]:
    """Return the ids of stored memories worth judging, by their cosines with the new one's vector.

    At most 20, the nearest first; none that is too far away to say the same.
    """
    least = least_similarity()
    near = [(-score, memory_id) for memory_id, score in scores if least is not None and score >= least]
    return [memory_id for _, memory_id in sorted(near)[:MOST_JUDGED]]


def same_meaning(new: Candidate, stored: Candidate) -> bool:
    """Check whether a new memory says nothing that a stored one does not say."""
    if identical_form(new.text) == identical_form(stored.text):
        return True
    least = least_similarity()
    if least is None:
        return False
    short, long = sorted((len(new.text), len(stored.text)))
    if long > _LONG and short < _LEAST_SHARE_OF_LONG * long:
        return False
    similarity = _cosine(new, stored)
    return similarity >= least and _say_the_same(new.text, stored.text, similarity, least)


def _say_the_same(new: str, stored: str, similarity: float, least: float) -> bool:
    (script, languages), (other_script, other_languages) = tongue(new), tongue(stored)
    both = languages & other_languages or languages | other_languages
    one, two = reading(new, both), reading(stored, both)
    if not one.words or not two.words or not one.agrees(two):
        return False
    found = Comparison(one, two, both)
    alone, shared = _weight(found.added) + _weight(found.missing), _weight(found.shared)
    # Two short texts have too few small words to tell their languages by: they are compared as of one.
    if script != other_script or (not surely_of(new) & surely_of(stored) and one.names.issuperset(found.shared)):
        return similarity >= least + _A_WORD_TRANSLATED * alone
    mark = least + _BEFORE_WORDS + _A_WORD_ALONE * alone + _A_WORD_SHARED * shared
    if not shared:
        mark += _NOTHING_SHARED
    if similarity < min(mark, max(least, _HIGHEST)):
        return False
    if not keeps_details():
        return True
    if (both == ANY or not both & _GERMAN) and not one.names.isdisjoint(found.added):
        return False
    return not found.swapped() and not found.edited(denied_once=one.denied is not two.denied)


def _weight(found: Sequence[str]) -> float:
    return sum(_WEIGHT_OF_A_SIGN if len(word) == 1 and is_spaceless(word[0]) else 1.0 for word in found)


def _cosine(new: Candidate, stored: Candidate) -> float:
    if new.vector is None or stored.vector is None:
        return 0.0
    length = float(np.linalg.norm(new.vector)) * float(np.linalg.norm(stored.vector))
    return float(new.vector @ stored.vector) / length if length > 0 else 0.0

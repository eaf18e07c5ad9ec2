"""What words weigh: against meaning in the ranking, and among themselves. Small texts, exact numbers.

The benchmarks of search quality measure what the weights are good for; these tests notice when one changes.
"""

from __future__ import annotations

import numpy as np
import pytest

from commonplace.search.analysis.word_index import WordIndex, scores_of
from commonplace.search.embedding.protocol import Vector
from commonplace.search.embedding.vectors import packed
from commonplace.search.ranking import rank
from commonplace.search.vector_index import VectorIndex

EAST = np.array([1, 0, 0], np.float32)
BLENDS = {
    "exact": "the blend of teas",
    "twice": "a blend upon a blend",
    "form": "teas are blended in Kandy by hand every year",
    "long": "the blend that was served on the long train to Porto when it rained",
    "none": "a bus",
    "ja": "京都の緑茶",
    "kn": "ಹಸಿರು ಚಹಾ ಕುಡಿಯಿರಿ",
}


def towards(degrees: float) -> Vector:
    """A vector at an angle to EAST."""
    return np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees)), 0], np.float32)


def ranked(word_at: float) -> list[tuple[str, float]]:
    """Rank five texts for ``blend``: one has the word, another a closer meaning."""
    words, vectors = WordIndex(), VectorIndex()
    for document, text, degrees in (
        ("word", "the blend of teas", word_at),
        ("meaning", "matcha is served", 55),
        ("far", "a train at nine", 80),
        ("farther", "the bus is late", 88),
        ("other", "rain on Friday", 75),
    ):
        words.add(document, text)
        vectors.add(document, packed(towards(degrees)))
    return [(one.id, one.score) for one in rank("blend", EAST, [(words, vectors)])]


@pytest.mark.requirement("S11", "A1")
@pytest.mark.parametrize("word_at", [55, 70, 90, 150])
def test_a_word_that_one_text_has_decides_over_meaning(word_at: float) -> None:
    assert [document for document, _ in ranked(word_at)][:2] == ["word", "meaning"]


@pytest.mark.requirement("S11")
def test_a_common_word_among_others_gives_way_to_meaning() -> None:
    words, vectors = WordIndex(), VectorIndex()
    for number in range(30):
        words.add(f"common {number}", f"the blend of number {number}")
        vectors.add(f"common {number}", packed(towards(80 + number / 10)))
    words.add("meaning", "matcha is served")
    vectors.add("meaning", packed(towards(20)))

    assert rank("a green blend", EAST, [(words, vectors)])[0].id == "meaning"


@pytest.mark.requirement("S11")
def test_scores_of_words_and_meaning() -> None:
    scores = dict(ranked(70))

    expected = {"word": 8.1753, "meaning": 1.6497, "other": -0.0907, "far": -0.5761, "farther": -1.3445}
    assert scores == pytest.approx(expected, abs=0.002)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("blend", {"twice": 0.1275, "exact": 0.1153, "long": 0.1025, "form": 0.0842}),
        ("tea blend", {"exact": 0.3899, "form": 0.3262, "twice": 0.1275, "long": 0.1025}),
        ("緑茶", {"ja": 0.5723}),
        ("ಚಹಾ", {"kn": 0.5818}),
    ],
)
def test_scores_of_words_alone(query: str, expected: dict[str, float]) -> None:
    """How often, in how long a text, in how many texts, and whether exactly or in a related form."""
    index = WordIndex()
    for document, text in BLENDS.items():
        index.add(document, text)

    assert scores_of(query, [index]).scores == pytest.approx(expected, abs=0.002)

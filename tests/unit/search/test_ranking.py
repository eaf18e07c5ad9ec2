"""Hybrid ranking: every visible text is scored by its words and meaning, who said it, what was asked before."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.domain.clock import SECOND
from commonplace.search import ranking
from commonplace.search.analysis.word_index import WordIndex
from commonplace.search.embedding.packaged import PackagedEmbedder
from commonplace.search.embedding.protocol import Vector
from commonplace.search.embedding.vectors import packed
from commonplace.search.ranking import Ranked, meant, rank
from commonplace.search.turns import Turns
from commonplace.search.vector_index import VectorIndex

NOTHING = np.zeros(3, np.float32)
EAST = np.array([1, 0, 0], np.float32)
NORTH = np.array([0, 1, 0], np.float32)
Index = tuple[WordIndex, VectorIndex]


def index(**texts: tuple[str, Vector | None]) -> Index:
    """An index of texts with their vectors; None where that is pending."""
    words, vectors = WordIndex(), VectorIndex()
    for document, (text, vector) in texts.items():
        words.add(document, text)
        if vector is not None:
            vectors.add(document, packed(vector))
    return words, vectors


def towards(degrees: float) -> Vector:
    """A vector at an angle from EAST to NORTH."""
    return np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees)), 0], np.float32)


def ids(ranked: list[Ranked]) -> list[str]:
    return [one.id for one in ranked]


@pytest.mark.requirement("S11")
def test_words_and_meaning_are_added() -> None:
    one = index(
        both=("green tea", towards(10)),
        words=("green tea", towards(80)),
        meaning=("matcha", towards(10)),
        neither=("a train", towards(80)),
    )

    ranked = rank("tea", EAST, [one])
    # Who asks for one word wants what has it.
    assert ids(ranked) == ["both", "words", "meaning", "neither"]
    expected = {"both": 0.98, "meaning": 0.98, "words": 0.17, "neither": 0.17}
    assert {found.id: found.similarity for found in ranked} == pytest.approx(expected, abs=0.01)


@pytest.mark.requirement("D4")
def test_an_emoji_finds_the_emoji() -> None:
    model = PackagedEmbedder()
    texts = {"party": "Party on Friday 🎉", "emoji": "🎉", "train": "The train leaves at nine 🚂"}
    vectors = dict(zip(texts, model.passages(list(texts.values())), strict=True))
    one = index(**{document: (text, vectors[document]) for document, text in texts.items()})

    ranked = rank("🎉", model.question("🎉"), [one])
    assert ids(ranked) == ["emoji", "party"]
    assert [found.similarity for found in ranked] == [0.0, 0.0]


@pytest.mark.requirement("D4")
@pytest.mark.parametrize("query", ["", "  ", "?!", "...", "\n—"])
def test_spaces_and_punctuation_find_nothing(query: str) -> None:
    question = PackagedEmbedder().question(query)

    assert not question.any()
    assert rank(query, question, [index(a=("tea?!", EAST))]) == []


def test_a_text_whose_vector_is_pending_ranks_by_its_words() -> None:
    one = index(
        pending=("green tea", None), known=("a train", NORTH), other=("a bus", NORTH), last=("a car", EAST)
    )

    ranked = rank("green tea", EAST, [one])
    assert ranked[0].id == "pending"
    assert ranked[0].similarity == 0.0
    assert sorted(ids(ranked)) == ["known", "last", "other", "pending"]
    assert ids(rank("green tea", NOTHING, [one])) == ["pending"]
    assert ids(rank("lorry", EAST, [one])) == ["last", "known", "other"]


def test_several_indexes_rank_as_one() -> None:
    texts = {
        "a": ("green tea in the morning", towards(10)),
        "b": ("black tea", towards(50)),
        "c": ("a train at nine", towards(70)),
        "d": ("tea with Ann", None),
        "e": ("matcha", towards(5)),
    }
    whole = rank("morning tea", EAST, [index(**texts)])
    apart = [
        index(**{one: texts[one] for one in "ad"}),
        index(),
        index(**{one: texts[one] for one in "bce"}),
    ]

    found = rank("morning tea", EAST, apart)
    assert ids(found) == ids(whole)
    assert [one.score for one in found] == pytest.approx([one.score for one in whole])


def test_what_ties_is_ordered_by_id() -> None:
    one = index(**dict.fromkeys("dbeca", ("tea", EAST)))

    assert ids(rank("tea", EAST, [one])) == ["a", "b", "c", "d", "e"]
    assert ids(rank("tea", NOTHING, [one], limit=2)) == ["a", "b"]


@pytest.mark.requirement("S5")
def test_only_what_may_be_answered_is() -> None:
    one = index(**{document: ("tea", towards(place)) for place, document in enumerate("abcde")})

    assert ids(rank("tea", EAST, [one], only={"e", "c"})) == ["c", "e"]
    assert ids(rank("tea", EAST, [one], only={"e", "c", "d"}, limit=2)) == ["c", "d"]
    assert rank("tea", EAST, [one], only=set()) == []


@pytest.mark.requirement("S5")
def test_whom_the_question_names_is_favoured_and_not_looked_for() -> None:
    one = index(ann=("I had tea", towards(20)), bob=("I had tea", towards(19)), other=("Nothing", towards(90)))
    turns = Turns()
    turns.add("ann", "I had tea", 0, label="r1")
    turns.add("bob", "I had tea", 2 * 60 * 60 * SECOND, label="r2")
    registered = {"r1": "Ann", "r2": "Bob"}

    assert meant("What did Ann have?", [turns], registered) == "What did have?"
    ranked = rank("What did Ann have?", EAST, [one], turns=[turns], registered=registered)
    assert ids(ranked) == ["ann", "bob", "other"]
    assert ids(rank("What did Bob have?", EAST, [one], turns=[turns], registered=registered))[0] == "bob"
    assert ids(rank("What did Cy have?", EAST, [one], turns=[turns], registered=registered))[0] == "bob"


@pytest.mark.requirement("S6")
def test_a_removed_speaker_is_favoured_no_more() -> None:
    one = index(ann=("I had tea", towards(20)), bob=("I had tea", towards(19)))
    turns = Turns()
    turns.add("ann", "I had tea", 0, label="r1")

    assert ids(rank("Ann?", EAST, [one], turns=[turns], registered={"r1": "Ann"})) == ["ann", "bob"]
    assert ids(rank("Ann?", EAST, [one], turns=[turns], registered={})) == ["bob", "ann"]
    assert ids(rank("Ann?", EAST, [one], turns=[turns], registered={"r3": "Ann"})) == ["bob", "ann"]


def test_an_answer_is_lifted_by_its_question() -> None:
    texts = {"q": "Which tea do you like?", "a": "The green one.", "z": "The blue bus."}
    one = index(**{document: (text, towards(40)) for document, text in texts.items()})
    turns = Turns()
    for number, (document, text) in enumerate(texts.items()):
        turns.add(document, text, number)

    assert ids(rank("tea", EAST, [one], turns=[turns])) == ["q", "a", "z"]
    lifted = {found.id: found.score for found in rank("tea", EAST, [one], turns=[turns])}
    plain = {found.id: found.score for found in rank("tea", EAST, [one])}
    assert lifted["q"] == plain["q"] > 0
    # That the question alone has the word is no reason to believe the answer.
    assert lifted["a"] == pytest.approx(plain["a"] + ranking.ANSWER * (plain["q"] - ranking.RARE))
    assert lifted["z"] == plain["z"]


def test_a_question_that_does_not_fit_lowers_nothing() -> None:
    one = index(q=("Is the bus late?", towards(80)), a=("No.", towards(40)), t=("tea", towards(0)))
    turns = Turns()
    turns.add("q", "Is the bus late?", 0)
    turns.add("a", "No.", 1)

    assert rank("tea", EAST, [one], turns=[turns]) == rank("tea", EAST, [one])


def test_in_a_large_store_one_rare_word_does_not_drown_what_is_meant() -> None:
    """A standard score of words would: it grows with the root of the store's size."""
    chance = np.random.default_rng(5)
    texts: dict[str, tuple[str, Vector | None]] = {
        f"n{number}": (f"note {number}", towards(float(chance.uniform(60, 90)))) for number in range(2_000)
    }
    texts["word"] = ("the blend of pallets", towards(65))
    texts["meaning"] = ("matcha is served here", towards(5))

    ranked = rank("which blend is served", EAST, [index(**texts)], limit=2)
    assert ids(ranked) == ["meaning", "word"]


@pytest.mark.requirement("D4")
@given(
    st.text(max_size=20),
    st.lists(st.tuples(st.text(max_size=20), st.none() | st.lists(st.integers(-3, 3), min_size=3, max_size=3))),
    st.lists(st.integers(-2, 2), min_size=3, max_size=3),
)
def test_nothing_is_nan_or_out_of_range(
    query: str, texts: list[tuple[str, list[int] | None]], numbers: list[int]
) -> None:
    length = float(np.linalg.norm(numbers)) or 1.0
    question = (np.array(numbers) / length).astype(np.float32)
    one = index(
        **{
            str(place): (text, None if vector is None else np.array(vector, np.float32))
            for place, (text, vector) in enumerate(texts)
        }
    )
    turns = Turns()
    for place, (text, _) in enumerate(texts):
        turns.add(str(place), text, place)

    ranked = rank(query, question, [one], turns=[turns])
    assert len({found.id for found in ranked}) == len(ranked)
    assert all(-1.0 <= found.similarity <= 1.0 for found in ranked)
    assert all(np.isfinite(found.score) for found in ranked)
    assert ranked == sorted(ranked, key=lambda found: (-found.score, found.id))
    assert rank(query, question, [one], turns=[turns], limit=3) == ranked[:3]


@pytest.mark.requirement("S11")
def test_a_new_memory_is_found_by_its_words_among_nearer_meanings() -> None:
    texts: dict[str, tuple[str, Vector | None]] = {
        f"t{n}": (f"somebody practised music number {n}", towards(5 + n % 60)) for n in range(300)
    }
    texts["new"] = ("Greta sold her cello in Porto", None)
    texts["half"] = ("Greta drives a bus", None)
    one = index(**texts)

    ranked = rank("Greta sold Porto cello", EAST, [one])

    assert ids(ranked)[:2] == ["new", "half"]

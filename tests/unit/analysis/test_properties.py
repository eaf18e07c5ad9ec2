"""What holds for every text and query, of any Unicode."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from commonplace.search.analysis.folding import folded
from commonplace.search.analysis.kinship import asked, keys, relation
from commonplace.search.analysis.topic import Topic
from commonplace.search.analysis.word_index import WordIndex, search
from commonplace.search.analysis.words import symbols, words

# Words of many scripts, forms of one another among them, so that texts share some.
FORMS = """
run runs running résumé resume Haus Häuser книга книги ёлка елка घर घरों வீடு வீட்டில் ಮನೆ ಮನೆಯಲ್ಲಿ 東京 東京都 京 会议
회의는 กรุงเทพ ที ที่ بيت البيت הבית spielen spielt gespielt luz luces 🎉 👍🏽 👍 🇩🇪 2026 २०२६ the der le
"""
WORDS = st.sampled_from(FORMS.split())
SENTENCES = st.lists(WORDS, max_size=6).map(" ".join)
ANYTHING = st.text(max_size=60) | st.text(st.characters(categories=["Cs", "M", "Cf", "S", "L", "N"]), max_size=20)
TEXTS = SENTENCES | ANYTHING
DOCUMENTS = st.dictionaries(st.text(min_size=1, max_size=4), TEXTS, max_size=8)


def index_of(documents: Mapping[str, str]) -> WordIndex:
    index = WordIndex()
    for document, text in documents.items():
        index.add(document, text)
    return index


def inside(index: WordIndex) -> dict[str, Any]:
    """All that an index keeps, the order of words under a key aside."""
    return {name: value for name, value in vars(index).items() if name not in ("lock", "_vocabulary")} | {
        "_vocabulary": {key: sorted(kept) for key, kept in index._vocabulary.items()}
    }


@given(documents=DOCUMENTS, query=TEXTS)
@example(documents={"a": "\ud83c"}, query="\ud83c")
@example(documents={"a": "ـ ـ"}, query="ـ")
@example(documents={"a": "\u0301\u0e31"}, query="\u200d\u0e31")
@example(documents={"a": "'s l'"}, query="l's")
def test_no_text_or_query_raises_and_scores_are_numbers(documents: dict[str, str], query: str) -> None:
    found = search(query, [index_of(documents)])

    assert all(math.isfinite(score) and score > 0 for _, score in found)
    assert [score for _, score in found] == sorted((score for _, score in found), reverse=True)
    assert len({document for document, _ in found}) == len(found)
    assert {document for document, _ in found} <= set(documents)
    assert 0 <= Topic(query).held(" ".join(documents.values())) <= Topic(query).size


@pytest.mark.requirement("D4")
@given(text=ANYTHING | SENTENCES)
@example(text="\U0001fae8")  # younger than some Pythons' tables
@example(text="🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f")
@example(text="ഃ")
@example(text="l's")
@example(text="t's'd")
@example(text="ＡＰＩ ﬁ ㍍")
@example(text="1️⃣")
def test_every_text_with_a_word_or_a_sign_is_found_by_itself(text: str) -> None:
    plain = folded(text)
    assume(words(plain) or symbols(plain))
    index = index_of({"text": text, "else": "qqqq", "more": "zzzz wwww"})
    assume(not set(words(plain)) & {"qqqq", "zzzz", "wwww"})

    found = search(text, [index])
    assert found
    assert found[0][0] == "text"
    assert Topic(text).held(text) == Topic(text).size > 0


@pytest.mark.requirement("D4")
@given(text=st.text(max_size=20))
def test_a_text_has_words_or_signs_wherever_a_reader_sees_any(text: str) -> None:
    plain = folded(text)
    seen = any(
        unicodedata.category(char)[0] in "LN" or (not char.isascii() and unicodedata.category(char)[0] == "S")
        for char in plain
    )
    assert bool(words(plain) or symbols(plain)) >= seen


@pytest.mark.requirement("D4")
@given(
    query=st.text(st.characters(categories=["Z", "P", "Cc"]) | st.sampled_from("<>=+|~^$`"), max_size=12),
    documents=DOCUMENTS,
)
def test_spaces_and_punctuation_find_nothing(query: str, documents: dict[str, str]) -> None:
    assume(not words(folded(query)))
    assume(not symbols(folded(query)))
    assert search(query, [index_of(documents)]) == []
    assert Topic(query).is_empty


@given(documents=DOCUMENTS, document=st.text(min_size=1, max_size=4), text=TEXTS)
def test_to_add_and_remove_leaves_the_index_as_it_was(documents: dict[str, str], document: str, text: str) -> None:
    assume(document not in documents)
    index = index_of(documents)
    index.add(document, text)
    index.remove(document)
    index.remove(document)

    assert inside(index) == inside(index_of(documents))
    assert len(index) == len(documents)


@given(documents=DOCUMENTS, text=TEXTS)
def test_a_text_put_in_place_of_another_leaves_nothing_of_it(documents: dict[str, str], text: str) -> None:
    index = index_of(documents)
    for document in documents:
        index.add(document, text)

    assert inside(index) == inside(index_of(dict.fromkeys(documents, text)))


@given(documents=DOCUMENTS, query=TEXTS, parts=st.lists(st.integers(0, 2), min_size=8, max_size=8))
def test_several_indexes_rank_as_one(documents: dict[str, str], query: str, parts: list[int]) -> None:
    split: list[dict[str, str]] = [{}, {}, {}]
    for (document, text), part in zip(documents.items(), parts, strict=False):
        split[part][document] = text
    whole = search(query, [index_of(documents)])
    apart = search(query, [index_of(part) for part in split])

    assert dict(apart) == pytest.approx(dict(whole), abs=1e-9)
    assert [document for document, _ in apart] == [document for document, _ in whole]


@given(documents=DOCUMENTS, query=TEXTS, order=st.randoms())
def test_the_order_of_adding_makes_no_difference(documents: dict[str, str], query: str, order: Any) -> None:
    shuffled = list(documents.items())
    order.shuffle(shuffled)

    assert search(query, [index_of(dict(shuffled))]) == search(query, [index_of(documents)])


@given(word=WORDS, other=WORDS | st.text(min_size=1, max_size=6))
@settings(max_examples=300)
def test_what_is_related_meets_under_a_key(word: str, other: str) -> None:
    for one in words(folded(word)):
        for two in words(folded(other)):
            if one != two and not keys(one) == keys(two) == () and set(asked(one)) & set(keys(two)):
                assert relation(one, two) == relation(two, one) or len(one) == 1 or len(two) == 1
            elif one != two and asked(one) == keys(one) and asked(two) == keys(two):
                assert relation(one, two) == 0


@given(text=TEXTS)
def test_folding_twice_changes_nothing_for_the_words(text: str) -> None:
    assert words(folded(folded(text))) == words(folded(text))


@pytest.mark.requirement("A1")
@given(text=TEXTS, topic=TEXTS)
def test_a_topic_that_is_held_wholly_is_found_by_search(text: str, topic: str) -> None:
    asked_for = Topic(topic)
    assume(words(folded(topic)))
    held = asked_for.held(text)
    if held == asked_for.size > 0:
        assert search(topic, [index_of({"text": text})])

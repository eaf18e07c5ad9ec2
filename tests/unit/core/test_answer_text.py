"""How much text an answer holds: cuts at words and whole characters, and the order stays."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.domain.graphemes import cut_at_grapheme
from commonplace.operations.answer_text import ANSWER, TextBudget, cut_at_word, shortened

WORDS = "one two three four five six seven eight nine ten "


@pytest.mark.requirement("A1")
@pytest.mark.parametrize(
    ("text", "most", "cut"),
    [
        ("one two three", 13, "one two three"),
        ("one two three", 12, "one two"),
        ("one two three", 8, "one two"),
        ("one two three", 7, "one two"),
        ("one two  three", 9, "one two"),
        ("one\ntwo\tthree", 10, "one\ntwo"),
        ("a " + "x" * 40, 20, "a " + "x" * 18),  # no word ends near: an address, a script without spaces
        ("東京" * 20, 9, "東京東京東京東京東"),
        (" " * 30 + "late", 20, " " * 20),
        ("🇩🇪" * 10, 9, "🇩🇪" * 4),
        ("ab 👨‍👩‍👧👨‍👩‍👧", 9, "ab 👨‍👩‍👧"),
        ("", 5, ""),
    ],
)
def test_a_text_is_cut_at_a_word_or_a_whole_character(text: str, most: int, cut: str) -> None:
    assert cut_at_word(text, most) == cut


@pytest.mark.requirement("A1")
@given(st.text(max_size=300), st.integers(1, 200))
def test_a_cut_is_a_beginning_that_fits(text: str, most: int) -> None:
    cut = cut_at_word(text, most)

    assert text.startswith(cut)
    assert len(cut) <= most or cut == text
    assert cut or not text
    if len(text) > most and not text[len(cut)].isspace():
        assert cut == cut_at_grapheme(text, most)


@pytest.mark.requirement("A1")
@pytest.mark.parametrize("length", [0, 1, 1_999, 2_000])
def test_what_is_no_longer_than_allowed_is_whole_and_unmarked(length: int) -> None:
    shown = shortened("x" * length)

    assert (len(shown.text), shown.length, shown.marks()) == (length, None, {})


@pytest.mark.requirement("A1")
def test_a_longer_one_says_how_long_it_is() -> None:
    shown = shortened(WORDS * 50)

    assert shown.text == (WORDS * 50)[:2_000].rsplit(" ", 1)[0]
    assert shown.marks() == {"truncated": True, "length": 50 * len(WORDS)}


@pytest.mark.requirement("A1")
def test_what_comes_late_is_cut_shorter() -> None:
    budget = TextBudget(25)

    assert [len(budget.shown("x" * 20_000).text) for _ in range(25)] == [2_000] * 14 + [150] * 11


@pytest.mark.requirement("A1")
def test_what_is_short_stays_whole_however_late_it_comes() -> None:
    budget = TextBudget(25)
    for _ in range(14):
        budget.shown("x" * 20_000)

    assert budget.shown("short") == shortened("short")
    assert budget.shown("x" * 150).length is None
    assert budget.shown("x" * 151).length == 151


@pytest.mark.requirement("A1", "C3")
@given(st.lists(st.integers(0, 20_000), max_size=50))
def test_an_answer_never_holds_more_than_it_may(lengths: list[int]) -> None:
    budget = TextBudget(len(lengths))
    shown = [budget.shown("x" * length) for length in lengths]

    assert sum(len(one.text) for one in shown) <= ANSWER == 32_000
    for one, length in zip(shown, lengths, strict=True):
        assert one.length == (None if len(one.text) == length else length)
        assert one.text or not length


@pytest.mark.requirement("A1")
@pytest.mark.parametrize("line", [WORDS, '{"id": 7, "name": "lamp"}\n', '\treturn f"{one}\\n"\n', "\\" * 30])
@pytest.mark.parametrize(("items", "most"), [(8, 36_000), (25, 72_000)])
def test_both_forms_of_an_answer_stay_small_whatever_json_escapes(line: str, items: int, most: int) -> None:
    budget = TextBudget(items)
    texts = [budget.shown((line * 20_000)[:20_000]).text for _ in range(items)]
    once = json.dumps(texts)

    assert len(once) + len(json.dumps(once)) <= most

"""Which speakers a question names, and what it means without them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.search.names import named


@pytest.mark.requirement("S5")
@pytest.mark.parametrize(
    ("query", "names", "found", "text"),
    [
        ("What did Ann buy?", ["Ann", "Bob"], {"Ann"}, "What did buy?"),
        ("What's Ann's dog called?", ["Ann"], {"Ann"}, "What's dog called?"),
        ("Who is it, Ann?", ["Ann"], {"Ann"}, "Who is it, ?"),
        ("Do Ann and Bob agree?", ["Ann", "Bob", "Cy"], {"Ann", "Bob"}, "Do and agree?"),
        ("Where does Ann Lee live?", ["Ann Lee"], {"Ann Lee"}, "Where does live?"),
        ("Where does Ann live?", ["Ann Lee"], set(), "Where does Ann live?"),
        ("When will it rain?", ["Will"], set(), "When will it rain?"),
        ("When will Will come?", ["Will"], {"Will"}, "When will come?"),
        ("what did ann buy", ["Ann"], {"Ann"}, "what did buy"),
        ("What did ann buy", ["Ann"], set(), "What did ann buy"),
        ("Where is Annie?", ["Ann"], set(), "Where is Annie?"),
        ("What did Jean-Luc say?", ["Jean-Luc"], {"Jean-Luc"}, "What did say?"),
        ("What did Ann/Bob say?", ["Ann"], {"Ann"}, "What did Ann/Bob say?"),
        ("Ann", ["Ann"], {"Ann"}, "Ann"),
        ("Ann?!", ["Ann"], {"Ann"}, "Ann?!"),
        ("What does José eat?", ["José"], {"José"}, "What does eat?"),
        ("Что купила Анна?", ["Анна"], {"Анна"}, "Что купила ?"),
        ("О чём просили Анну?", ["Анна"], {"Анна"}, "О чём просили ?"),
        ("田中さんは何が好き", ["田中"], {"田中"}, "さんは何が好き"),
        ("철수는 뭘 좋아해?", ["철수"], {"철수"}, "는 뭘 좋아해?"),
        ("ಆನಂದನಿಗೆ ಏನು ಇಷ್ಟ?", ["ಆನಂದ"], {"ಆನಂದ"}, "ಏನು ಇಷ್ಟ?"),
        ("", ["Ann"], set(), ""),
        ("What?", ["", "?!", "Ann"], set(), "What?"),
    ],
)
def test_names_and_the_rest(query: str, names: list[str], found: set[str], text: str) -> None:
    result = named(query, names)

    assert (set(result.names), result.text) == (found, text)


def test_bob_and_bob_are_both_asked_for() -> None:
    assert named("What did Bob say?", ["Bob", "bob"]).names == {"Bob", "bob"}


@given(st.text(max_size=60), st.lists(st.text(max_size=10), max_size=4))
def test_any_question_and_any_names(query: str, names: list[str]) -> None:
    result = named(query, names)

    assert result.names <= set(names)
    if not result.names:
        assert result.text == query
    assert any(map(str.isalnum, result.text)) or not any(map(str.isalnum, query))

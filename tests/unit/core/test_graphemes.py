"""Where a text may be cut: only between the characters that a reader sees."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.domain.graphemes import cut_at_grapheme, last_boundary

CLUSTERS = {
    "flag": "🇩🇪",
    "flag of Scotland": "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
    "family": "👩‍👩‍👧‍👦",
    "skin tone": "👍🏽",
    "heart with a variation selector and fire": "❤️‍🔥",
    "keycap": "1️⃣",
    "letter with two accents": "e\u0323\u0301",
    "Hangul of three letters": "\u1112\u1161\u11ab",
    "Hangul syllable with a final letter": "가\u11a8",
    "Devanagari conjunct": "क्ष",
    "Devanagari conjunct with a vowel": "क्षि",
    "Malayalam conjunct with a joiner": "ന്\u200dറ",
    "Tamil with a vowel sign": "கொ",
    "Thai sara am": "กำ",
    "Arabic number sign": "\u06001",
    "line end": "\r\n",
}


@pytest.mark.requirement("A12")
@pytest.mark.parametrize("cluster", CLUSTERS.values(), ids=CLUSTERS)
def test_no_cluster_is_cut(cluster: str) -> None:
    size = len(cluster)
    text = f"ab {cluster * 4} cd"

    lengths = {len(cut_at_grapheme(text, most)) for most in range(1, len(text) + 1)}

    assert lengths == {1, 2, 3, *(3 + size * count for count in range(1, 5)), *range(4 + 4 * size, len(text) + 1)}


@pytest.mark.requirement("A12")
@pytest.mark.parametrize("most", range(1, 300))
def test_case_77_150_flags_are_cut_between_flags(most: int) -> None:
    text = "🇩🇪" * 150

    assert cut_at_grapheme(text, most) == ("🇩🇪" * (most // 2) or text[:1])


@pytest.mark.requirement("A12")
def test_a_flag_after_a_single_half_is_whole() -> None:
    text = "🇩🇪🇫"  # one and a half

    assert last_boundary(text + "🇷🇮🇹", 4) == 4
    assert cut_at_grapheme("a" + text + "🇷", 4) == "a🇩🇪"


@pytest.mark.requirement("A12")
def test_a_cluster_longer_than_the_limit_leaves_something() -> None:
    assert cut_at_grapheme("e" + "\u0301" * 1000, 100) == "e" + "\u0301" * 99


@pytest.mark.requirement("A12")
def test_what_unicode_has_added_since_is_no_single_cluster() -> None:
    newest_pictures = "\U0001fadf" * 50  # of Unicode 16
    newest_marks = "a" + "\u1acf" * 3  # of Unicode 17

    assert len(cut_at_grapheme(newest_pictures, 20)) == 20
    assert cut_at_grapheme("b" + newest_marks, 3) == "b"


@pytest.mark.requirement("A12")
@given(st.text(), st.integers(0, 40))
def test_any_text_is_cut_to_a_beginning_of_it(text: str, most: int) -> None:
    cut = cut_at_grapheme(text, most)

    assert text.startswith(cut)
    assert len(cut) <= most or cut == text
    assert cut or not text or not most


@pytest.mark.requirement("A12")
@given(st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=0x2FF)))
def test_plain_letters_are_cut_anywhere(text: str) -> None:
    assert [last_boundary(text, place) for place in range(len(text) + 1)] == list(range(len(text) + 1))

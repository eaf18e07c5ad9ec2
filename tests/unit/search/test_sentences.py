"""Sentences in many languages: none lost, none cut at an abbreviation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.search.sentences import count, sentences

IN_LANGUAGES = {
    "en": ["Dr. Smith met Mr. Jones at 5 p.m. on Friday.", "The price is $3.50 now!", "Is it e.g. higher?"],
    "de": ["Ich traf Dr. Müller am 3. Mai 2024.", "Er war z. B. sehr nett.", "Kommst du mit?"],
    "fr": ["M. Dupont est arrivé hier.", "Où est-il maintenant ?", "Il dort !"],
    "ja": ["これはペンです。", "元気ですか?", "ありがとう!"],
    "zh": ["你好。", "我叫小明!", "你呢?"],
    "hi": ["मेरा नाम राम है।", "मैं दिल्ली में रहता हूँ।", "आप कैसे हैं?"],
    "kn": ["ನನ್ನ ಹೆಸರು ರಾಮ.", "ನಾನು ಬೆಂಗಳೂರಿನಲ್ಲಿ ವಾಸಿಸುತ್ತೇನೆ.", "ನೀವು ಹೇಗಿದ್ದೀರಿ?"],
    "ar": ["مرحبا بكم.", "كيف حالك؟", "أنا بخير!"],
    "ru": ["Я живу в г. Москва.", "Это ул. Ленина.", "Как дела?"],
    "ko": ["안녕하세요.", "저는 철수입니다.", "반갑습니다!"],
}
WITHOUT_SPACES = {"ja", "zh"}


@pytest.mark.requirement("S7")
@pytest.mark.parametrize("language", IN_LANGUAGES)
def test_sentences_of_a_language(language: str) -> None:
    expected = IN_LANGUAGES[language]
    text = ("" if language in WITHOUT_SPACES else " ").join(expected)

    assert sentences(text) == expected
    assert count(text) == 3


def test_thai_has_no_mark_for_the_end_of_a_sentence() -> None:
    assert sentences("สวัสดีครับ ผมชื่อสมชาย ยินดีที่ได้รู้จัก") == ["สวัสดีครับ ผมชื่อสมชาย ยินดีที่ได้รู้จัก"]
    assert sentences("สวัสดีครับ\n\nผมชื่อสมชาย") == ["สวัสดีครับ", "ผมชื่อสมชาย"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. Buy milk\n2. Call Bob", ["1. Buy milk", "2. Call Bob"]),
        ("See https://example.com/a.b?c=d. Then go.", ["See https://example.com/a.b?c=d.", "Then go."]),
        ('He said "Go." Then he left.', ['He said "Go."', "Then he left."]),
        ("A paragraph\n\nand another", ["A paragraph", "and another"]),
        ("It is 3.14 or so", ["It is 3.14 or so"]),
        ("Great! 😀😀", ["Great! 😀😀"]),
        ("A. Do this. B. Do that.", ["A. Do this.", "B. Do that."]),
        ("... so it ends", ["... so it ends"]),
        ("😀", ["😀"]),
        ("a\ud800b. Then c.", ["a\ud800b.", "Then c."]),
    ],
)
def test_what_is_one_sentence(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.requirement("S7", "S11")
@pytest.mark.parametrize(
    "expected",
    [
        ["Die Fa. Meier liefert ca. 20 Stk. pro Tag.", "Das endet wegen des 2. Quartals."],
        ["M. Dupont arrive le 3 janv. à midi.", "Mme. Roy part."],
        ["z. B. morgen um 3.5 Uhr, d. h. bald."],
        ["Er mag Obst, z. B. Äpfel.", "Sie nicht."],
        ["De heer dr. Jansen kwam o.a. om 3 uur.", "Hij is ca. 20 jaar.", "Dhr. Smit ging weg."],
        ["O Sr. Silva mora na Av. Brasil.", "A Dra. Ana chegou."],
        ["We met approx. 20 people on Jan. 5.", "Mt. Fuji is tall."],
        ["Il a lu, p. ex. Hugo.", "Elle dort."],
        ["Das kostet 5.", "Danach gehen wir."],
        ["Er kommt am 5.", "Danach gehen wir."],
        ["Das gilt i. d. R. Montags.", "Sonst nicht."],
        ["He said no.", "Then he left."],
        ["He told me.", "We went out.", "5 people came."],
        ["It was in Oct.", "Then it ended."],
        ["tea is hot.", "ice is cold."],
    ],
    ids=lambda expected: expected[0][:20],
)
def test_what_was_cut_at_an_abbreviation_is_one_again(expected: list[str]) -> None:
    text = " ".join(expected)

    assert sentences(text) == expected
    assert count(text) == len(expected)


def test_a_line_ends_what_an_abbreviation_does_not() -> None:
    assert sentences("Bought at Fa.\nMeier is closed") == ["Bought at Fa.", "Meier is closed"]


@pytest.mark.requirement("S7")
@given(
    st.lists(st.sampled_from(["Fa.", "z.", "B.", "ca.", "des", "2.", "x", "X", "\n", " ", "Nr.", "5"])).map(
        " ".join
    )
)
def test_what_is_joined_holds_every_character(text: str) -> None:
    found = sentences(text)

    assert "".join("".join(found).split()) == "".join(text.split())
    assert count(text) == len(found)


@pytest.mark.requirement("S7")
@given(st.text(st.characters() | st.sampled_from(".?!。؟।\n \"'()「」…")))
def test_no_character_is_lost_and_the_two_agree(text: str) -> None:
    found = sentences(text)

    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(one == one.strip() != "" for one in found)
    assert count(text) == len(found)
    assert (count(text) >= 1) is (text.strip() != "")


def test_a_long_text_of_one_kind_is_split_too() -> None:
    assert count("This is a sentence. " * 1_000) == 1_000
    assert count("これは文です。" * 1_000) == 1_000
    assert count("." * 20_000) == 1

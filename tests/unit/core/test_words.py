"""Words of a topic, in every script."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.search.analysis.topic import Topic


@pytest.mark.requirement("A1")
@pytest.mark.parametrize(
    ("topic", "text"),
    [
        ("run", "She was running late"),
        ("reports", "the quarterly report"),
        ("what's my name", "My name is what it is: s"),
        ("C++", "written in c"),
        ("user-name", "the user has a name"),
        ("BENCH-100821", "see bench-100821"),
        ("GB/s", "at 3 GB/s"),
        ("API", "the ＡＰＩ key"),
        ("résumé", "her re\u0301sume\u0301 is here"),
        ("STRASSE", "in der Straße"),
        ("Häuser", "das Haus und die Häusern"),
        ("книга", "я читал книги"),
        ("gatos", "el gato negro"),
        ("लड़का", "लड़के खेल रहे हैं"),
        ("வீடு", "பெரிய வீடுகள்"),
        ("東京", "会議は東京で行われる"),
        ("서울", "회의는 서울에서 열린다"),
        ("会议", "下周的会议改期了"),
        ("กรุงเทพ", "ประชุมที่กรุงเทพฯ"),
        ("ಬೆಂಗಳೂರು", "ಸಭೆ ಬೆಂಗಳೂರುನಲ್ಲಿ"),
        ("ಸಭೆ", "ಸಭೆ ಮುಂದೂಡಲಾಗಿದೆ"),
        ("tokyo 2026", "東京2026 Tokyo"),
    ],
)
def test_a_text_holds_all_words_of_a_topic(topic: str, text: str) -> None:
    asked = Topic(topic)

    assert asked.held(text) == asked.size


@pytest.mark.requirement("A1")
@pytest.mark.parametrize(
    ("topic", "text", "held"),
    [
        ("run", "the rung of a ladder", 0),
        ("cat", "concatenate", 0),
        ("anna bob", "Anna called", 1),
        ("東京", "京都で会う", 0),
        ("me", "meeting", 0),
        ("12", "in 2012", 0),
        ("ಮನೆ", "ಮರ", 0),
    ],
)
def test_words_that_only_look_related_are_not_held(topic: str, text: str, held: int) -> None:
    assert Topic(topic).held(text) == held


@pytest.mark.requirement("D4")
@pytest.mark.parametrize("topic", ["", " ", "\t\n", "...", '"', "*", "(", "\ufe0f", "<>=+", "\u200d", "\ud83c"])
def test_a_topic_without_words_is_empty(topic: str) -> None:
    assert Topic(topic).is_empty


@pytest.mark.requirement("D4")
def test_signs_count_only_where_there_is_no_word() -> None:
    assert Topic("🎉🚀").held("we 🚀") == 1
    assert Topic("🎉 party").size == 1
    assert Topic("👨\u200d👩").held("👩") == 1


@given(text=st.text(max_size=80), topic=st.text(max_size=30))
def test_no_text_breaks_it_and_every_text_holds_itself(text: str, topic: str) -> None:
    asked = Topic(topic)
    assert 0 <= asked.held(text) <= asked.size
    assert asked.held(topic) == asked.size

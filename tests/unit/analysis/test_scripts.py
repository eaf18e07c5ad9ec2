"""Scripts without spaces, marks, digits, signs, and texts that mix them."""

from __future__ import annotations

import pytest

from commonplace.search.analysis.folding import folded
from commonplace.search.analysis.topic import Topic
from commonplace.search.analysis.word_index import WordIndex, search
from commonplace.search.analysis.words import pairs, symbols, units, words


def found(query: str, *texts: str) -> list[str]:
    index = WordIndex()
    for text in texts:
        index.add(text, text)
    return [text for text, _ in search(query, [index])]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("東京2026 Tokyo", ["東京", "2026", "tokyo"]),
        ("API認証キー", ["api", "認証キー"]),
        ("3月15日", ["3", "月", "15", "日"]),
        ("ｱﾊﾟｰﾄ", ["アパート"]),
        ("what's don't l'école", ["what", "don", "école"]),
        ("O'Brien", ["o", "brien"]),
        ("ಮನೆಯಲ್ಲಿ", ["ಮನೆಯಲ್ಲಿ"]),
        ("user-name_x", ["user", "name", "x"]),
        ("exam\u00adple", ["example"]),
        ("e\u0301te\u0301", ["été"]),
        ("ክፍል ፪", ["ክፍል", "፪"]),
        ("२०२६", ["2026"]),
        ("\u0301abc", ["abc"]),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(folded(text)) == expected


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("ที่นี่", ["ที่", "นี่"]),
        ("เด็ก", ["เ", "ด็", "ก"]),
        ("ភ្នំ", ["ភ្", "នំ"]),
        ("한국어", ["한", "국", "어"]),
    ],
)
def test_a_letter_is_never_torn_from_its_marks(run: str, expected: list[str]) -> None:
    assert units(run) == expected
    assert "".join(units(run)) == run


def test_pairs() -> None:
    assert pairs("東京都") == ["東京", "京都"]
    assert pairs("ที่นี่") == ["ที่นี่"]
    assert pairs("京") == ["京"]


@pytest.mark.requirement("D4")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("🎉🚀", ["🎉", "🚀"]),
        ("❤️", ["❤"]),
        ("👍🏽", ["👍🏽"]),
        ("🇩🇪🇫🇷", ["🇩🇪", "🇫🇷"]),
        ("👨‍👩‍👧", ["👨‍👩‍👧"]),
        ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", ["🏴󠁧󠁢󠁥󠁮󠁧󠁿"]),
        ("\U0001fae8", ["\U0001fae8"]),
        ("€ + →", ["€", "→"]),
        ("🏽", ["🏽"]),
        ("a\u200db", []),
    ],
)
def test_signs(text: str, expected: list[str]) -> None:
    assert symbols(folded(text)) == expected


EMOJI = [
    "🎉",
    "🚀",
    "❤️",
    "👍🏽",
    "👍🏿",
    "🇩🇪",
    "🇩🇰",
    "🇪🇩",
    "👨‍👩‍👧",
    "👨‍👩‍👦",
    "👩‍💻",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
    "🙂",
    "🙃",
    "☕",
    "✅",
    "\U0001fae8",
]


@pytest.mark.requirement("D4")
@pytest.mark.parametrize("emoji", EMOJI)
def test_an_emoji_finds_its_text_and_no_other_emojis(emoji: str) -> None:
    assert found(emoji, *EMOJI, "no emoji here") == [emoji]


@pytest.mark.requirement("D4")
@pytest.mark.parametrize(
    ("query", "text"),
    [("❤", "love ❤️"), ("❤️", "love ❤"), ("👍", "fine 👍🏽"), ("🎉", "we shipped 🎉🎉"), ("🚀🎉", "🎉")],
)
def test_an_emoji_finds_it_among_words_in_another_dress(query: str, text: str) -> None:
    assert found(query, text, "🙂 else") == [text]


def test_a_single_letter_finds_what_holds_it() -> None:
    assert set(found("猫", "黒猫", "猫", "猫と犬", "犬")) == {"黒猫", "猫", "猫と犬"}
    assert found("日", "3月15日", "3月") == ["3月15日"]
    assert Topic("猫").held("黒猫がいる") == 1
    assert found("ที", "ชาที", "ที่นี่") == ["ชาที"]


def test_the_whole_run_is_above_parts_of_it() -> None:
    assert found("京都大学", "大学は京都にある", "東京大学", "京都大学の図書館") == [
        "京都大学の図書館",
        "大学は京都にある",
        "東京大学",
    ]


@pytest.mark.requirement("A1")
@pytest.mark.parametrize(
    ("topic", "text", "held", "size"),
    [
        ("会议改期", "会议已经改期", 2, 2),
        ("下周会议", "会议很长", 1, 2),
        ("北京大学", "北京大雪", 1, 2),
        ("明日の会議", "会議は明日", 2, 2),
        ("明日の会議", "会議は昨日", 1, 2),
        ("ประชุมกรุงเทพ", "ไปกรุงเทพ", 2, 3),
        ("서울에서", "서울로 갔다", 1, 1),
        ("고양이", "고양이가 잔다", 1, 1),
        ("tokyo 東京", "東京へ", 1, 2),
        ("API鍵", "APIの鍵", 2, 2),
        ("ที", "ที่นี่", 0, 1),
    ],
)
def test_a_topic_in_one_run_counts_for_the_words_it_may_have(topic: str, text: str, held: int, size: int) -> None:
    asked = Topic(topic)

    assert (asked.held(text), asked.size) == (held, size)


@pytest.mark.requirement("C3")
@pytest.mark.parametrize(
    ("query", "exact", "form"),
    [
        ("running", "Ana went running on Monday", "Ana runs on every Monday"),
        ("report", "the report for May was sent", "the reports for May were sent"),
        ("Haus", "das Haus am See ist alt", "die Häuser am See sind alt"),
        ("книга", "это старая книга отца", "это старые книги отца"),
        ("gatos", "los gatos duermen siempre aquí", "el gato duerme siempre aquí"),
        ("घर", "यह घर बहुत पुराना है", "ये घरों की छतें हैं"),
        ("வீடு", "இது பெரிய வீடு ஆகும்", "அவள் பெரிய வீட்டில் உள்ளாள்"),
        ("ಮನೆ", "ಇದು ಹಳೆಯ ಮನೆ ಆಗಿದೆ", "ಅವಳು ಹಳೆಯ ಮನೆಯಲ್ಲಿ ಇದ್ದಾಳೆ"),
        ("résumé", "her résumé is here now", "her resume is here now"),
        ("resume", "her resume is here now", "her résumé is here now"),
        ("ёлка", "ёлка стоит во дворе", "елка стоит во дворе"),
        ("كتاب", "هذا كتاب قديم جدا", "هذا الكتاب قديم جدا"),
    ],
)
def test_the_exact_word_is_above_its_form(query: str, exact: str, form: str) -> None:
    assert found(query, form, exact) == [exact, form]


@pytest.mark.requirement("C3", "A1")
@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("car", "They care about the price"),
        ("not", "I made a note of it"),
        ("her", "We are here"),
        ("use", "He told us the truth"),
        ("mad", "She made the cake"),
        ("man", "The mane of the horse"),
        ("data", "The date is the first of May"),
        ("má", "Ruộng mạ ở đây"),
        ("Gast", "Das Gas ist aus"),
        ("wine", "The team won the cup"),
        ("spielen", "Die Spitze ist aus Stahl und die Feder lose"),
        ("ventana", "El viento es fuerte"),
        ("горд", "Это город на реке"),
        ("Juli", "Julia ist die Älteste"),
        ("Buch", "In der Bucht liegt ein Boot"),
        ("Schwan", "Der Schwanz ist lang"),
        ("мой", "моют посуду"),
        ("кот", "он который день болен"),
        ("pero", "El perro es negro"),
        ("casa", "El casco está roto"),
        ("ಮನೆ", "ಮನಸ್ಸು ಶಾಂತವಾಗಿದೆ"),
        ("ಕರೆ", "ಕರಡಿ ಬಂತು"),
        ("கடல்", "கடன் அதிகம்"),
        ("काम", "कमरा बड़ा है"),
        ("12", "120 people and 2012"),
        ("v2", "v20 is out"),
    ],
)
def test_what_only_looks_related_is_not(query: str, text: str) -> None:
    assert found(query, text) == []
    assert Topic(query).held(text) == 0


@pytest.mark.requirement("C3")
@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("BENCH-100821", "see bench-100821"),
        ("don't use agents", "we use agents"),
        ("grammar::fa", "the module grammar::fa"),
        ("GB/s", "at 3 GB/s"),
        ('"open', "the door is open"),
        ("NEAR(", "it is near"),
        ("AND", "this and that"),
        ("c++", "written in C++"),
        ("what's my name?", "my name is Ada"),
        ("user-name", "the user-name is taken"),
        ("re\u0301sume\u0301", "her résumé"),
        ("ＡＰＩ", "the API"),
    ],
)
def test_queries_from_the_field(query: str, text: str) -> None:
    assert found(query, text, "qqqq") == [text]


@pytest.mark.requirement("D4")
@pytest.mark.parametrize(
    "query", ["", " ", "*", "?!", "::", "\u200b", "\u200d", "\ufe0f", "\ud83c", "\x00", "\n\t"]
)
def test_queries_without_words_find_nothing(query: str) -> None:
    assert found(query, "some text", "🎉") == []

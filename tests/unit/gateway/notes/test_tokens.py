"""The bound of tokens, compared with the tokenizer itself."""

from __future__ import annotations

import base64
import random
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from commonplace.gateway.notes.pretokenizer import split_pieces
from commonplace.gateway.notes.tokens import token_bound
from tests.unit.gateway.notes import vocabulary
from tests.unit.gateway.notes.o200k import count
from tests.unit.gateway.notes.o200k import split_pieces as tokenizer_pieces

pytestmark = pytest.mark.requirement("A12")

# First and last character of scripts' blocks.
BLOCKS = {
    "latin": (0x20, 0x24F),
    "greek": (0x370, 0x3FF),
    "cyrillic": (0x400, 0x52F),
    "armenian, hebrew, arabic": (0x531, 0x6FF),
    "indic": (0x900, 0xD7F),
    "sinhala to myanmar": (0xD80, 0x109F),
    "georgian, hangul, ethiopic": (0x10A0, 0x139F),
    "khmer, mongolian": (0x1780, 0x18AF),
    "signs": (0x2000, 0x2BFF),
    "kana and signs": (0x3000, 0x33FF),
    "han": (0x4E00, 0x9FFF),
    "hangul": (0xAC00, 0xD7A3),
    "halfwidth": (0xFF00, 0xFFEF),
    "emoji": (0x1F000, 0x1FAFF),
    "rare han": (0x20000, 0x2A6DF),
}
in_a_script = st.sampled_from(sorted(BLOCKS.values())).flatmap(
    lambda ends: st.text(
        st.characters(min_codepoint=ends[0], max_codepoint=ends[1]),
        max_size=40,
    )
)
anything = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
code = st.text("abcdefgxyzABCXYZ_0123456789 (){}[]<>=+-*/&|!?.,:;\"'`#@$%^~\\\n\t", max_size=80)
tokens = [token.decode("utf-8", "ignore") for token in vocabulary.whole()]
of_tokens = st.lists(st.sampled_from(tokens), max_size=12).map("".join)
texts = st.one_of(in_a_script, anything, code, of_tokens, st.lists(in_a_script, max_size=4).map(" ".join))

ENGLISH = """
The migration of the billing service is nearly finished. Anna has exported all invoices of the last three years and
compared the sums of each month with the ledger; two of them differ: refunds were counted twice in March and
in August. Until that is cleared, nobody should switch the readers over. The partners have been told that their
window is Tuesday between nine and eleven. If something goes wrong, the old tables are still there and can be used
again within ten minutes. Please don't delete them before the end of the quarter, even though they cost some money.
"""


def known_to_both(text: str) -> bool:
    """Check that all characters are in the Unicode of Python and, being older, in the tokenizer's."""
    return all(unicodedata.category(char) != "Cn" for char in text)


@given(texts)
@example("")
@example("'s 'S 'ſ it's we'VE I'm don't")
@example(" \u0f0b\u0f0b")
@example("\u2800\u0e27")
@example("🏻🏼🏻🏻🏻")
@example("👩‍👩‍👧‍👦🇩🇪")
@example("a\u0301B\u05b3\u0533")
@example(" " * 50 + "\n\n  x \t y\r\n")
@settings(max_examples=1_000, derandomize=True, deadline=None)
def test_no_text_has_more_tokens_than_the_bound(text: str) -> None:
    assert token_bound(text) >= count(text)


@given(texts.filter(known_to_both))
@settings(max_examples=500, derandomize=True, deadline=None)
def test_texts_are_split_as_the_tokenizer_splits_them(text: str) -> None:
    assert list(split_pieces(text)) == tokenizer_pieces(text)


def test_tokens_that_end_within_a_character_do_not_break_the_bound() -> None:
    """Characters are chosen so that such tokens fit at their borders, which chance seldom finds."""
    chance = random.Random(5)
    parts = []
    for token in vocabulary.whole():
        try:
            token.decode()
        except UnicodeDecodeError:
            parts.append(token)
    characters = [text for text in tokens if len(text) == 1 and not text.isascii()]
    by_end: dict[int, list[str]] = {}
    for char in characters:
        by_end.setdefault(char.encode()[-1], []).append(char)
    tried = 0
    for token in parts:
        heads = [char.encode()[:-1] for char in by_end.get(token[0], [])] if 0x80 <= token[0] < 0xC0 else [b""]
        for _ in range(4):
            for char in chance.sample(characters, 12):
                whole = (chance.choice(heads) if heads else b"") + token + char.encode()[chance.randint(1, 2) :]
                try:
                    text = whole.decode()
                except UnicodeDecodeError:
                    continue
                for written in (text, f" {text}", text + chance.choice(characters)):
                    tried += 1
                    assert token_bound(written) >= count(written), ascii(written)
    assert tried > 2_000


@pytest.mark.parametrize(
    ("text", "at_most"),
    [
        (ENGLISH, 1.35),
        ("Die Umstellung der Abrechnung ist fast fertig, zwei Monate weichen noch voneinander ab.", 1.9),
        ("Миграция биллинга почти завершена, два месяца пока расходятся.", 1.9),
        ("计费服务的迁移几乎完成了，只有两个月的金额还不一致。", 1.3),
        ("請求サービスの移行はほぼ完了しました。二か月分の合計がまだ一致しません。", 1.3),
        ("ಬಿಲ್ಲಿಂಗ್ ಸೇವೆಯ ವರ್ಗಾವಣೆ ಬಹುತೇಕ ಮುಗಿದಿದೆ, ಎರಡು ತಿಂಗಳ ಮೊತ್ತ ಇನ್ನೂ ಹೊಂದುತ್ತಿಲ್ಲ.", 1.9),
        (
            "def total(rows: list[Row]) -> Decimal:\n    return sum((row.amount for row in rows), Decimal(0))\n",
            1.5,
        ),
        ("customer cus_9x8Y7w6V5u4T3s, commit 6dcb09b5b57875f334f61aebed695e2e4193db5e", 1.3),
    ],
    ids=["en", "de", "ru", "zh", "ja", "kn", "code", "ids"],
)
def test_the_bound_is_not_far_above(text: str, at_most: float) -> None:
    assert count(text) <= token_bound(text) <= at_most * count(text)


@given(texts, st.integers(0, 30))
@settings(max_examples=300, derandomize=True, deadline=None)
def test_a_limit_changes_no_verdict(text: str, most: int) -> None:
    assert (token_bound(text, most) > most) == (token_bound(text) > most)


def test_a_known_token_is_one() -> None:
    lines, _ = vocabulary.part()
    chance = random.Random(2)
    for token in chance.sample(lines, 2_000):
        if list(split_pieces(token)) == [token]:
            assert token_bound(token) == count(token) == 1


def test_the_files_hold_the_part_they_are_said_to_hold() -> None:
    whole, coded = vocabulary.part()
    assert (vocabulary.FOLDER / "vocabulary.txt").read_bytes().decode().split("\n") == whole
    assert (vocabulary.FOLDER / "vocabulary.hex").read_text("ascii").split("\n") == coded


def test_base64_is_bounded() -> None:
    text = base64.b64encode(random.Random(1).randbytes(600)).decode()
    assert count(text) <= token_bound(text) <= 1.4 * count(text)

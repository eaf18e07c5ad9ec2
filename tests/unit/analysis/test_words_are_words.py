"""A word matches its inflections and spellings, and none that merely begins alike (E6)."""

from __future__ import annotations

import pytest

from commonplace.search.analysis.topic import Topic
from commonplace.search.analysis.word_index import WordIndex, search

ALIKE = [
    *("ಕನ್ನಡ/ಕನ್ನಡಿ", "ಕನ್ನಡ/ಕನ್ನಡಕ", "ನಗರ/ನಗು", "हिन्दी/हिन्दू", "बाल/बाल्टी", "कल/कलम", "बस/बसंत"),
    *("বাংলা/বাংলাদেশ", "চা/চাকরি", "పాల/పాలకుడు", "ספר/ספרד", "ਪੰਜਾਬ/ਪੰਜਾਬੀ", "ગુજરાત/ગુજરાતી"),
    *("кот/котёл", "дом/домино", "stan/standard", "car/carpet", "ev/evet", "kar/karpuz", "ගස/ගසන"),
    *("արև/արևելք", "პური/პურისტი", "தமிழ்/தமிழன்", "മല/മലയാളം", "γάτα/γάτζος", "قلم/قلمون"),
]
INFLECTED = [
    *("ಕನ್ನಡ/ಕನ್ನಡದಲ್ಲಿ", "ರಾಜ/ರಾಜನ", "मेज/मेजें", "लड़का/लड़के", "किताब/किताबों", "বই/বইগুলো", "পাহাড়/পাহাড়ে"),
    *("ପାଣି/ପାଣିରେ", "ספר/ספרים", "ספר/הספר", "사과/사과를", "кошка/кошки", "كتاب/الكتاب", "كتاب/كتابي"),
    *("γάτα/γάτες", "տուն/տունը", "სახლი/სახლში", "வீடு/வீட்டில்", "വീട്/വീട്ടിൽ", "ਘਰ/ਘਰਾਂ", "ઘર/ઘરમાં"),
    *("house/houses", "Haus/Häuser", "ciudad/ciudades", "cheval/chevaux", "libro/libri", "huis/huizen"),
]
SPELLED = [
    *("हिंदी/हिन्दी", "हां/हाँ", "कम्पनी/कंपनी", "ज़मीन/जमीन", "ışık/IŞIK", "IŞIK/Işık", "ışık/isik"),
    *(
        "DİYARBAKIR/diyarbakır",
        "İstanbul/istanbul",
        "أحمد/احمد",
        "کتاب/كتاب",
        "ﬁle/file",
        "l'arbre/arbre",
        "οδός/ΟΔΟΣ",
    ),
    *("ＡＢＣ/abc", "ﾃｽﾄ/テスト", "שלומ/שלום", "résumé/resume", "Straße/STRASSE", "ё/е"),
]


def meets(one: str, other: str) -> tuple[bool, bool]:
    """Whether a search and a topic for a word find a text with another."""
    index = WordIndex()
    index.add("text", other)
    return bool(search(one, [index])), Topic(one).held(other) > 0


@pytest.mark.requirement("E6")
@pytest.mark.parametrize("pair", ALIKE)
def test_case_53_a_word_that_begins_alike_is_another(pair: str) -> None:
    one, other = pair.split("/")

    assert meets(one, other) == meets(other, one) == (False, False)


@pytest.mark.requirement("E6")
@pytest.mark.parametrize("pair", [*INFLECTED, *SPELLED])
def test_case_53_inflections_and_spellings_meet(pair: str) -> None:
    one, other = pair.split("/")

    assert meets(one, other) == meets(other, one) == (True, True)

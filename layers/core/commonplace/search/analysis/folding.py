# ruff: noqa: RUF001 - letters of other scripts are the matter here
"""The forms in which texts and words are compared: without case, and without what readers leave out.

>>> folded("RÉSUMÉ of STRASSE")
'résumé of strasse'
"""

from __future__ import annotations

import unicodedata

# Letters that Unicode does not take apart, and ones that are written either way.
_PLAIN = str.maketrans(
    {
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "ł": "l",
        "ı": "i",
        "ё": "е",
        "ґ": "г",
        "ـ": "",
        "ٱ": "ا",
        "أ": "ا",
        "إ": "ا",
        "آ": "ا",
        "ى": "ي",
        "ی": "ي",
        "ک": "ك",
        "ך": "כ",
        "ם": "מ",
        "ן": "נ",
        "ף": "פ",
        "ץ": "צ",
        "ൺ": "ണ്",
        "ൻ": "ന്",
        "ർ": "ര്",
        "ൽ": "ല്",
        "ൾ": "ള്",
    }
)
_CYRILLIC = range(0x0400, 0x0530)


def folded(text: str) -> str:
    """Return a text in the form in which words are compared: NFKC, without case and unseen signs."""
    if text.isascii():
        return text.lower()
    from .patterns import OTHER_DIGIT, UNSEEN

    plain = unicodedata.normalize("NFKC", text).casefold()
    # Composed again, since case folding may leave marks apart.
    plain = unicodedata.normalize("NFKC", UNSEEN.sub("", plain))
    return OTHER_DIGIT.sub(lambda found: str(unicodedata.decimal(found.group())), plain)


def plain(word: str) -> str:
    """Return a folded word as it is typed in haste: without accents, points and other optional marks."""
    if word.isascii():
        return word
    from .patterns import OPTIONAL_MARK

    bare = word.translate(_PLAIN)
    # In Cyrillic a mark makes another letter (й), so that only what _PLAIN names is the same.
    if not any(ord(char) in _CYRILLIC for char in bare):
        bare = unicodedata.normalize("NFC", OPTIONAL_MARK.sub("", unicodedata.normalize("NFD", bare)))
    return bare or word

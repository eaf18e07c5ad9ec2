# ruff: noqa: RUF001 - letters of other scripts are the matter here
"""The forms in which texts and words are compared: without case, and without what readers leave out."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# Signs that only say how others are shown: soft hyphen, joiner, variation selectors, direction marks, BOM.
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u180b-\u180f\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff]"
)
# A joiner inside a word of an Indic script changes its shape alone. (In Persian it parts a word from its ending.)
_INDIC = "\u0900-\u0dff"
_JOINED = re.compile(f"(?<=[{_INDIC}])[\u200c\u200d]+")
# Where words are written without spaces, some writers mark their ends unseen; most do not.
_SPACELESS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff"
_ENDED = re.compile(f"(?<=[{_SPACELESS}])\u200b+(?=[{_SPACELESS}])")

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
# Marks over letters that readers leave out: accents, Hebrew points, Arabic vowels, the nukta of Hindi.
_MARKS = re.compile(
    "[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u0610-\u061a\u064b-\u065f\u0670\u093c]"
)
# In these a mark makes another letter (й), so that only what _PLAIN names is the same.
_KEPT = re.compile("[\u0400-\u052f]")


def folded(text: str) -> str:
    """Return a text in the form in which words are compared: NFKC, without case and unseen signs.

    Parameters
    ----------
    text
        Any text.
    """
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKC", text).casefold()
    plain = _UNSEEN.sub("", plain)
    plain = _ENDED.sub("", _JOINED.sub("", plain))
    # Composed again, since case folding may leave marks apart.
    return _digits(unicodedata.normalize("NFKC", plain))


@lru_cache(maxsize=50_000)
def plain(word: str) -> str:
    """Return a folded word as it is typed in haste: without accents, points and other optional marks.

    Returns
    -------
    str
        The word itself where there is nothing to leave out.
    """
    if word.isascii():
        return word
    bare = word.translate(_PLAIN)
    if not _KEPT.search(bare):
        bare = unicodedata.normalize("NFC", _MARKS.sub("", unicodedata.normalize("NFD", bare)))
    return bare or word


def _digits(text: str) -> str:
    """Write the digits of every script as 0 to 9."""
    return _OTHER_DIGITS.sub(lambda found: str(unicodedata.decimal(found.group())), text)


_OTHER_DIGITS = re.compile(r"(?![0-9])\d")

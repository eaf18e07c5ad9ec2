"""Refuses invisible characters in speakers' names.

Names are compared exactly, so an invisible character would make a second "Bob" that looks like the first. Joiners
are part of the spelling in some scripts, and variation selectors in others; there they are allowed.

>>> refuse_unseen("speaker", "Bob")
>>> refuse_unseen("speaker", "Bo\u200bb")
Traceback (most recent call last):
    ...
commonplace.refusals.errors.InvalidInput: speaker: holds a line break, a special space or a character that is not \
seen; leave it out
"""

from __future__ import annotations

import unicodedata

from ..refusals.errors import InvalidInput

_ZWNJ, _ZWJ = "\u200c", "\u200d"
# Visible format characters: signs over or before the digits that follow.
_SEEN = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")
# Invisible letters, marks and symbols: fillers, inherent vowels, a grapheme joiner, a blank.
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_SPACES = " \u3000"  # others look like one of these, or are invisible
_VIRAMA = 9  # canonical combining class of the signs that take a consonant's vowel
_SKIN_TONES = range(0x1F3FB, 0x1F400)
# First and last code points of scripts that are spelled with joiners.
_JOINING = (
    (0x0600, 0x08FF),  # Arabic and its extensions, Syriac, Thaana, N'Ko, Mandaic
    (0x0900, 0x0DFF),  # the scripts of India, Sinhala
    (0x0F00, 0x109F),  # Tibetan, Burmese
    (0x1780, 0x18AF),  # Khmer, Mongolian
    (0x1900, 0x1CFF),  # Balinese, Sundanese and others
    (0xA840, 0xA8FF),
    (0xA900, 0xABFF),  # Javanese, Cham, Meetei Mayek
    (0xFB50, 0xFDFF),
    (0x10AC0, 0x10D3F),
    (0x11000, 0x11FFF),
    (0x1E900, 0x1E95F),
)
_MONGOLIAN, _HAN = (0x1800, 0x18AF), ((0x3400, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x323AF))


def refuse_unseen(field: str, name: str) -> None:
    """Refuse a trimmed and composed name with invisible characters.

    These are control characters, line breaks, spaces other than the plain and the ideographic one, and format
    characters, joiners and variation selectors where no spelling needs them.
    """
    if name.isascii() and name.isprintable():
        return
    for place, char in enumerate(name):
        before, after = name[:place], name[place + 1 : place + 2]
        if not _is_seen(char) and not _is_spelling(before, char, after):
            raise InvalidInput("field.forbidden_character.unseen", field=field)


def _is_seen(char: str) -> bool:
    category = unicodedata.category(char)
    if category in ("Cc", "Zl", "Zp") or char in _UNSEEN or _selects(char):
        return False
    if category == "Zs":
        return char in _SPACES
    return category != "Cf" or char in _SEEN


def _is_spelling(before: str, char: str, after: str) -> bool:
    """Return whether an invisible character changes how its neighbours look."""
    last = before[-1:]
    if not last:
        return False
    if char in (_ZWNJ, _ZWJ):
        return _joins(before, char, after)
    if 0x180B <= ord(char) <= 0x180F and char != "\u180e":
        return _within(last, _MONGOLIAN)
    if char in "\ufe0e\ufe0f":
        return unicodedata.category(last) == "So"
    return _selects(char) and any(_within(last, block) for block in _HAN)


def _joins(before: str, char: str, after: str) -> bool:
    last = before[-1]
    for block in _JOINING:
        if _within(last, block) and _is_letter(last):
            if after and _within(after, block):
                return _is_letter(after)
            # A chillu of Malayalam, a half form: also at the end of a word.
            return char == _ZWJ and unicodedata.combining(last) == _VIRAMA and not _is_letter(after)
    return char == _ZWJ and _is_pictogram(before.rstrip("\ufe0f")[-1:]) and _is_pictogram(after)


def _selects(char: str) -> bool:
    """Return whether it is a variation selector, which chooses the form of the character before it."""
    return (
        "\ufe00" <= char <= "\ufe0f"
        or "\U000e0100" <= char <= "\U000e01ef"
        or ("\u180b" <= char <= "\u180f" and char != "\u180e")
    )


def _is_letter(char: str) -> bool:
    return char != "" and unicodedata.category(char)[0] in "LM"


def _is_pictogram(char: str) -> bool:
    return char != "" and (
        unicodedata.category(char) == "So" or ord(char) in _SKIN_TONES or char in "\u2640\u2642"
    )


def _within(char: str, block: tuple[int, int]) -> bool:
    return block[0] <= ord(char) <= block[1]

"""Cuts text between the characters that a reader sees (grapheme clusters).

A flag is two code points, a family emoji up to seven, a letter with its accent often two. A cut inside of one
shows half a flag or a stray mark. The boundaries are those of Unicode Standard Annex 29, less some: what the
standard library does not know (which code points are pictures, which scripts form conjuncts) is taken on the safe
side, so that a place which may be inside of a cluster is no boundary.
"""

from __future__ import annotations

import unicodedata

ZERO_WIDTH_JOINER = "\u200d"

_VIRAMA = 9  # canonical combining class of the signs that join consonants
_MARKS = {"Mn", "Mc", "Me"}
# Continue a cluster without being marks by their category: the zero-width non-joiner, Thai and Lao sara am,
# halfwidth voicing marks, vowels and final consonants of Korean, skin tones, the letters of tag sequences
# (Scotland's flag).
_CONTINUE = (
    {"\u200c", ZERO_WIDTH_JOINER, "\u0e33", "\u0eb3", "\uff9e", "\uff9f"}
    | set(map(chr, [*range(0x1160, 0x1200), *range(0xD7B0, 0xD7FC)]))
    | set(map(chr, range(0x1F3FB, 0x1F400)))
    | set(map(chr, range(0xE0020, 0xE0080)))
)
# Stand before what they belong to: Arabic number signs and a few letters of Indic scripts (property Prepend).
_PREPENDED = set(
    map(
        chr,
        [
            *range(0x600, 0x606),
            *[0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0xD4E, 0x110BD, 0x110CD, 0x111C2, 0x111C3, 0x113D1],
            *[0x1193F, 0x11941, 0x11A3A, *range(0x11A84, 0x11A8A), 0x11D46, 0x11F02],
        ],
    )
)


def cut_at_grapheme(text: str, most: int) -> str:
    """Return the beginning of a text, cut at the end of a grapheme cluster.

    Parameters
    ----------
    text
        Any text.
    most
        Code points of the result at most.

    Returns
    -------
    str
        The text itself if it is short enough. A single cluster longer than `most` (a letter under hundreds of
        accents) is cut between code points, since nothing would be left of it otherwise.

    Examples
    --------
    >>> cut_at_grapheme("Hello", 10)
    'Hello'
    >>> [len(cut_at_grapheme("🇩🇪🇫🇷", most)) for most in (1, 2, 3, 4)]
    [1, 2, 2, 4]
    >>> cut_at_grapheme("cafe\u0301", 4)
    'caf'
    """
    if len(text) <= most:
        return text
    return text[: last_boundary(text, most) or max(0, most)]


def last_boundary(text: str, most: int) -> int:
    """Return the last place at or before a position where a text may be cut; 0 if there is none."""
    if most >= len(text):
        return len(text)
    place = max(0, most)
    while place and not _is_boundary(text, place):
        place -= 1
    return place


def _is_boundary(text: str, place: int) -> bool:
    """Tell whether a cluster ends between two code points of a text."""
    before, after = text[place - 1], text[place]
    if before < "\u0300" and after < "\u0300":
        return not (before == "\r" and after == "\n")
    if _continues(after) or before == ZERO_WIDTH_JOINER or before in _PREPENDED:
        return False
    if _is_regional(before) and _is_regional(after):
        return _regional_run(text, place) % 2 == 0
    if _is_syllable_begun(before, after):
        return False
    return not (unicodedata.category(after) == "Lo" and _ends_with_joining_sign(text, place))


def _continues(char: str) -> bool:
    """Tell whether a code point belongs, or may belong, to the cluster of the one before it."""
    category = unicodedata.category(char)
    if category == "Cn":  # newer than the standard library's tables: new marks and new pictures look the same
        return not "\U0001f000" <= char <= "\U0001faff"
    return category in _MARKS or char in _CONTINUE


def _is_regional(char: str) -> bool:
    """Tell whether a code point is half of a flag."""
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _regional_run(text: str, place: int) -> int:
    """Return how many halves of flags end at a place."""
    first = place
    while first and _is_regional(text[first - 1]):
        first -= 1
    return place - first


def _is_syllable_begun(before: str, after: str) -> bool:
    """Tell whether an initial consonant of Korean stands before what completes its syllable."""
    if not ("\u1100" <= before <= "\u115f" or "\ua960" <= before <= "\ua97c"):
        return False
    return "\u1100" <= after <= "\u115f" or "\ua960" <= after <= "\ua97c" or "\uac00" <= after <= "\ud7a3"


def _ends_with_joining_sign(text: str, place: int) -> bool:
    """Tell whether the marks before a place hold a sign that joins the next consonant (Devanagari's virama)."""
    while place and _continues(text[place - 1]):
        if unicodedata.combining(text[place - 1]) == _VIRAMA:
            return True
        place -= 1
    return False

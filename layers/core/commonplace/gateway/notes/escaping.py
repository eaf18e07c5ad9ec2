"""Escapes a stored text for a note: one line, nothing invisible, and unable to close the note or open a tag."""

from __future__ import annotations

import unicodedata

# Angle brackets, and the characters whose compatibility form is one.
_BRACKETS = {
    ord(sign): escaped
    for signs, escaped in (("<\ufe64\uff1c", "&lt;"), (">\ufe65\uff1e", "&gt;"))
    for sign in signs
}
_JOINERS = "\u200c\u200d"  # scripts and emoji need them
_INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn")  # Unicode categories


def one_line(text: str) -> str:
    """Return a stored text on one line.

    Each run of white space becomes one space, invisible characters (bidirectional overrides, tag characters,
    unpaired surrogates) are removed, and angle brackets become ``&lt;`` and ``&gt;``.
    """
    line = " ".join(text.split())
    if not line.isascii() or not line.isprintable():
        line = "".join(char for char in line if char in _JOINERS or unicodedata.category(char) not in _INVISIBLE)
        line = " ".join(line.split())
    return line.translate(_BRACKETS)


def truncate(line: str, limit: int) -> str:
    """Cut a line to a number of characters, at the end of a word, with an ellipsis after it.

    If no word ends in the second half, as in scripts without spaces, the cut is between two characters that are
    drawn separately.
    """
    if len(line) <= limit:
        return line
    space = line.rfind(" ", limit // 2, limit + 1)
    end = space if space > 0 else limit
    while end > 0 and _joins_previous(line, end):
        end -= 1
    # An escaped bracket is not cut in two.
    start = line.rfind("&", max(0, end - 3), end)
    if start >= 0 and line.startswith(("&lt;", "&gt;"), start):
        end = start
    return line[:end].rstrip(" ,;:.") + "…" if end else ""


def _joins_previous(text: str, place: int) -> bool:
    char, last = text[place], text[place - 1]
    return (
        unicodedata.category(char).startswith("M")
        or char in _JOINERS
        or last in _JOINERS
        or "\U0001f3fb" <= char <= "\U0001f3ff"
    )

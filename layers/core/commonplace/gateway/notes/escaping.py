"""How a stored text stands in a note: on one line, seen as it is, and unable to close the note or open a tag."""

from __future__ import annotations

import unicodedata

# Angle brackets, and the characters that become some in compatibility form.
_BRACKETS = {
    ord(sign): escaped
    for signs, escaped in (("<\ufe64\uff1c", "&lt;"), (">\ufe65\uff1e", "&gt;"))
    for sign in signs
}
_JOINERS = "\u200c\u200d"  # scripts and emoji need them


def one_line(text: str) -> str:
    """Return a text in the form in which it may stand in a note.

    Parameters
    ----------
    text
        As stored.

    Returns
    -------
    str
        White space made one space, what nobody sees left out (bidirectional overrides, tag characters, half
        surrogate pairs), angle brackets as ``&lt;`` and ``&gt;``.
    """
    line = " ".join(text.split())
    if not line.isascii() or not line.isprintable():
        line = "".join(char for char in line if char in _JOINERS or unicodedata.category(char) not in _UNSEEN)
        line = " ".join(line.split())
    return line.translate(_BRACKETS)


_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn")


def cut(text: str, most: int) -> str:
    """Return the beginning of a text, cut at a word, with an ellipsis.

    Parameters
    ----------
    text
        On one line.
    most
        Characters of it that may stay; where no word ends in the second half of them, as in scripts without
        spaces, it is cut between two characters that do not belong together.
    """
    if len(text) <= most:
        return text
    space = text.rfind(" ", most // 2, most + 1)
    end = space if space > 0 else most
    while end > 0 and _belongs_to_last(text, end):
        end -= 1
    # An escaped bracket is not cut in two.
    start = text.rfind("&", max(0, end - 3), end)
    if start >= 0 and text.startswith(("&lt;", "&gt;"), start):
        end = start
    return text[:end].rstrip(" ,;:.") + "…" if end else ""


def _belongs_to_last(text: str, place: int) -> bool:
    char, last = text[place], text[place - 1]
    return (
        unicodedata.category(char).startswith("M")
        or char in _JOINERS
        or last in _JOINERS
        or "\U0001f3fb" <= char <= "\U0001f3ff"
    )

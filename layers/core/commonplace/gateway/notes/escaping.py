"""Escapes a stored text for a note: one line, nothing invisible, and unable to close the note or open a tag."""

from __future__ import annotations

import re
import unicodedata

from ...domain.graphemes import last_boundary

# Angle brackets, and the characters whose compatibility form is one.
_BRACKETS = {
    ord(sign): escaped
    for signs, escaped in (("<\ufe64\uff1c", "&lt;"), (">\ufe65\uff1e", "&gt;"))
    for sign in signs
}
_JOINERS = "\u200c\u200d"  # scripts and emoji need them
_INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn")  # Unicode categories
# Flags of England, Scotland and Wales, the only sequences of tag characters that are drawn: a black flag, then the
# region's letters as tag characters and a closing one.
_REGIONS = ["".join(chr(0xE0000 + ord(letter)) for letter in name) for name in ("gbeng", "gbsct", "gbwls")]
_FLAGS = re.compile(f"(\U0001f3f4(?:{'|'.join(_REGIONS)})\U000e007f)")


def one_line(text: str) -> str:
    """Return a stored text on one line.

    Each run of white space becomes one space, invisible characters (bidirectional overrides, tag characters,
    unpaired surrogates) are removed, and angle brackets become ``&lt;`` and ``&gt;``.
    """
    line = " ".join(text.split())
    if not line.isascii() or not line.isprintable():
        pieces = _FLAGS.split(line)  # every second one is a flag
        line = "".join(piece if place % 2 else _visible(piece) for place, piece in enumerate(pieces))
        line = " ".join(line.split())
    return line.translate(_BRACKETS)


def _visible(text: str) -> str:
    return "".join(char for char in text if char in _JOINERS or _is_drawn(char))


def _is_drawn(char: str) -> bool:
    # The pictures' block as a whole: this Python's tables may lack the newest.
    return "\U0001f300" <= char <= "\U0001faff" or unicodedata.category(char) not in _INVISIBLE


def truncate(line: str, limit: int) -> str:
    """Cut a line to a number of characters, at the end of a word, with an ellipsis after it.

    If no word ends in the second half, as in scripts without spaces, the cut is between two characters that are
    drawn separately.
    """
    if len(line) <= limit:
        return line
    space = line.rfind(" ", limit // 2, limit + 1)
    end = last_boundary(line, space if space > 0 else limit)
    # An escaped bracket is not cut in two.
    start = line.rfind("&", max(0, end - 3), end)
    if start >= 0 and line.startswith(("&lt;", "&gt;"), start):
        end = start
    return line[:end].rstrip(" ,;:.") + "…" if end else ""

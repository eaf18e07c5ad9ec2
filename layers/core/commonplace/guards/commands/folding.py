"""Undoes what hides the letters of a text from a guard and not from a reader.

Each way is tried only where a cheap look says that it may have been used, and what comes out is judged like
any text, so a harmless text that happens to look encoded stays harmless.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from .ciphers import turned
from .codes import encodings, hidden_characters
from .letters import leet, look_alikes, parted, without_squares

# A long text is unfolded piece by piece, so that one disguised line does not have all of it judged again.
_PIECE = 2_000
# All readings together; a guard must not be a way to spend time.
_MOST_READ = 30_000


def readings(text: str) -> Iterator[str]:
    """Yield other ways to read a text, for each disguise that it may wear.

    Parameters
    ----------
    text
        As a reader gets it.

    Yields
    ------
    str
        What a part of it says without the disguise; perhaps nonsense.
    """
    left = _MOST_READ + 2 * len(text)
    for piece in _pieces(text):
        seen = {piece}
        for reading in _readings(piece):
            if reading in seen:
                continue
            seen.add(reading)
            left -= len(reading)
            if left < 0:
                return
            yield reading


def _pieces(text: str) -> Iterator[str]:
    start = 0
    while start < len(text):
        end = start + _PIECE
        if end < len(text):
            # Between words, if there is a blank at all.
            blank = max(text.rfind(" ", start + _PIECE // 2, end), text.rfind("\n", start + _PIECE // 2, end))
            end = blank + 1 if blank > 0 else end
        yield text[start:end]
        start = end


def _readings(text: str) -> Iterator[str]:
    plain = text
    if not text.isascii():
        yield from hidden_characters(text)
        plain = unicodedata.normalize("NFKC", text)
        plain = "".join(char for char in plain if unicodedata.category(char) not in _UNSEEN)
        plain = without_squares(plain)
        if len(plain) != len(text) or _letters(plain) != _letters(text):
            yield plain
        yield from look_alikes(plain)
    yield from encodings(plain)
    yield from turned(plain)
    yield from parted(plain)
    yield from leet(plain)


# Format characters, marks that are heaped on letters, halves of pairs, private use.
_UNSEEN = frozenset(("Cf", "Mn", "Me", "Cs", "Co"))


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))

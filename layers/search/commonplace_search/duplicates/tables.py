"""Tables of words by language, asked for a text that may be of several."""

from __future__ import annotations

from collections.abc import Mapping

from commonplace.analysis.folding import folded
from commonplace.analysis.languages import LATIN
from commonplace.analysis.scripts import script

Words = Mapping[str, int]
"""Folded words, each with its place in the line (-1 for none: a place held open)."""
Table = Mapping[str, Words]

_OPEN = "-"
_SHORTEST_TO_GO_ON = 6  # letters of a word that may have an ending: mondays, montags


def by_language(**lines: str) -> Table:
    """Return a table.

    Parameters
    ----------
    lines
        By language of Latin letters or by script: words at their places; ``-`` holds a place open, and forms of
        one word stand side by side with ``/`` between.
    """
    return {
        language: {
            folded(form): place
            for place, entry in enumerate(line.split())
            if entry != _OPEN
            for form in entry.split("/")
        }
        for language, line in lines.items()
    }


def each(line: str) -> frozenset[str]:
    """Return the words of a line."""
    return frozenset(line.split())


def place_of(word: str, table: Table, languages: int, *, ended: bool = False) -> int | None:
    """Return the place of a word in a table, or None.

    Parameters
    ----------
    word
        Folded.
    table
        To look in.
    languages
        Bits of the Latin languages that the text may be of.
    ended
        Whether a longer word may have up to four letters more than the one in the table.
    """
    for words in _lines(word, table, languages):
        if word in words:
            return words[word]
        if ended:
            for length in range(max(_SHORTEST_TO_GO_ON, len(word) - 4), len(word)):
                if word[:length] in words:
                    return words[word[:length]]
    return None


def _lines(word: str, table: Table, languages: int) -> list[Words]:
    name = script(word[0])
    if name != "latin":
        return [table[name]] if name in table else []
    return [table[language] for bit, language in enumerate(LATIN) if languages >> bit & 1 and language in table]

"""Tables of words by language, asked for a text that may be of several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from ..analysis.folding import folded
from ..analysis.languages import LATIN
from ..analysis.scripts import script

Words = Mapping[str, int]
"""Folded words, each with its place in the list, or the place of the forms that it is one of."""
Table = Mapping[str, Words]

_KEPT = 8_000  # words
_MOST_ADDED = 4
_SHORTEST_TO_GO_ON = 6  # letters of a word that may have an ending: mondays, montags

_BITS = {language: 1 << bit for bit, language in enumerate(LATIN)}


def table(lists: Mapping[str, Sequence[str]]) -> Table:
    """Return the table of a list of words by language of Latin letters or by script."""
    return {language: dict.fromkeys(map(folded, found), 0) for language, found in lists.items()}


def table_of_forms(lists: Mapping[str, Sequence[Sequence[str]]]) -> Table:
    """Return the table of lists of forms, each list at its place, by language of Latin letters or by script."""
    return {
        language: {folded(form): place for place, forms in enumerate(found) for form in forms}
        for language, found in lists.items()
    }


class Lookup:
    """A table that remembers what it was asked."""

    def __init__(self, table: Table, *, ended: bool = False) -> None:
        """Take a table; where ``ended``, a longer word may have up to four letters more than the one in it."""
        self._table = table
        self._ended = ended
        self.place = lru_cache(maxsize=_KEPT)(self._place)

    def __call__(self, word: str, languages: int) -> bool:
        """Whether a word is in the table."""
        return self.place(word, languages) is not None

    def _place(self, word: str, languages: int) -> int | None:
        """Return the place of a word, or None."""
        for line in self._lines(word, languages):
            if word in line:
                return line[word]
            if self._ended:
                for length in range(max(_SHORTEST_TO_GO_ON, len(word) - _MOST_ADDED), len(word)):
                    if word[:length] in line:
                        return line[word[:length]]
        return None

    def _lines(self, word: str, languages: int) -> list[Words]:
        name = script(word[0])
        names = [one for one, bit in _BITS.items() if languages & bit] if name == "latin" else [name]
        return [self._table[one] for one in names if one in self._table]

"""Words that say the contrary of one another: opens and closes, bought and sold."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...domain.word_lists import WordLists
from ..analysis.folding import folded

_LISTS = WordLists(__file__, "opposites")


class _Table:
    def __init__(self) -> None:
        self.whole: dict[str, list[int]] = {}
        self.begun: dict[str, list[int]] = {}
        self.signs: dict[str, list[int]] = {}
        number = 0
        for name in ("words", "signs"):
            for sides in _LISTS.pairs(name):
                number += 1
                for side, listed in zip((number, -number), sides, strict=True):
                    for entry in map(folded, listed):
                        self._into(entry, name).setdefault(entry.rstrip("-"), []).append(side)
        self.sign = re.compile("|".join(sorted(self.signs, key=len, reverse=True)))
        self.longest = max(map(len, self.begun))

    def _into(self, entry: str, name: str) -> dict[str, list[int]]:
        if name == "signs":
            return self.signs
        return self.begun if entry.endswith("-") else self.whole


_TABLE = _Table()


def sides_in(plain: str, found: Sequence[str]) -> frozenset[int]:
    """Return which sides of which pairs a text's words are on: a pair's number, negative for its second side."""
    sides: set[int] = set()
    for word in found:
        sides.update(_TABLE.whole.get(word, ()))
        if not word.isascii():
            for length in range(1, min(len(word), _TABLE.longest) + 1):
                sides.update(_TABLE.begun.get(word[:length], ()))
    if not plain.isascii():
        for sign in _TABLE.sign.findall(plain):
            sides.update(_TABLE.signs[sign])
    return frozenset(sides)


def contrary(one: frozenset[int], other: frozenset[int]) -> bool:
    """Whether two texts are on different sides of a pair; one that is on both is on neither."""
    return any(-side in other and -side not in one and side not in other for side in one)

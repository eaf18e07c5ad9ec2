"""Does a text hold a topic's words? What ``recall(topic)`` asks."""

from __future__ import annotations

from .words import SPACELESS, STEMMERS, folded, forms, script, symbols, words

_SHORTEST_PREFIX = 3  # letters that a word and its inflected form share where no stemmer exists


class Topic:
    """A question, ready to be compared with many texts.

    Parameters
    ----------
    text
        In any script, of any form; there is no invalid question.
    """

    def __init__(self, text: str) -> None:
        plain = folded(text)
        self._words = list(dict.fromkeys(words(plain)))
        self._symbols = [] if self._words else symbols(plain)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to look for: spaces, punctuation."""
        return not self._words and not self._symbols

    @property
    def size(self) -> int:
        """How many words the question has."""
        return len(self._words) or len(self._symbols)

    def held(self, text: str) -> int:
        """Count how many of the question's words a text holds.

        Returns
        -------
        int
            From 0 to :attr:`size`.
        """
        plain = folded(text)
        if self._symbols:
            return sum(symbol in plain for symbol in self._symbols)
        own = set(words(plain))
        related = frozenset().union(*(forms(word) for word in own if script(word[0]) in STEMMERS))
        return sum(_holds(word, plain, own, related) for word in self._words)


def _holds(word: str, plain: str, own: set[str], related: frozenset[str]) -> bool:
    if word in own:
        return True
    name = script(word[0])
    if name == SPACELESS:
        return word in plain
    if name in STEMMERS:
        return not related.isdisjoint(forms(word))
    return len(word) >= _SHORTEST_PREFIX and any(
        other.startswith(word) or (len(other) >= _SHORTEST_PREFIX and word.startswith(other))
        for other in own
        if script(other[0]) == name == "other"
    )

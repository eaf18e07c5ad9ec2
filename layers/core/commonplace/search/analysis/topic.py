"""Counts the words of a topic that a text holds, for ``recall(topic)``."""

from __future__ import annotations

from collections.abc import Sequence

from . import runs
from .folding import folded
from .kinship import asked, keys, relation
from .languages import languages_of
from .scripts import is_unspaced
from .stop_words import content
from .word_index import label_words
from .words import symbols, words


class Topic:
    """A topic in any script, prepared for comparison with many texts; any text is a valid topic.

    Words that carry no meaning do not count, unless there are no others.
    """

    def __init__(self, text: str) -> None:
        plain = folded(text)
        found = content(words(plain))
        self._words = {word: frozenset(asked(word)) for word in found if not is_unspaced(word[0])}
        self._runs = dict.fromkeys(part for word in found if is_unspaced(word[0]) for part in runs.parts(word))
        # A sign of joined emoji, such as a family, also matches texts with one of its parts.
        self._symbols = [] if found else list(dict.fromkeys("\u200d".join(symbols(plain)).split("\u200d")))
        self._symbols = [symbol for symbol in self._symbols if symbol]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to look for: spaces, punctuation."""
        return self.size == 0

    @property
    def words(self) -> list[str] | None:
        """Its words; None if it has signs or runs without spaces, which an index of words does not cover."""
        return list(self._words) if not self._runs and not self._symbols else None

    @property
    def size(self) -> int:
        """Number of its words; a run without spaces counts as many as it may hold."""
        return len(self._words) + sum(map(runs.size, self._runs)) + len(self._symbols)

    def held(self, text: str, labels: Sequence[str] = ()) -> int:
        """Count the topic's words that a text, or its key and tags, hold, from 0 to :attr:`size`."""
        plain = folded(text)
        if labels:
            plain = " ".join([plain, *(word for label in labels for word in label_words(label))])
        if self._symbols:
            return sum(symbol in plain for symbol in self._symbols)
        count = sum(runs.held(run, plain) for run in self._runs)
        if self._words:
            count += self._held_words(words(plain))
        return count

    def _held_words(self, found: list[str]) -> int:
        own = set(found)
        missing = [word for word in self._words if word not in own]
        count = len(self._words) - len(missing)
        if not missing:
            return count
        languages = languages_of(found)
        return count + sum(self._has_form(word, own, languages) for word in missing)

    def _has_form(self, word: str, own: set[str], languages: int) -> bool:
        wanted = self._words[word]
        return any(
            not wanted.isdisjoint(keys(other)) and relation(word, other) & languages != 0
            for other in own
            if not is_unspaced(other[0])
        )

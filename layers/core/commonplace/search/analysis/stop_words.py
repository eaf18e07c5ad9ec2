"""Words of a question that say nothing of what it is about: *the*, *how*, *wo*, *qui*."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ...domain.word_lists import WordLists
from .folding import folded
from .scripts import is_unspaced

_LISTS = WordLists(__file__, "stop_words")


@lru_cache
def _languages() -> dict[str, frozenset[str]]:
    """Return the languages in which a folded word says nothing."""
    table: dict[str, set[str]] = {}
    for language, words in _LISTS.by_language("stop_words").items():
        for word in words:
            table.setdefault(folded(word), set()).add(language)
    return {word: frozenset(languages) for word, languages in table.items()}


@lru_cache
def _pieces() -> re.Pattern[str]:
    found = {folded(one) for some in _LISTS.by_language("pieces").values() for one in some}
    return re.compile("|".join(map(re.escape, sorted(found, key=len, reverse=True))))


@lru_cache
def _particles() -> re.Pattern[str]:
    particles = "".join(map(folded, _LISTS.by_language("particles")["japanese"]))
    # Behind katakana and Han, and not before hiragana.
    return re.compile(rf"(?<=[\u30a1-\u30ff\u3400-\u9fff])[{particles}](?![\u3041-\u309f])")


def content(words: Sequence[str]) -> list[str]:
    """Return the words of a question that carry meaning, each once; all where none does.

    A word that says nothing in one language may mean something in another (German *war*, *die*), so it is left out
    only where the question may be of that language: one of those with the most such words.

    >>> content(["how", "do", "we", "deploy", "the", "web", "frontend"])
    ['deploy', 'web', 'frontend']

    Parameters
    ----------
    words
        Of a folded text, from :func:`.words.words`.
    """
    return _content(words) or list(dict.fromkeys(words))


def says_something(words: Sequence[str]) -> bool:
    """Whether any word of a question carries meaning."""
    return bool(_content(words))


def _content(words: Sequence[str]) -> list[str]:
    table = _languages()
    hits: dict[str, int] = {}
    for word in words:
        for language in table.get(word, ()):
            hits[language] = hits.get(language, 0) + 1
    most = max(hits.values(), default=0)
    spoken = {language for language, count in hits.items() if count == most}
    found = [word for word in words if spoken.isdisjoint(table.get(word, ()))]
    left = [piece for word in found for piece in (_of_run(word) if is_unspaced(word[0]) else [word])]
    return list(dict.fromkeys(left))


def _of_run(run: str) -> list[str]:
    """Split a run of a script without spaces at what says nothing."""
    return [part for piece in _pieces().split(run) for part in _particles().split(piece) if part]

"""Case and number endings of scripts that Snowball has no stemmer for, or one that stops short.

Endings are taken off one after the other, as these languages put them on (ಮನೆ-ಗಳ-ಲ್ಲಿ, "in the
houses"). Not grammar, only enough that two forms of a word meet.
"""

from __future__ import annotations

from functools import lru_cache

from ...domain.word_lists import WordLists
from .folding import folded, plain

_ROUNDS = 3
# Letters and marks that must be left; vowels are letters in some scripts, and in Hebrew three make a root.
_LEAST = {"hangul": 1, "greek": 3, "hebrew": 3, "armenian": 3, "georgian": 3}
_LEAST_ELSEWHERE = 2

_LISTS = WordLists(__file__, "endings")
_ENDINGS, _GIVEN_WAY, _INNERMOST = map(_LISTS.by_language, ("endings", "given_way", "innermost"))
_NONE: frozenset[str] = frozenset()
_BEFORE = {"hebrew": "והבלמשכ"}  # set to the front of a word: and, the, in, to, from, that, as


@lru_cache
def _endings(script: str) -> tuple[str, ...]:
    """Return a script's endings, the longest first."""
    return tuple(sorted((plain(folded(ending)) for ending in _ENDINGS[script]), key=len, reverse=True))


@lru_cache
def _given_way(script: str) -> tuple[str, ...]:
    """Return what a word of a script ends in alone, the longest first."""
    return tuple(sorted(_GIVEN_WAY.get(script, ()), key=len, reverse=True))


def bases(word: str, script: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return what a plain word may be without its endings, and what of it had one.

    Both are empty where a script's endings are not known.
    """
    if script not in _ENDINGS:
        return _NONE, _NONE
    least = _LEAST.get(script, _LEAST_ELSEWHERE)
    starts, given_way = _BEFORE.get(script, ""), _given_way(script)
    ended = _ended(word, script, least)
    found, cut = {word, *ended}, set(ended)
    for base in (word, *ended):
        without = {base[count:] for count in (1, 2) if _begins(base, count, starts, least)}
        found |= without
        cut |= without
    return (
        frozenset(_without(base, given_way, least) for base in found),
        frozenset(_without(base, given_way, least) for base in cut),
    )


def _ended(word: str, script: str, least: int) -> set[str]:
    """Return a word without endings."""
    endings = _endings(script)
    found: set[str] = set()
    # Of the last ending any that fits may be meant (ஆண்ட-ில், வீட-்டில்), of those before it the longest.
    for ending in endings:
        if word.endswith(ending) and len(word) - len(ending) >= least:
            base = word[: -len(ending)]
            found.add(base)
            if ending in _INNERMOST.get(script, ()):
                continue
            for _ in range(_ROUNDS - 1):
                base = _without(base, endings, least)
                found.add(base)
    return found


def _without(word: str, endings: tuple[str, ...], least: int) -> str:
    for ending in endings:
        if word.endswith(ending) and len(word) - len(ending) >= least:
            return word[: -len(ending)]
    return word


def _begins(word: str, count: int, starts: str, least: int) -> bool:
    return len(word) - count >= least and all(char in starts for char in word[:count])

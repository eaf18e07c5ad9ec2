"""Runs of letters without spaces: what of a run that was asked for is in a text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ...domain.word_lists import WordLists
from .scripts import HANGUL, is_han, part, script
from .words import pairs, units

# Pieces a run may be put together from, in letters. Thai and its kin are alphabets: three letters make about
# as much of a word there as two do in Han or Hangul.
_SHORTEST_DENSE = 2
_SHORTEST_LIGHT = 3
_LONGEST_PARTICLE = 2  # in hiragana
_LEAST_LEFT = 2


@lru_cache
def _particles() -> tuple[str, ...]:
    """Return the particles of Korean, the longest first."""
    return tuple(sorted(WordLists(__file__, "particles").ordered("particles"), key=len, reverse=True))


def parts(run: str) -> list[str]:
    """Split a run that was asked for into what are words in it, as far as its letters show.

    Parameters
    ----------
    run
        One word of :func:`commonplace.search.analysis.words.words`, of a script without spaces.

    Returns
    -------
    list[str]
        For Japanese the pieces between its particles, for Korean the word without its particle.
    """
    if script(run[0]) == HANGUL:
        return [_without_particle(run)]
    from .patterns import JAPANESE

    found = list(JAPANESE.finditer(run))
    # Short hiragana between others is grammar.
    return [piece.group() for piece in found if not 0 < len(piece.group(1) or "") <= _LONGEST_PARTICLE] or [run]


def wanted_pairs(run: str) -> list[str]:
    """Return the pairs of a run to look for: all but those inside a Korean particle."""
    found = pairs(run)
    if script(run[0]) != HANGUL:
        return found
    # The pair across its beginning stays: what looks like a particle may be the word's own end.
    return found[: len(_without_particle(run))]


def size(run: str) -> int:
    """Return for how many words a run counts."""
    return max(1, len(units(run)) // _shortest(run))


def held(run: str, text: str) -> int:
    """Return how many of the words for which a run counts are in a folded text; all where pieces make it up."""
    letters, shortest, whole = units(run), _shortest(run), size(run)
    if whole == 1:
        return int(_has(letters, text))
    # best[n]: pieces found among the first n letters; made_up[n]: they make them up wholly. Two lengths are
    # enough: a longer piece is made of these.
    best, made_up = [0] * (len(letters) + 1), [True] + [False] * len(letters)
    for end in range(1, len(letters) + 1):
        best[end] = best[end - 1]
        for start in range(max(0, end - 2 * shortest + 1), end - shortest + 1):
            if _has(letters[start:end], text):
                best[end] = max(best[end], best[start] + 1)
                made_up[end] = made_up[end] or made_up[start]
    return whole if made_up[-1] else min(best[-1], whole - 1)


def _has(letters: list[str], text: str) -> bool:
    """Whether a text has letters next to one another, none of them with more marks on it."""
    wanted = "".join(letters)
    return any(part(text[end : end + 1] or " ") != "M" for end in _ends(wanted, text))


def _ends(wanted: str, text: str) -> Iterator[int]:
    place = text.find(wanted)
    while place >= 0:
        yield place + len(wanted)
        place = text.find(wanted, place + 1)


def _shortest(run: str) -> int:
    return _SHORTEST_DENSE if script(run[0]) == HANGUL or is_han(run[0]) else _SHORTEST_LIGHT


def _without_particle(run: str) -> str:
    for particle in _particles():
        if run.endswith(particle) and len(run) - len(particle) >= _LEAST_LEFT:
            return run[: -len(particle)]
    return run

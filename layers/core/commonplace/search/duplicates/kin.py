"""Words that may replace one another: forms of one word, or words that begin alike."""

from __future__ import annotations

from functools import lru_cache

from ..analysis.folding import plain
from ..analysis.kinship import keys, relation
from ..analysis.scripts import HANGUL, is_spaceless, script

# Letters in which words begin alike, and their share of the longer word; elsewhere marks count as letters.
_ALIKE = {"latin": (5, 0.6), "cyrillic": (4, 0.6)}
_ALIKE_ELSEWHERE = (5, 0.5)
_LONGEST_ENDING = 8
# A Korean verb's ending may take all but its first syllable.
_KOREAN_VERB = ("다", "요", "고", "지", "음", "함")
_KEPT = 8_000


@lru_cache(maxsize=_KEPT)
def meeting_places(word: str) -> tuple[str, ...]:
    """Return the keys under which words that are akin find one another."""
    kind = script(word[0])
    if kind == HANGUL:
        return (word[0],)
    if is_spaceless(word[0]) or word[0].isdecimal():
        return ()
    return (*keys(word), f"^{plain(word)[: _ALIKE.get(kind, _ALIKE_ELSEWHERE)[0]]}")


def akin(word: str, other: str, languages: int) -> bool:
    """Check whether two words, not the same, are forms of one, or begin alike."""
    kind = script(word[0])
    if kind != script(other[0]) or word[0].isdecimal() or other[0].isdecimal():
        return False
    alike = 0
    short, long = sorted((plain(word), plain(other)), key=len)
    while alike < len(short) and short[alike] == long[alike]:
        alike += 1
    if kind == HANGUL:
        return alike > 1 or (alike == 1 and word.endswith(_KOREAN_VERB) and other.endswith(_KOREAN_VERB))
    if is_spaceless(word[0]):
        return False
    found = relation(word, other)
    if found and (kind != "latin" or found & languages):
        return True
    least, share = _ALIKE.get(kind, _ALIKE_ELSEWHERE)
    return alike >= max(least, share * len(long)) and len(long) - alike <= _LONGEST_ENDING

"""Words in common use that say the same: buy for purchase, Auto for Wagen.

One exchanged word is mostly another fact, and no cosine parts synonyms from opposites, so that what may stand for
one another is written down in ``data/synonyms.toml``.
"""

from __future__ import annotations

from functools import lru_cache

from ...domain.word_lists import WordLists
from ..analysis.folding import folded
from ..analysis.languages import LATIN
from ..analysis.scripts import script

_KEPT = 8_000  # words

_LISTS = WordLists(__file__, "synonyms")
_LANGUAGES = (*LATIN, "cyrillic", "devanagari", "kannada", "hangul")
# Of each word, the first of its group.
_FIRST = {
    language: {folded(word): folded(group[0]) for group in _LISTS.groups(language) for word in group}
    for language in _LANGUAGES
}


@lru_cache(maxsize=_KEPT)
def common_word(word: str, languages: int) -> str:
    """Return the word that represents all that say the same; the word itself, if it is none of them."""
    name = script(word[0])
    names = [one for bit, one in enumerate(LATIN) if languages >> bit & 1] if name == "latin" else [name]
    return next((_FIRST[one][word] for one in names if one in _FIRST and word in _FIRST[one]), word)

"""Words of which the rule knows more than that they are words (``data/lexicon.toml``)."""

from __future__ import annotations

from ...domain.word_lists import WordLists
from .tables import table

_LISTS = WordLists(__file__, "lexicon")
ARTICLES, SMALL, TELLING, DENIALS, CONTRARIES = (
    table(_LISTS.by_language(name)) for name in ("articles", "small", "telling", "denials", "contraries")
)
EVEN, SMALL_KOREAN, SMALL_SIGNS = map(_LISTS.words, ("even", "small_korean", "small_signs"))
SUBJECTS = _LISTS.ordered("subjects")

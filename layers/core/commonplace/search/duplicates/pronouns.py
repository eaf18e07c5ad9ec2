"""Who is meant by the pronouns: one who helps me is not one whom I help."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...domain.word_lists import WordLists
from ..analysis.scripts import is_spaceless
from .tables import Lookup, table_of_forms

# Who a place in the lists of pronouns may mean, as bits.
_ME, _US, _YOU, _HIM, _HER, _THEM = (1 << place for place in range(6))
# One speaks of oneself as I and as we, and of one whose sex is not known as they.
_FIRST, _ANYBODY = _ME | _US, _HIM | _HER | _THEM
_PLACES = (_FIRST, _FIRST, _YOU, _HIM, _HER, _ANYBODY, _HIM | _HER, _HER | _THEM, _ANYBODY, _HIM | _THEM)

_LISTS = WordLists(__file__, "pronouns")
_WHO = {"me": _ME, "us": _US, "you": _YOU, "him": _HIM, "her": _HER, "them": _THEM, "him_or_her": _HIM | _HER}
_SIGNS = {sign: _WHO[who] for who, signs in _LISTS.by_language("signs").items() for sign in signs}
_SIGN = re.compile("其他|他人|自我|" + "|".join(sorted(_SIGNS, key=len, reverse=True)))
_PLACE = Lookup(table_of_forms(_LISTS.groups_by_language("pronouns")))
_DOERS, _OWNERS, _WITH_OBJECT = map(_LISTS.words, ("doers", "owners", "with_object"))


@dataclass(frozen=True, slots=True)
class People:
    """Who is meant by pronouns, as the bits of those who may be.

    Attributes
    ----------
    acting
        Each once: first who does it, then who it is done to.
    named
        All, with those to whom something belongs.
    """

    acting: tuple[int, ...]
    named: int

    def may_be(self, other: People) -> bool:
        """Whether they may be the same as another text's: at the end some may be left out."""
        if self.acting and other.acting:
            return all(who & whom for who, whom in zip(self.acting, other.acting, strict=False))
        return not self.named or not other.named or bool(self.named & other.named)


def people_in(found: Sequence[str], languages: int) -> People:
    """Return who is meant by the pronouns among a text's words."""
    doing: list[int] = []
    others: list[int] = []
    named = 0
    for word, who in _people(found, languages):
        named |= who
        if word not in _OWNERS:
            (doing if word in _DOERS else others).append(who)
    acting: list[int] = []
    for who in doing + others:
        if not any(who & other for other in acting):
            acting.append(who)
    return People(tuple(acting), named)


def _people(found: Sequence[str], languages: int) -> Iterator[tuple[str, int]]:
    for word, following in zip(found, (*found[1:], ""), strict=False):
        if word == "l" and following in _WITH_OBJECT:  # l'ai
            yield word, _HIM | _HER
        elif (place := _PLACE.place(word, languages)) is not None:
            yield word, _PLACES[place]
        elif is_spaceless(word[0]):
            yield from ((sign, _SIGNS[sign]) for sign in _SIGN.findall(word) if sign in _SIGNS)

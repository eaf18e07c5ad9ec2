"""What a field's name says about its value: an id, a credential, free text, or something of no later use.

>>> parts("nextPageToken"), is_fleeting("nextPageToken"), names_id("customer_id")
(('next', 'page', 'token'), True, True)
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from ..domain.word_lists import WordLists
from ..guards.credentials import find_credential
from ..guards.credentials.nouns import may_name_credential

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_CACHED = 4_096  # names

_LISTS = WordLists(__file__, "fields")
_SECRET, _SECRET_PAIRS, _SECRET_ENDS = map(_LISTS.words, ("secret", "secret_pairs", "secret_ends"))
_FLEETING, _FLEETING_PAIRS, _PLACES = map(_LISTS.words, ("fleeting", "fleeting_pairs", "places"))
_NAMES_OF_THINGS, _DOUBTFUL, _WRITTEN = map(_LISTS.words, ("names_of_things", "doubtful", "written"))
_ID_ENDS, _OWN = map(_LISTS.words, ("id_ends", "own"))
_DRAWN = "8c1f0a35-3a6e-4a52-9c5d-9f5ce1f44a10"  # refused by the guard under names of credentials in any language


@lru_cache(maxsize=_CACHED)
def parts(field: str) -> tuple[str, ...]:
    """Return the words of a field's name in lower case: ``nextPageToken`` and ``next_page_token`` alike."""
    return tuple(part.lower() for part in _PARTS.findall(field[:100]))


@lru_cache(maxsize=_CACHED)
def is_secret(field: str) -> bool:
    """Return whether a value of this name is always a credential."""
    named = parts(field)
    if not _SECRET.isdisjoint(named) or not _SECRET_PAIRS.isdisjoint(_pairs(named)):
        return True
    if not _NAMES_OF_THINGS.isdisjoint(_pairs(named)):
        return False
    name = field[:100]
    return may_name_credential(name.lower()) and find_credential(f"{name}: {_DRAWN}") is not None


@lru_cache(maxsize=_CACHED)
def is_secret_text(field: str) -> bool:
    """Return whether a text of this name is always a credential; an object of it need not be."""
    return is_secret(field) or not _SECRET_ENDS.isdisjoint(parts(field)[-1:])


@lru_cache(maxsize=_CACHED)
def is_doubtful(field: str) -> bool:
    """Return whether a value of this name may be a credential."""
    return not _DOUBTFUL.isdisjoint(parts(field))


@lru_cache(maxsize=_CACHED)
def is_fleeting(field: str) -> bool:
    """Return whether a value of this name is of no use after the call."""
    named = parts(field)
    if len(named) == 1 and named[0] in _PLACES:
        return True
    return not _FLEETING.isdisjoint(named) or not _FLEETING_PAIRS.isdisjoint(_pairs(named))


def is_written(field: str) -> bool:
    """Return whether a name is that of free text."""
    return field.lower() in _WRITTEN


@lru_cache(maxsize=_CACHED)
def names_id(field: str) -> bool:
    """Return whether a name says that its value is an id."""
    return not _ID_ENDS.isdisjoint(parts(field)[-1:])


def is_own(field: str) -> bool:
    """Return whether a name is that of an object's own id, not of one that it refers to."""
    return field.lower().lstrip("_") in _OWN


def _pairs(named: tuple[str, ...]) -> set[str]:
    return {f"{first}_{second}" for first, second in pairwise(named)}

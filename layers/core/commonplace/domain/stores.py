"""Ids of stores: their form, and which ids name the same store."""

from __future__ import annotations

import re

from ..refusals.errors import InvalidInput

_VALID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", re.ASCII)
_OTHER = re.compile(r"[^a-z0-9_]")

STORE_FIELD = "user_id"  # a store's name in the stores' dialect


def checked_store_id(value: str, field: str = STORE_FIELD) -> str:
    """Return a store id unchanged; refuse any but 1 to 64 of ``[A-Za-z0-9._-]`` with a letter or digit first."""
    if not _VALID.fullmatch(value):
        raise InvalidInput("store.invalid_id", field=field)
    return value


def canonical_id(store_id: str) -> str:
    """Return the form in which a store's id is stored: two stores cannot have the same.

    >>> canonical_id("My-Notes")
    'my_notes'
    """
    return _OTHER.sub("_", store_id.lower())


def same_store(one: str, other: str) -> bool:
    """Return whether two ids name one store: case does not matter."""
    return one.lower() == other.lower()

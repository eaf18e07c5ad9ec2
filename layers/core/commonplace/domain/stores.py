"""Store ids: what may be one, and which ids name the same store."""

from __future__ import annotations

import re

from ..refusals.errors import InvalidInput

_VALID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", re.ASCII)
_OTHER = re.compile(r"[^a-z0-9_]")

STORE_FIELD = "user_id"  # what the stores' dialect calls a store


def checked_store_id(value: str, field: str = STORE_FIELD) -> str:
    """Return a store id as sent, if it can be one.

    Parameters
    ----------
    value
        As sent.
    field
        What the caller knows it by.

    Raises
    ------
    InvalidInput
        If it is not 1 to 64 of ``[A-Za-z0-9._-]`` with a letter or digit first.
    """
    if not _VALID.fullmatch(value):
        raise InvalidInput("store.invalid_id", field=field)
    return value


def canonical_id(store_id: str) -> str:
    """Return the form under which a store is filed: two ids of one form cannot both exist."""
    return _OTHER.sub("_", store_id.lower())


def same_store(one: str, other: str) -> bool:
    """Return whether two ids name one store: they are compared without case."""
    return one.lower() == other.lower()

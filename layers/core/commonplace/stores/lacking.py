"""What this model does not offer, told instead of accepted in silence."""

from __future__ import annotations

from collections.abc import Mapping

from ..operations.contract import Arguments
from ..refusals.errors import NotAllowed

_WHAT: Mapping[str, str] = {
    "verify": "searches again (re_ask)",
    "max_images": "keeps images",
    "cache_control": "caches what is recalled",
    "form": "renders memories in forms",
    "tz": "renders memories in forms, which a time zone is for",
}


def refuse_lacking(arguments: Arguments, *names: str) -> None:
    """Refuse what asks for more than this model has; zero of it may be asked for.

    Parameters
    ----------
    arguments
        As parsed.
    *names
        Of the fields to look at.

    Raises
    ------
    NotAllowed
        With the field's name.
    """
    for name in names:
        if name in arguments.model_fields_set and not (name in _COUNTS and getattr(arguments, name) == 0):
            raise NotAllowed(f"{name}: no model here {_WHAT[name]}; leave it out", field=name)


_COUNTS = frozenset({"verify", "max_images"})

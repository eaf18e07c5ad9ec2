"""What this model does not offer, told instead of accepted in silence."""

from __future__ import annotations

from collections.abc import Mapping

from ..operations.contract import Arguments
from ..refusals.errors import NotAllowed

_CODES: Mapping[str, str] = {
    "verify": "field.unsupported.verify",
    "max_images": "field.unsupported.max_images",
    "cache_control": "field.unsupported.cache_control",
    "form": "field.unsupported.form",
    "tz": "field.unsupported.tz",
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
            raise NotAllowed(_CODES[name], field=name)


_COUNTS = frozenset({"verify", "max_images"})

"""How a record's field is declared: where it is kept, and what becomes of it."""

from __future__ import annotations

from dataclasses import Field
from typing import Any, NamedTuple

_STORED = "stored"


class Stored(NamedTuple):
    """What is declared of a field.

    Attributes
    ----------
    attribute
        Its name in the tables; empty: the field's own.
    kept
        Whether a later write under the same key leaves it as it is.
    exported
        Its name in an export; empty: the field's own; None: it is not exported.
    sparse
        Whether it is left out where it is as its default.
    """

    attribute: str = ""
    kept: bool = False
    exported: str | None = ""
    sparse: bool = False


def stored(
    attribute: str = "", *, kept: bool = False, exported: str | None = "", sparse: bool = False
) -> dict[str, Any]:
    """Declare a field: to be its ``metadata``."""
    return {_STORED: Stored(attribute, kept, exported, sparse)}


def declared(field: Field[Any]) -> Stored:
    """Return what a field declares, with its own name where it does not give another."""
    found: Stored = field.metadata.get(_STORED, Stored())
    exported = field.name if found.exported == "" else found.exported
    return found._replace(attribute=found.attribute or field.name, exported=exported)

"""How a record's field is declared: its names in tables and exports, and whether a keyed write resets it."""

from __future__ import annotations

from dataclasses import Field
from typing import Any, NamedTuple

_STORED = "stored"


class Stored(NamedTuple):
    """The declaration of a field.

    Attributes
    ----------
    attribute
        Its name in the tables; empty: the field's own.
    kept
        Whether a later write under the same key leaves it unchanged.
    exported
        Its name in an export; empty: the field's own; None: it is not exported.
    sparse
        Whether it is not stored if it has its default.
    """

    attribute: str = ""
    kept: bool = False
    exported: str | None = ""
    sparse: bool = False


def stored(
    attribute: str = "", *, kept: bool = False, exported: str | None = "", sparse: bool = False
) -> dict[str, Any]:
    """Return the ``metadata`` that declares a field."""
    return {_STORED: Stored(attribute, kept, exported, sparse)}


def declared(field: Field[Any]) -> Stored:
    """Return a field's declaration, with its own name as the default of names."""
    found: Stored = field.metadata.get(_STORED, Stored())
    exported = field.name if found.exported == "" else found.exported
    return found._replace(attribute=found.attribute or field.name, exported=exported)

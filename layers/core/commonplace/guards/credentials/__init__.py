"""Finds credentials in free text, without a network and without a model.

:func:`find_credential` judges one reading of a text; :mod:`commonplace.guards.views` makes the readings. The
rules are ordered from the surest to the ones that need the words around: form (``structures``), known issuers
(``issuers``), cards, seed phrases, assignment (``assignments``), and strings drawn at random (``tokens``).
Everything is loaded on the first use that needs it: a cold start pays for ordinary prose only.
"""

from __future__ import annotations

__all__ = ["find_credential"]


def find_credential(text: str) -> str | None:
    """Return the kind of credential that a text holds, such as ``GitHub token``; never the value."""
    from .rules import first_kind

    return first_kind(text)

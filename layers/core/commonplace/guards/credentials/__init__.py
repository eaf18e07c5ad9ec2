"""Finds credentials in free text, without a network and without a model.

>>> find_credential("password: Tr0ub4dor&3"), find_credential("the deadline is 1 May")
('password', None)

:func:`find_credential` judges one view of a text; :mod:`commonplace.guards.views` makes the views. The rules are
ordered from the surest to those that need the words around: form, known issuers
(``issuers``), cards, seed phrases, assignment (``assignments``), and random strings (``tokens``).
Modules are loaded when a text first needs them, so that a cold start loads only what ordinary prose needs.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["find_credential", "find_split_credential"]


def find_credential(text: str) -> str | None:
    """Return the kind of credential that a text holds, such as ``GitHub token``; never the value."""
    from .rules import first_kind

    return first_kind(text)


def find_split_credential(parts: Sequence[str]) -> str | None:
    """Return the kind of a credential that neighbouring texts give together, in the order given."""
    from .split import split_credential

    return split_credential(parts)

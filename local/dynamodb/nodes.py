"""The trees that expressions are parsed into; immutable, so that they can be cached by text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Path:
    """A document path; a part is a name, a ``#placeholder`` or a list index."""

    parts: tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Ref:
    """A ``:placeholder`` of a value."""

    name: str


@dataclass(frozen=True, slots=True)
class Operation:
    """A function, comparator, ``BETWEEN``, ``IN``, ``AND``, ``OR``, ``NOT``, ``+`` or ``-`` with its operands."""

    name: str
    operands: tuple[Node, ...]


Node: TypeAlias = Path | Ref | Operation


@dataclass(frozen=True, slots=True)
class Update:
    """The four sections of an update expression."""

    sets: tuple[tuple[Path, Node], ...]
    removes: tuple[Path, ...]
    adds: tuple[tuple[Path, Ref], ...]
    deletes: tuple[tuple[Path, Ref], ...]

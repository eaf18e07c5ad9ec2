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
class Call:
    """A function with its operands."""

    name: str
    operands: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison, or with ``+`` and ``-`` the arithmetic of SET."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Between:
    """``operand BETWEEN low AND high``."""

    operand: Node
    low: Node
    high: Node


@dataclass(frozen=True, slots=True)
class In:
    """``operand IN (…)``."""

    operand: Node
    options: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Logic:
    """``AND``, ``OR`` of several conditions or ``NOT`` of one."""

    operator: str
    terms: tuple[Node, ...]


Node: TypeAlias = Path | Ref | Call | Compare | Between | In | Logic


@dataclass(frozen=True, slots=True)
class Update:
    """The four sections of an update expression."""

    sets: tuple[tuple[Path, Node], ...]
    removes: tuple[Path, ...]
    adds: tuple[tuple[Path, Ref], ...]
    deletes: tuple[tuple[Path, Ref], ...]

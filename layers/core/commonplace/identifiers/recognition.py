"""Recognises ids: the lines of the connector's service first, then what is an id anywhere."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from . import fields, generic
from .connectors import TABLE, Line
from .walking import Leaf

_SUBSTRING_FROM = 5  # letters from which on a service's name may be a part of a word (mygithub)


class Recognised(NamedTuple):
    """What a value is.

    Attributes
    ----------
    kind
        What it is of.
    rank
        The lower, the more it names the thing itself.
    """

    kind: str
    rank: int


@dataclass(frozen=True, slots=True)
class Recognition:
    """Rules for one connector's calls.

    Attributes
    ----------
    lines
        Of the service's table; none for an unknown one.
    """

    lines: tuple[Line, ...]

    @staticmethod
    def of(connector: str, tool: str = "") -> Recognition:
        """Return the rules for a connector, told by its name, else by its tool's."""
        return _of_names(connector[:100], tool[:100])

    def kind(self, leaf: Leaf) -> Recognised | None:
        """Return what a value is, if it is an id as a whole."""
        for place, (kind, values) in enumerate(_lines_of(self, leaf.parent, leaf.field)):
            if values.fullmatch(leaf.value):
                return Recognised(kind, place + (0 if fields.is_own(leaf.field) else _REFERS))
        if fields.is_fleeting(leaf.field) or fields.is_doubtful(leaf.field):
            return None
        kind_found = generic.kind_of(leaf.value, leaf.field)
        if kind_found is None:
            return None
        return Recognised(kind_found, _GENERIC + (0 if fields.is_own(leaf.field) else _REFERS))


_GENERIC = 50  # behind the lines of a table
_REFERS = 100  # behind an object's own ids


@lru_cache(maxsize=4_096)
def _lines_of(recognition: Recognition, parent: str, field: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    names = (field, f"{parent}.{field}")
    return tuple(
        (line.kind, _compiled(line.values))
        for line in recognition.lines
        if any(_compiled(line.fields).fullmatch(name) for name in names)
    )


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII)


@lru_cache(maxsize=512)
def _of_names(connector: str, tool: str) -> Recognition:
    for name in (connector, tool):
        words = re.findall(r"[a-z]+|\d+", name.lower())
        for services, lines in TABLE.items():
            if any(_names(service, words) for service in services):
                return Recognition(lines)
    return Recognition(())


def _names(service: str, words: list[str]) -> bool:
    return service in words or (
        len(service) >= _SUBSTRING_FROM and any(service in word for word in [*words, "".join(words)])
    )

"""Recognises ids: by the lines of the connector's service first, then by the forms of any service."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ..domain.bounded_cache import BoundedCache
from ..guards.credentials.patterns import compiled
from . import fields, generic
from .connectors import TABLE, Line

_SUBSTRING_FROM = 5  # letters of a service's name that may be a part of a word (mygithub)
_GENERIC = 50  # rank after the lines of a table
REFERS = 100  # ranks from here on are of ids that an object refers to


class Recognised(NamedTuple):
    """Kind of the thing that an id identifies, and its rank: low ones first, from ``REFERS`` on references."""

    kind: str
    rank: int


class Recognition:
    """Rules for the calls of one service, from its lines of the table."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._by_name = BoundedCache[tuple[str, str], list[tuple[Recognised, re.Pattern[str]]]](most=4_096)

    def recognise(self, value: str, field: str, parent: str = "") -> Recognised | None:
        """Return what the value of a field identifies, if it is an id; ``parent`` is the name of its object."""
        if fields.is_written(field):
            return None
        for recognised, pattern in self._patterns(field, parent):
            if pattern.fullmatch(value):
                return recognised
        kind = generic.kind_of(value, field)
        return None if kind is None else Recognised(kind, _GENERIC + _refers(field))

    def has_form(self, value: str) -> bool:
        """Return whether a value has the form of one of the service's ids, or of any service's."""
        return any(compiled(line.values, re.ASCII).fullmatch(value) for line in self._lines) or (
            generic.kind_of(value, "id") is not None
        )

    def _patterns(self, field: str, parent: str) -> list[tuple[Recognised, re.Pattern[str]]]:
        found = self._by_name.get((parent, field))
        if found is None:
            found = [
                (Recognised(line.kind, place + _refers(field)), compiled(line.values, re.ASCII))
                for place, line in enumerate(self._lines)
                if _is_for(line, field, parent)
            ]
            self._by_name.put((parent, field), found)
        return found


def _is_for(line: Line, field: str, parent: str) -> bool:
    """Return whether a line is for a field. One for any name is not for ids of no later use."""
    names = compiled(line.fields, re.ASCII)
    if fields.is_fleeting(field) and names.fullmatch("any_id"):
        return False
    return names.fullmatch(field) is not None or names.fullmatch(f"{parent}.{field}") is not None


def _refers(field: str) -> int:
    return 0 if fields.is_own(field) else REFERS


def rules_for(connector: str, tool: str = "") -> Recognition:
    """Return the rules for the service that is named in a connector's name, else in the tool's."""
    return _of_service(_service(connector[:100]) or _service(tool[:100]))


@lru_cache(maxsize=len(TABLE) + 1)
def _of_service(service: tuple[str, ...] | None) -> Recognition:
    return Recognition(TABLE[service] if service else ())


@lru_cache(maxsize=512)
def _service(name: str) -> tuple[str, ...] | None:
    words = re.findall("[a-z]+|[0-9]+", name.lower())
    joined = "".join(words)
    for names in TABLE:
        if any(called in words or (len(called) >= _SUBSTRING_FROM and called in joined) for called in names):
            return names
    return None

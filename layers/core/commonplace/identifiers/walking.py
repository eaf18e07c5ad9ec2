"""Walks JSON values from the outside in, within limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from .fields import is_secret, is_secret_text

MOST_VALUES = 20_000  # read of one call's arguments, and of its result
SHORTEST_ID, LONGEST_ID = 2, 200  # characters; what is longer is text or a file


class Place(NamedTuple):
    """How deep a value is nested: in lists, and in lists and objects."""

    lists: int
    depth: int


class Leaf(NamedTuple):
    """A string and its place in a document.

    Attributes
    ----------
    field
        Name of its field; for a list's items, the list's; empty at the top.
    parent
        Field of the object that contains it; for a list's items, the list's.
    secret
        It, or an object that contains it, has the name of a credential, or it is the value of a pair that has
        (``{"name": "API_KEY", "value": …}``).
    """

    value: str
    field: str
    parent: str
    place: Place
    secret: bool


class _Container(NamedTuple):
    """An object or a list, under its field's name."""

    value: dict[str, Any] | list[Any]
    field: str
    parent: str
    secret: bool


_PAIR_NAMES = ("name", "key", "Name", "Key")
_PAIR_VALUES = frozenset(["value", "Value", "values", "Values"])


def walk(documents: Iterable[Any]) -> Iterator[Leaf]:
    """Yield the strings of JSON values that may be ids: what is in fewer lists first, then what is less deep."""
    top = [_Container(document, "", "", False) for document in documents if isinstance(document, (dict, list))]
    waiting = {Place(0, 0): top}
    left = MOST_VALUES
    while waiting:
        place = min(waiting)
        for container in waiting.pop(place):
            in_list = isinstance(container.value, list)
            inside = Place(place.lists + in_list, place.depth + 1)
            for name, value, secret in _inside(container):
                left -= 1
                if left < 0:
                    return
                parent = container.parent if in_list else container.field
                if not isinstance(value, str):
                    waiting.setdefault(inside, []).append(_Container(value, name, parent, secret))
                elif may_be_id(value):
                    yield Leaf(value, name, parent, inside, secret)


def may_be_id(value: str) -> bool:
    """Return whether a string has the length of an id, and no white space between its characters."""
    return SHORTEST_ID <= len(value) <= LONGEST_ID and " " not in value


def _inside(container: _Container) -> Iterator[tuple[str, Any, bool]]:
    """Yield the strings, objects and lists in one by field, and whether they have the name of a credential."""
    if isinstance(container.value, list):
        for value in container.value:
            if isinstance(value, (str, dict, list)):
                yield container.field, value, container.secret or _is_secret(container.field, value)
        return
    pair = _names_credential(container.value)
    for name, value in container.value.items():
        if isinstance(value, (str, dict, list)):
            yield name, value, container.secret or _is_secret(name, value) or (pair and name in _PAIR_VALUES)


def _is_secret(name: str, value: Any) -> bool:
    return is_secret_text(name) if isinstance(value, str) else is_secret(name)


def _names_credential(pair: dict[str, Any]) -> bool:
    """Return whether an object is a pair of a name and a value, and the name is that of a credential."""
    if _PAIR_VALUES.isdisjoint(pair):
        return False
    return any(isinstance(name := pair.get(key), str) and is_secret_text(name) for key in _PAIR_NAMES)

"""Goes through JSON values from the outside in, within bounds."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from .fields import is_secret

MOST_VALUES = 50_000  # looked at in one call's arguments, and in its result
SHORTEST_ID, LONGEST_ID = 2, 200  # characters; what is longer is text or a file


class Leaf(NamedTuple):
    """A string and where it stands.

    Attributes
    ----------
    value
        The string.
    field
        Name of its field; of a list's items, the list's; empty at the top.
    parent
        Field of the object it stands in; of a list's items, the list's.
    depth, lists
        How many objects and lists it stands in; how many of them are lists that it stands in as a part of an item.
    secret
        It, or an object it stands in, goes by the name of a credential; or it is the value of a pair that does
        (``{"name": "API_KEY", "value": …}``).
    """

    value: str
    field: str
    parent: str
    depth: int
    lists: int
    secret: bool


_PAIR_NAMES = ("name", "key", "Name", "Key")
_PAIR_VALUES = frozenset({"value", "Value", "values", "Values"})


def walk(documents: Iterable[Any]) -> Iterator[Leaf]:
    """Yield the strings of JSON values that are short enough for an id, level by level.

    Parameters
    ----------
    documents
        JSON values.
    """
    waiting: deque[tuple[Any, str, str, int, int, bool]] = deque(
        (document, "", "", 0, 0, False) for document in documents
    )
    left = MOST_VALUES
    while waiting and left > 0:
        value, field, parent, depth, lists, secret = waiting.popleft()
        left -= 1
        if isinstance(value, str):
            yield Leaf(value, field, parent, depth, lists, secret)
        elif isinstance(value, dict):
            pair = _names_credential(value)
            for name, inner in value.items():
                if isinstance(inner, (dict, list)) or _may_be_id(inner):
                    hidden = secret or is_secret(name) or (pair and name in _PAIR_VALUES)
                    waiting.append((inner, name, field, depth + 1, lists, hidden))
        elif isinstance(value, list):
            for inner in value[:left]:
                if isinstance(inner, (dict, list)) or _may_be_id(inner):
                    waiting.append((inner, field, parent, depth + 1, lists + 1, secret))


def _may_be_id(value: Any) -> bool:
    return isinstance(value, str) and SHORTEST_ID <= len(value) <= LONGEST_ID


def _names_credential(pair: dict[str, Any]) -> bool:
    """Tell whether an object is a pair of a name and a value, and the name is that of a credential."""
    if _PAIR_VALUES.isdisjoint(pair):
        return False
    return any(isinstance(name := pair.get(key), str) and is_secret(name) for key in _PAIR_NAMES)

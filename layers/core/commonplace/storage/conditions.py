"""Conditions as small values that compose: of writes, of what a query reads, and of what it filters.

>>> names = Placeholders()
>>> both(exists("entity"), either(absent("epoch"), below("epoch", 3))).text(names)
'attribute_exists(#n0) AND (attribute_not_exists(#n1) OR #n1 < :v0)'
>>> names.parameters()["ExpressionAttributeValues"]
{':v0': {'N': '3'}}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .items import Item, typed_value

Path = str | tuple[str, ...]  # an attribute, or one within a map


class Placeholders:
    """The names and values of one request's expressions."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._values: Item = {}

    def name(self, path: Path) -> str:
        """Return what an expression writes for a path."""
        if not isinstance(path, str):
            return ".".join([self.name(step) for step in path])
        found = self._names.get(path)
        if found is None:
            found = self._names[path] = f"#n{len(self._names)}"
        return found

    def value(self, value: Any) -> str:
        """Return what an expression writes for a value."""
        placeholder = f":v{len(self._values)}"
        self._values[placeholder] = typed_value(value)
        return placeholder

    def parameters(self) -> dict[str, Any]:
        """Return the parameters of the request that the expressions need; DynamoDB refuses empty ones."""
        found: dict[str, Any] = {}
        if self._names:
            found["ExpressionAttributeNames"] = {written: name for name, written in self._names.items()}
        if self._values:
            found["ExpressionAttributeValues"] = self._values
        return found


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition: ``form`` has a place for each path, then for each value, in order."""

    form: str
    paths: tuple[Path, ...] = ()
    values: tuple[Any, ...] = ()
    word: str = ""
    parts: tuple[Condition, ...] = ()

    def text(self, placeholders: Placeholders) -> str:
        """Write the condition with the placeholders of its request."""
        if self.parts:
            written = ((part.word, part.text(placeholders)) for part in self.parts)
            return f" {self.word} ".join(f"({text})" if word else text for word, text in written)
        names, values = map(placeholders.name, self.paths), map(placeholders.value, self.values)
        return self.form.format(*names, *values)


def exists(path: Path) -> Condition:
    """Hold where the item has an attribute."""
    return Condition("attribute_exists({})", (path,))


def absent(path: Path) -> Condition:
    """Hold where the item has no such attribute, or there is no item."""
    return Condition("attribute_not_exists({})", (path,))


def equals(path: Path, value: Any) -> Condition:
    """Hold where an attribute has a value."""
    return Condition("{} = {}", (path,), (value,))


def below(path: Path, value: Any) -> Condition:
    """Hold where an attribute is less than a value."""
    return Condition("{} < {}", (path,), (value,))


def at_most(path: Path, value: Any) -> Condition:
    """Hold where an attribute is no more than a value."""
    return Condition("{} <= {}", (path,), (value,))


def above(path: Path, value: Any) -> Condition:
    """Hold where an attribute is more than a value."""
    return Condition("{} > {}", (path,), (value,))


def at_least(path: Path, value: Any) -> Condition:
    """Hold where an attribute is no less than a value."""
    return Condition("{} >= {}", (path,), (value,))


def between(path: Path, first: Any, last: Any) -> Condition:
    """Hold where an attribute is one of two values or between them."""
    return Condition("{} BETWEEN {} AND {}", (path,), (first, last))


def begins_with(path: Path, prefix: str) -> Condition:
    """Hold where a text attribute begins so."""
    return Condition("begins_with({}, {})", (path,), (prefix,))


def one_of(path: Path, *values: Any) -> Condition:
    """Hold where an attribute is one of some values."""
    return Condition(f"{{}} IN ({', '.join(['{}'] * len(values))})", (path,), values)


def both(*conditions: Condition) -> Condition:
    """Hold where all of the conditions do."""
    return _joined("AND", conditions)


def either(*conditions: Condition) -> Condition:
    """Hold where one of the conditions does."""
    return _joined("OR", conditions)


def same(values: Mapping[str, Any]) -> Condition:
    """Hold where each attribute has its value."""
    return both(*(equals(name, value) for name, value in values.items()))


def _joined(word: str, conditions: tuple[Condition, ...]) -> Condition:
    return conditions[0] if len(conditions) == 1 else Condition("", word=word, parts=conditions)

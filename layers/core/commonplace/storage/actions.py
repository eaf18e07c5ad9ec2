"""Writes of one item each, with their conditions: what :func:`commonplace.storage.commit.commit` sends.

>>> from commonplace.storage.conditions import equals
>>> write = Update("memories", {"space": "s", "memory_id": "m"}).set(text="b").add(version=1)
>>> request = write.when(equals("version", 3)).request()
>>> request["UpdateExpression"], request["ConditionExpression"]
('SET #n0 = :v0 ADD #n1 :v1', '#n1 = :v2')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from .conditions import Condition, Path, Placeholders, both
from .items import typed


@dataclass(frozen=True, slots=True)
class Action:
    """One write: its table, the item's key (of a put, the whole item) and its condition."""

    kind: ClassVar[str]
    _holds: ClassVar[str] = "Key"

    table: str
    values: Mapping[str, Any]
    condition: Condition | None = None

    def when(self, *conditions: Condition) -> Self:
        """Return the same write on further conditions."""
        before = () if self.condition is None else (self.condition,)
        return replace(self, condition=both(*before, *conditions))

    def request(self) -> dict[str, Any]:
        """Return the parameters of the call that makes this write."""
        placeholders = Placeholders()
        request = {"TableName": self.table, self._holds: typed(self.values), **self._changes(placeholders)}
        if self.condition is not None:
            request["ConditionExpression"] = self.condition.text(placeholders)
        return request | placeholders.parameters()

    def _changes(self, _placeholders: Placeholders) -> dict[str, Any]:
        return {}


class Put(Action):
    """Write an item in the place of whatever is there."""

    __slots__ = ()
    kind = "Put"
    _holds = "Item"


class Delete(Action):
    """Delete an item, if it is there."""

    __slots__ = ()
    kind = "Delete"


class Check(Action):
    """Write nothing, but require a condition of an item."""

    __slots__ = ()
    kind = "ConditionCheck"


@dataclass(frozen=True, slots=True)
class Update(Action):
    """Change some attributes of an item, which is made if it is not there."""

    kind = "Update"

    sets: Mapping[Any, Any] = field(default_factory=dict)
    firsts: Mapping[Any, Any] = field(default_factory=dict)
    adds: Mapping[str, int] = field(default_factory=dict)
    removes: tuple[Path, ...] = ()

    def set(self, values: Mapping[Any, Any] | None = None, /, **named: Any) -> Self:
        """Give attributes values: paths in a mapping, others by name."""
        return replace(self, sets={**self.sets, **(values or {}), **named})

    def set_first(self, values: Mapping[Any, Any] | None = None, /, **named: Any) -> Self:
        """Give attributes values, where they have none."""
        return replace(self, firsts={**self.firsts, **(values or {}), **named})

    def add(self, **numbers: int) -> Self:
        """Add to numbers; one that is not there counts from 0."""
        return replace(self, adds={**self.adds, **numbers})

    def remove(self, *paths: Path) -> Self:
        """Take attributes away."""
        return replace(self, removes=(*self.removes, *paths))

    def _changes(self, placeholders: Placeholders) -> dict[str, Any]:
        name, value = placeholders.name, placeholders.value
        sets = [f"{name(path)} = {value(one)}" for path, one in self.sets.items()]
        sets += [f"{name(path)} = if_not_exists({name(path)}, {value(one)})" for path, one in self.firsts.items()]
        adds = [f"{name(path)} {value(number)}" for path, number in self.adds.items()]
        removes = [name(path) for path in self.removes]
        clauses = (("SET", sets), ("ADD", adds), ("REMOVE", removes))
        return {"UpdateExpression": " ".join(f"{word} {', '.join(some)}" for word, some in clauses if some)}

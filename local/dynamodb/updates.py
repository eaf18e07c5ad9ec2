"""Update expressions bound to their names and values, and their effect on an item."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from . import values
from .checks import require_string
from .errors import ApiError, invalid_item
from .expressions import parse_update
from .nodes import Node, Operation, Path, Ref
from .paths import Binder, Parts, Scope, check_overlap, getter
from .values import Item, Value

Operand: TypeAlias = Callable[[Item], Value]

_KIND = "UpdateExpression"
_SETS = frozenset({"SS", "NS", "BS"})
_NAMES = {
    "S": "STRING",
    "N": "NUMBER",
    "B": "BINARY",
    "BOOL": "BOOLEAN",
    "NULL": "NULL",
    "L": "LIST",
    "M": "MAP",
    "SS": "STRING_SET",
    "NS": "NUMBER_SET",
    "BS": "BINARY_SET",
}


def _wrong_type() -> ApiError:
    return invalid_item("An operand in the update expression has an incorrect data type")


def _wrong_path() -> ApiError:
    return invalid_item("The document path provided in the update expression is invalid for update")


@dataclass(slots=True)
class BoundUpdate:
    """What an update does: the four kinds of action, each with resolved paths."""

    sets: list[tuple[Parts, Operand]] = field(default_factory=list)
    removes: list[Parts] = field(default_factory=list)
    adds: list[tuple[Parts, Value]] = field(default_factory=list)
    deletes: list[tuple[Parts, Value]] = field(default_factory=list)

    @property
    def paths(self) -> list[Parts]:
        """Every path the update writes."""
        pairs = (*self.sets, *self.adds, *self.deletes)
        return [parts for parts, _ in pairs] + self.removes

    def apply(self, old: Item) -> Item:
        """Return the updated item; every action reads the item, list indexes included, as it was before."""
        assigned = [(parts, operand(old)) for parts, operand in self.sets]
        new = dict(old)
        for name in {str(parts[0]) for parts in self.paths if len(parts) > 1}:
            if name in new:
                new[name] = copy.deepcopy(new[name])
        appended: list[tuple[list[Value], int, Value]] = []
        for parts, value in assigned:
            if len(parts) + values.depth_of(value) > values.MAX_DEPTH + 1:
                raise invalid_item("Nesting Levels have exceeded supported limits")
            self._store(new, parts, value, appended)
        for parts, value in self.adds:
            current = getter(parts)(new)
            self._store(new, parts, _added(current, value), appended)
        removals: list[tuple[list[Value], int]] = []
        for parts, value in self.deletes:
            current = getter(parts)(new)
            if current is None:
                continue
            left = _without(current, value)
            if left is None:
                _remove(new, parts, removals)
            else:
                self._store(new, parts, left, appended)
        for parts in self.removes:
            _remove(new, parts, removals)
        # Values beyond the end of a list are appended in the order of their indexes; elements are removed from
        # the back, so that removing one does not move another.
        for elements, _, value in sorted(appended, key=lambda one: one[1]):
            elements.append(value)
        for elements, index in sorted(removals, key=lambda one: -one[1]):
            del elements[index]
        return new

    @staticmethod
    def _store(new: Item, parts: Parts, value: Value, appended: list[tuple[list[Value], int, Value]]) -> None:
        last = parts[-1]
        container = _container(new, parts)
        if isinstance(last, str) and isinstance(container, dict):
            container[last] = value
        elif isinstance(last, int) and isinstance(container, list):
            if last < len(container):
                container[last] = value
            else:
                appended.append((container, last, value))
        else:
            raise _wrong_path()


def _container(new: Item, parts: Parts) -> Item | list[Value] | None:
    """Return the map or list that holds the last part of a path."""
    container: Any = new
    for part, following in itertools.pairwise(parts):
        if isinstance(part, int):
            found = container[part] if part < len(container) else None
        else:
            found = container.get(part)
        container = found and found.get("L" if isinstance(following, int) else "M")
        if container is None:
            raise _wrong_path()
    return container  # type: ignore[no-any-return]


def _remove(new: Item, parts: Parts, removals: list[tuple[list[Value], int]]) -> None:
    last = parts[-1]
    container = _container(new, parts)
    if isinstance(container, dict):
        container.pop(str(last), None)
    elif isinstance(last, int) and container is not None and last < len(container):
        removals.append((container, last))


def _added(current: Value | None, value: Value) -> Value:
    if current is None:
        return value
    kind = values.type_of(value)
    if kind not in current:
        raise _wrong_type()
    if kind == "N":
        return {"N": values.add(current["N"], value["N"])}
    present = set(current[kind])
    return {kind: current[kind] + [element for element in value[kind] if element not in present]}


def _without(current: Value, value: Value) -> Value | None:
    kind = values.type_of(value)
    if kind not in current:
        raise _wrong_type()
    gone = set(value[kind])
    left = [element for element in current[kind] if element not in gone]
    return {kind: left} if left else None


class _UpdateBinder(Binder):
    def operand(self, node: Node) -> Operand:
        match node:
            case Ref():
                value = self.value(node)
                return lambda _item: value
            case Path():
                return self.present(node)
            case Operation("if_not_exists", (path, default)):
                return self.if_not_exists(path, default)
            case Operation("list_append", _):
                return self.binary(node, "L", lambda a, b: {"L": a["L"] + b["L"]})
            case Operation("+", _):
                return self.binary(node, "N", lambda a, b: {"N": values.add(a["N"], b["N"])})
            case Operation("-", _):
                return self.binary(node, "N", lambda a, b: {"N": values.add(a["N"], b["N"], subtract=True)})
        raise self.error("Syntax error")

    def present(self, node: Path) -> Operand:
        find = getter(self.parts(node))

        def value(item: Item) -> Value:
            found = find(item)
            if found is None:
                raise invalid_item(
                    "The provided expression refers to an attribute that does not exist in the item"
                )
            return found

        return value

    def if_not_exists(self, path: Node, default: Node) -> Operand:
        find, otherwise = getter(self.document_path("if_not_exists", path)), self.operand(default)

        def value(item: Item) -> Value:
            found = find(item)
            return otherwise(item) if found is None else found

        return value

    def binary(self, node: Operation, kind: str, combine: Callable[[Value, Value], Value]) -> Operand:
        """Bind an operator or function whose two operands have one type."""
        for operand in node.operands:
            if isinstance(operand, Ref):
                self.check_type(node.name, self.value(operand), (kind,))
        left, right = (self.operand(operand) for operand in node.operands)

        def value(item: Item) -> Value:
            a, b = left(item), right(item)
            if kind not in a or kind not in b:
                raise _wrong_type()
            return combine(a, b)

        return value

    def section(
        self, pairs: tuple[tuple[Path, Ref], ...], operator: str, allowed: frozenset[str]
    ) -> list[tuple[Parts, Value]]:
        bound = []
        for path, ref in pairs:
            value = self.value(ref)
            kind = values.type_of(value)
            if kind not in allowed:
                raise self.error(
                    f"Incorrect operand type for operator or function; operator: {operator}, "
                    f"operand type: {_NAMES[kind]}, typeSet: ALLOWED_FOR_{operator}_OPERAND"
                )
            bound.append((self.parts(path), value))
        return bound


def bind_update(text: object, scope: Scope) -> BoundUpdate:
    """Parse and bind an update expression."""
    tree = parse_update(require_string(text, _KIND))
    binder = _UpdateBinder(_KIND, scope)
    bound = BoundUpdate(
        sets=[(binder.parts(path), binder.operand(node)) for path, node in tree.sets],
        removes=[binder.parts(path) for path in tree.removes],
        adds=binder.section(tree.adds, "ADD", _SETS | {"N"}),
        deletes=binder.section(tree.deletes, "DELETE", _SETS),
    )
    check_overlap(_KIND, bound.paths)
    return bound

"""Condition and filter expressions as functions of an item."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from . import values
from .checks import require_string
from .errors import invalid_expression, misplaced_function
from .expressions import parse_condition
from .nodes import Node, Operation, Path, Ref
from .paths import Binder, Getter, Parts, Scope, getter, show_path
from .values import Item, Value

Test: TypeAlias = Callable[[Item], bool]

_ORDERED = frozenset({"S", "N", "B"})
_UNSIZED = frozenset({"N", "BOOL", "NULL"})
_MISSING: Item = {}
_ORDER: dict[str, Callable[[int], bool]] = {
    "<": lambda order: order < 0,
    "<=": lambda order: order <= 0,
    ">": lambda order: order > 0,
    ">=": lambda order: order >= 0,
}


class _ConditionBinder(Binder):
    """Turns the tree of a condition into a function of an item.

    Its methods take the name of an operator or function and its operands.
    """

    def __init__(self, kind: str, scope: Scope) -> None:
        super().__init__(kind, scope)
        self.paths: list[Parts] = []

    def test(self, node: Node) -> Test:
        if not isinstance(node, Operation) or node.name not in _CONDITIONS:
            raise self.error("Syntax error")
        return _CONDITIONS[node.name](self, node.name, *node.operands)

    def operand(self, node: Node) -> tuple[Getter, Value | None]:
        """Return how to find an operand, and its value if it is a constant."""
        if isinstance(node, Path):
            parts = self.parts(node)
            self.paths.append(parts)
            return getter(parts), None
        if isinstance(node, Ref):
            value = self.value(node)
            return lambda _item: value, value
        if node.name == "size":
            return self.size(*node.operands), None
        raise misplaced_function(self.kind, node.name)

    def operands(self, name: str, nodes: tuple[Node, ...], allowed: frozenset[str]) -> list[Getter]:
        """Return how to find the operands. The first must differ from the others; constants have their types."""
        found = [self.operand(node) for node in nodes]
        first, *others = [self.parts(node) if isinstance(node, Path) else None for node in nodes]
        if first is not None and first in others:
            raise self.error(
                "The first operand must be distinct from the remaining operands for this operator "
                f"or function; operator: {name}, first operand: {show_path(first)}"
            )
        for _, constant in found:
            if constant is not None:
                self.check_type(name, constant, allowed)
        return [get for get, _ in found]

    def negation(self, _name: str, term: Node) -> Test:
        inner = self.test(term)
        return lambda item: not inner(item)

    def conjunction(self, _name: str, *terms: Node) -> Test:
        tests = [self.test(term) for term in terms]
        return lambda item: all(test(item) for test in tests)

    def disjunction(self, _name: str, *terms: Node) -> Test:
        tests = [self.test(term) for term in terms]
        return lambda item: any(test(item) for test in tests)

    def equality(self, name: str, *nodes: Node) -> Test:
        left, right = self.operands(name, nodes, values.TYPES)
        wanted = name == "="

        def test(item: Item) -> bool:
            a, b = left(item), right(item)
            # A missing attribute equals nothing.
            return (a is not None and b is not None and values.equal(a, b)) is wanted

        return test

    def ordering(self, name: str, *nodes: Node) -> Test:
        left, right = self.operands(name, nodes, _ORDERED)
        holds = _ORDER[name]

        def test(item: Item) -> bool:
            a, b = left(item), right(item)
            if a is None or b is None:
                return False
            order = values.compare(a, b)
            return order is not None and holds(order)

        return test

    def between(self, name: str, *nodes: Node) -> Test:
        operand, low, high = self.operands(name, nodes, _ORDERED)
        _, least, most = nodes
        if isinstance(least, Ref) and isinstance(most, Ref):
            check_bounds(self.kind, self.value(least), self.value(most))

        def test(item: Item) -> bool:
            a, b, c = operand(item), low(item), high(item)
            if a is None or b is None or c is None:
                return False
            above, below = values.compare(a, b), values.compare(a, c)
            return above is not None and below is not None and above >= 0 >= below

        return test

    def membership(self, name: str, *nodes: Node) -> Test:
        operand, *options = self.operands(name, nodes, values.TYPES)

        def test(item: Item) -> bool:
            found = operand(item)
            if found is None:
                return False
            candidates = (option(item) for option in options)
            return any(other is not None and values.equal(found, other) for other in candidates)

        return test

    def size(self, node: Node) -> Getter:
        operand, constant = self.operand(node)
        if constant is not None:
            self.check_type("size", constant, values.TYPES - _UNSIZED)

        def measure(item: Item) -> Value | None:
            value = operand(item)
            if value is None:
                return None
            kind = values.type_of(value)
            if kind in _UNSIZED:
                return None
            raw = value[kind]
            return {"N": str(len(values.decode(raw)) if kind == "B" else len(raw))}

        return measure

    def existence(self, name: str, node: Node) -> Test:
        parts = self.document_path(name, node)
        self.paths.append(parts)
        find, wanted = getter(parts), name == "attribute_exists"
        return lambda item: (find(item) is not None) is wanted

    def has_type(self, name: str, node: Node, type_node: Node) -> Test:
        operand, _ = self.operand(node)
        _, wanted = self.operand(type_node)
        if wanted is None:
            raise self.wrong_type(name, "PATH")
        self.check_type(name, wanted, "S")
        letter = wanted["S"]
        if letter not in values.TYPES:
            raise self.error(
                f"Invalid attribute type name found; type: {letter}, valid types: {{B,NULL,SS,BOOL,L,BS,N,NS,S,M}}"
            )
        return lambda item: letter in (operand(item) or _MISSING)

    def begins_with(self, name: str, *nodes: Node) -> Test:
        operand, prefix = self.operands(name, nodes, frozenset("SB"))

        def test(item: Item) -> bool:
            a, b = operand(item), prefix(item)
            if a is None or b is None:
                return False
            if "S" in a and "S" in b:
                return str(a["S"]).startswith(b["S"])
            return "B" in a and "B" in b and values.decode(a["B"]).startswith(values.decode(b["B"]))

        return test

    def contains(self, name: str, *nodes: Node) -> Test:
        operand, part = self.operands(name, nodes, values.TYPES)

        def test(item: Item) -> bool:
            whole, wanted = operand(item), part(item)
            return whole is not None and wanted is not None and _contains(whole, wanted)

        return test


def _contains(whole: Value, part: Value) -> bool:
    kind, wanted = values.type_of(whole), values.type_of(part)
    if kind == "L":
        return any(values.equal(element, part) for element in whole["L"])
    if kind in ("SS", "NS", "BS"):
        return wanted == kind[0] and part[wanted] in whole[kind]
    if kind != wanted:
        return False
    if kind == "S":
        return part["S"] in whole["S"]
    return kind == "B" and values.decode(part["B"]) in values.decode(whole["B"])


_CONDITIONS: dict[str, Callable[..., Test]] = {
    "NOT": _ConditionBinder.negation,
    "AND": _ConditionBinder.conjunction,
    "OR": _ConditionBinder.disjunction,
    "=": _ConditionBinder.equality,
    "<>": _ConditionBinder.equality,
    **dict.fromkeys(_ORDER, _ConditionBinder.ordering),
    "BETWEEN": _ConditionBinder.between,
    "IN": _ConditionBinder.membership,
    "attribute_exists": _ConditionBinder.existence,
    "attribute_not_exists": _ConditionBinder.existence,
    "attribute_type": _ConditionBinder.has_type,
    "begins_with": _ConditionBinder.begins_with,
    "contains": _ConditionBinder.contains,
}


def check_bounds(kind: str, low: Value, high: Value) -> None:
    """Refuse bounds of BETWEEN of two types, or a lower bound above the upper one."""
    order = values.compare(low, high)
    if order is not None and order <= 0:
        return
    rule = "same data type for lower and upper bounds"
    if order is not None:
        rule = "upper bound to be greater than or equal to lower bound"
    raise invalid_expression(
        kind,
        f"The BETWEEN operator requires {rule}; lower bound operand: AttributeValue: {values.show(low)}, "
        f"upper bound operand: AttributeValue: {values.show(high)}",
    )


def bind_condition(kind: str, text: object, scope: Scope) -> tuple[Test, list[Parts]]:
    """Parse and bind a condition; return it as a function of an item, with the paths it reads."""
    binder = _ConditionBinder(kind, scope)
    test = binder.test(parse_condition(kind, require_string(text, kind)))
    return test, binder.paths

"""Conditions and filters as functions of an item."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from . import values
from .errors import ApiError, invalid, malformed
from .expressions import parse_condition
from .nodes import Between, Call, Compare, In, Logic, Node, Path, Ref
from .paths import Getter, Parts, Scope, getter, show_path
from .values import Item, Value

Test: TypeAlias = Callable[[Item], bool]

_ORDERED = frozenset({"S", "N", "B"})
_MISSING: Item = {}


class _Binder:
    """Turns the tree of a condition into a function of an item."""

    def __init__(self, kind: str, scope: Scope) -> None:
        self.kind = kind
        self.scope = scope
        self.paths: list[Parts] = []

    def fault(self, message: str) -> ApiError:
        return invalid(f"Invalid {self.kind}: {message}")

    def test(self, node: Node) -> Test:
        match node:
            case Logic():
                return self.logic(node)
            case Compare():
                return self.comparison(node)
            case Between():
                return self.between(node)
            case In():
                return self.membership(node)
            case Call():
                return _FUNCTIONS[node.name](self, node)
        raise self.fault("Syntax error")

    def logic(self, node: Logic) -> Test:
        tests = [self.test(term) for term in node.terms]
        if node.operator == "NOT":
            (inner,) = tests
            return lambda item: not inner(item)
        if node.operator == "AND":
            return lambda item: all(test(item) for test in tests)
        return lambda item: any(test(item) for test in tests)

    def operand(self, node: Node) -> tuple[Getter, Value | None]:
        """Return how to find an operand, and its value if it is a constant."""
        match node:
            case Path():
                parts = self.scope.parts(self.kind, node)
                self.paths.append(parts)
                return getter(parts), None
            case Ref():
                value = self.scope.value(self.kind, node)
                return lambda _item: value, value
            case Call("size", (inner,)):
                return self.size(inner), None
            case Call():
                raise self.fault(
                    f"The function is not allowed to be used this way in an expression; function: {node.name}"
                )
        raise self.fault("Syntax error")

    def path_only(self, name: str, node: Node) -> Getter:
        if not isinstance(node, Path):
            raise self.fault(f"Operator or function requires a document path; operator or function: {name}")
        return self.operand(node)[0]

    def check_type(self, name: str, value: Value | None, allowed: frozenset[str]) -> None:
        if value is not None and values.type_of(value) not in allowed:
            raise self.fault(
                "Incorrect operand type for operator or function; "
                f"operator or function: {name}, operand type: {values.type_of(value)}"
            )

    def check_distinct(self, name: str, first: Node, others: Iterable[Node]) -> None:
        if not isinstance(first, Path):
            return
        parts = self.scope.parts(self.kind, first)
        for other in others:
            if isinstance(other, Path) and self.scope.parts(self.kind, other) == parts:
                raise self.fault(
                    "The first operand must be distinct from the remaining operands for this operator "
                    f"or function; operator: {name}, first operand: {show_path(parts)}"
                )

    def comparison(self, node: Compare) -> Test:
        operator = node.operator
        (left, left_constant), (right, right_constant) = self.operand(node.left), self.operand(node.right)
        self.check_distinct(operator, node.left, [node.right])
        if operator in ("=", "<>"):
            wanted = operator == "="

            def same(item: Item) -> bool:
                a, b = left(item), right(item)
                # What is missing equals nothing.
                return (a is not None and b is not None and values.equal(a, b)) is wanted

            return same
        for constant in (left_constant, right_constant):
            self.check_type(operator, constant, _ORDERED)
        holds = _ORDER[operator]

        def ordered(item: Item) -> bool:
            a, b = left(item), right(item)
            if a is None or b is None:
                return False
            order = values.compare(a, b)
            return order is not None and holds(order)

        return ordered

    def between(self, node: Between) -> Test:
        operand, constant = self.operand(node.operand)
        low, low_constant = self.operand(node.low)
        high, high_constant = self.operand(node.high)
        self.check_distinct("BETWEEN", node.operand, [node.low, node.high])
        for fixed in (constant, low_constant, high_constant):
            self.check_type("BETWEEN", fixed, _ORDERED)
        if low_constant is not None and high_constant is not None:
            check_bounds(self.kind, low_constant, high_constant)

        def within(item: Item) -> bool:
            a, b, c = operand(item), low(item), high(item)
            if a is None or b is None or c is None:
                return False
            above, below = values.compare(a, b), values.compare(a, c)
            return above is not None and below is not None and above >= 0 >= below

        return within

    def membership(self, node: In) -> Test:
        operand, _ = self.operand(node.operand)
        options = [self.operand(option)[0] for option in node.options]
        self.check_distinct("IN", node.operand, node.options)

        def among(item: Item) -> bool:
            found = operand(item)
            if found is None:
                return False
            candidates = (option(item) for option in options)
            return any(other is not None and values.equal(found, other) for other in candidates)

        return among

    def size(self, node: Node) -> Getter:
        operand, constant = self.operand(node)
        self.check_type("size", constant, values.TYPES - {"N", "BOOL", "NULL"})

        def measure(item: Item) -> Value | None:
            value = operand(item)
            if value is None:
                return None
            kind = values.type_of(value)
            if kind in ("N", "BOOL", "NULL"):
                return None
            raw = value[kind]
            return {"N": str(len(values.decode(raw)) if kind == "B" else len(raw))}

        return measure

    def exists(self, node: Call) -> Test:
        operand = self.path_only(node.name, node.operands[0])
        wanted = node.name == "attribute_exists"
        return lambda item: (operand(item) is not None) is wanted

    def has_type(self, node: Call) -> Test:
        operand, _ = self.operand(node.operands[0])
        _, wanted = self.operand(node.operands[1])
        if wanted is None:
            raise self.fault(
                "Incorrect operand type for operator or function; "
                "operator or function: attribute_type, operand type: PATH"
            )
        self.check_type("attribute_type", wanted, frozenset({"S"}))
        letter = wanted["S"]
        if letter not in values.TYPES:
            raise self.fault(
                f"Invalid attribute type name found; type: {letter}, valid types: {{B,NULL,SS,BOOL,L,BS,N,NS,S,M}}"
            )
        return lambda item: letter in (operand(item) or _MISSING)

    def begins(self, node: Call) -> Test:
        self.check_distinct("begins_with", node.operands[0], node.operands[1:])
        operand, constant = self.operand(node.operands[0])
        prefix, prefix_constant = self.operand(node.operands[1])
        for fixed in (constant, prefix_constant):
            self.check_type("begins_with", fixed, frozenset({"S", "B"}))

        def starts(item: Item) -> bool:
            a, b = operand(item), prefix(item)
            if a is None or b is None:
                return False
            if "S" in a and "S" in b:
                return str(a["S"]).startswith(b["S"])
            return "B" in a and "B" in b and values.decode(a["B"]).startswith(values.decode(b["B"]))

        return starts

    def contains(self, node: Call) -> Test:
        self.check_distinct("contains", node.operands[0], node.operands[1:])
        operand, _ = self.operand(node.operands[0])
        part, _ = self.operand(node.operands[1])

        def holds(item: Item) -> bool:
            whole, wanted = operand(item), part(item)
            return whole is not None and wanted is not None and _contains(whole, wanted)

        return holds


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


_FUNCTIONS: dict[str, Callable[[_Binder, Call], Test]] = {
    "attribute_exists": _Binder.exists,
    "attribute_not_exists": _Binder.exists,
    "attribute_type": _Binder.has_type,
    "begins_with": _Binder.begins,
    "contains": _Binder.contains,
}
_ORDER: dict[str, Callable[[int], bool]] = {
    "<": lambda order: order < 0,
    "<=": lambda order: order <= 0,
    ">": lambda order: order > 0,
    ">=": lambda order: order >= 0,
}


def check_bounds(kind: str, low: Value, high: Value) -> None:
    """Refuse bounds of BETWEEN that are of two types or the wrong way round."""
    shown = (
        f"lower bound operand: AttributeValue: {values.show(low)}, "
        f"upper bound operand: AttributeValue: {values.show(high)}"
    )
    order = values.compare(low, high)
    if order is None:
        raise invalid(
            f"Invalid {kind}: The BETWEEN operator requires same data type for lower and upper bounds; {shown}"
        )
    if order > 0:
        raise invalid(
            f"Invalid {kind}: The BETWEEN operator requires upper bound to be greater than or equal to "
            f"lower bound; {shown}"
        )


def bind_condition(kind: str, text: object, scope: Scope) -> tuple[Test, list[Parts]]:
    """Parse and bind a condition.

    Parameters
    ----------
    kind : str
        The parameter's name, for messages.
    text : object
        The expression.
    scope : Scope
        The names and values of the request.

    Returns
    -------
    tuple[Test, list[Parts]]
        The condition as a function of an item, and the paths it reads.
    """
    if not isinstance(text, str):
        raise malformed(f"{kind} is sent as a string")
    binder = _Binder(kind, scope)
    test = binder.test(parse_condition(kind, text))
    return test, binder.paths

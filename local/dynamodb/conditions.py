"""Binding of expressions to their names and values, and the conditions as functions of an item."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from . import values
from .errors import ApiError, invalid, malformed
from .expressions import Between, Call, Compare, In, Logic, Node, Path, Ref, parse_condition, parse_projection
from .values import Item, Value

Parts: TypeAlias = tuple[str | int, ...]
Getter: TypeAlias = Callable[[Item], "Value | None"]
Test: TypeAlias = Callable[[Item], bool]

_NAME = re.compile(r"#[A-Za-z0-9_]+\Z")
_VALUE = re.compile(r":[A-Za-z0-9_]+\Z")
_ORDERED = frozenset({"S", "N", "B"})
_MISSING: Item = {}


class Scope:
    """The names and values that came with a request, and which of them its expressions used.

    Parameters
    ----------
    params : dict[str, Any]
        The request.
    expressions : Sequence[str]
        The parameters of this operation that may hold an expression; those that may use values
        come first.
    takes_values : int
        How many of them may use values.
    """

    def __init__(
        self, params: dict[str, Any], expressions: Sequence[str], takes_values: int | None = None
    ) -> None:
        self.names: dict[str, Any] = _mapping(params, "ExpressionAttributeNames")
        self._raw: dict[str, Any] = _mapping(params, "ExpressionAttributeValues")
        self._values: dict[str, Value] = {}
        self._unused_names = set(self.names)
        if self.names and not any(params.get(name) is not None for name in expressions):
            raise invalid("ExpressionAttributeNames can only be specified when using expressions")
        with_values = expressions[: len(expressions) if takes_values is None else takes_values]
        if self._raw and not any(params.get(name) is not None for name in with_values):
            verb = "are" if len(with_values) > 1 else "is"
            raise invalid(
                "ExpressionAttributeValues can only be specified when using expressions: "
                f"{' and '.join(with_values)} {verb} null"
            )
        for name, target in self.names.items():
            if not _NAME.match(name):
                raise invalid(f'ExpressionAttributeNames contains invalid key: Syntax error; key: "{name}"')
            if not isinstance(target, str):
                raise malformed("An attribute name is a string")
            if not target:
                raise invalid(
                    f"ExpressionAttributeNames contains invalid value: Empty attribute name for key {name}"
                )
        self._unused_values = set(self._raw)
        for name, raw in self._raw.items():
            if not _VALUE.match(name):
                raise invalid(f'ExpressionAttributeValues contains invalid key: Syntax error; key: "{name}"')
            try:
                self._values[name] = values.check(raw)[0]
            except ApiError as error:
                if error.code == "SerializationException":
                    raise
                raise invalid(
                    f"ExpressionAttributeValues contains invalid value: {error.message} for key {name}"
                ) from None

    def parts(self, kind: str, path: Path) -> Parts:
        """Return a path with its placeholders resolved."""
        resolved: list[str | int] = []
        for part in path.parts:
            if isinstance(part, str) and part[0] == "#":
                if part not in self.names:
                    raise invalid(
                        f"Invalid {kind}: An expression attribute name used in the document path "
                        f"is not defined; attribute name: {part}"
                    )
                self._unused_names.discard(part)
                resolved.append(self.names[part])
            else:
                resolved.append(part)
        return tuple(resolved)

    def value(self, kind: str, ref: Ref) -> Value:
        """Return the value behind a placeholder."""
        if ref.name not in self._values:
            raise invalid(
                f"Invalid {kind}: An expression attribute value used in expression "
                f"is not defined; attribute value: {ref.name}"
            )
        self._unused_values.discard(ref.name)
        return self._values[ref.name]

    def close(self) -> None:
        """Refuse names and values that no expression used."""
        for what, unused in (("Names", self._unused_names), ("Values", self._unused_values)):
            if unused:
                raise invalid(
                    f"Value provided in ExpressionAttribute{what} unused in expressions: "
                    f"keys: {{{', '.join(sorted(unused))}}}"
                )


def _mapping(params: dict[str, Any], name: str) -> dict[str, Any]:
    given = params.get(name)
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise malformed(f"{name} is sent as an object")
    if not given:
        raise invalid(f"{name} must not be empty")
    return given


def show_path(parts: Parts) -> str:
    """Return a path as DynamoDB writes it in messages."""
    return f"[{', '.join(f'[{part}]' if isinstance(part, int) else part for part in parts)}]"


def getter(parts: Parts) -> Getter:
    """Return a function that finds what stands at a path."""
    first, rest = str(parts[0]), parts[1:]
    if not rest:
        return lambda item: item.get(first)

    def find(item: Item) -> Value | None:
        found = item.get(first)
        for part in rest:
            if found is None:
                return None
            found = step(found, part)
        return found

    return find


def step(value: Value, part: str | int) -> Value | None:
    """Return what stands one part further down."""
    if isinstance(part, int):
        elements: list[Value] = value.get("L") or []
        return elements[part] if part < len(elements) else None
    inner: Item = value.get("M") or _MISSING
    return inner.get(part)


def check_overlap(kind: str, paths: Iterable[Parts]) -> None:
    """Refuse paths of which one holds another, or that disagree whether something is a list."""
    root: dict[Any, Any] = {}
    for parts in paths:
        node = root
        for depth, part in enumerate(parts):
            if None in node:
                raise _path_error(kind, "overlap", node[None], parts)
            other = next(iter(node), part)
            if isinstance(other, int) != isinstance(part, int):
                raise _path_error(kind, "conflict", _first_end(node), parts)
            node = node.setdefault(part, {})
            if depth == len(parts) - 1 and node:
                raise _path_error(kind, "overlap", _first_end(node), parts)
        node[None] = parts


def _first_end(node: dict[Any, Any]) -> Parts:
    while None not in node:
        node = next(iter(node.values()))
    end: Parts = node[None]
    return end


def _path_error(kind: str, how: str, one: Parts, two: Parts) -> ApiError:
    return invalid(
        f"Invalid {kind}: Two document paths {how} with each other; must remove or rewrite one of "
        f"these paths; path one: {show_path(one)}, path two: {show_path(two)}"
    )


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
                f"Invalid attribute type name found; type: {letter}, "
                "valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}"
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


def bind_projection(text: object, scope: Scope) -> list[Parts]:
    """Parse and bind a projection."""
    kind = "ProjectionExpression"
    if not isinstance(text, str):
        raise malformed(f"{kind} is sent as a string")
    paths = [scope.parts(kind, path) for path in parse_projection(text)]
    check_overlap(kind, paths)
    return paths


def project(item: Item, paths: Iterable[Parts]) -> Item:
    """Return the parts of an item that stand at the paths.

    Elements of a list keep their order and close up.
    """
    tree: dict[Any, Any] = {}
    for parts in paths:
        node = tree
        for part in parts:
            node = node.setdefault(part, {})
    return _pick_map(item, tree)


def _pick_map(inner: Item, tree: dict[Any, Any]) -> Item:
    out: Item = {}
    for name, below in tree.items():
        if name in inner:
            picked = _pick(inner[name], below)
            if picked is not None:
                out[name] = picked
    return out


def _pick(value: Value, tree: dict[Any, Any]) -> Value | None:
    if not tree:
        return value
    if isinstance(next(iter(tree)), int):
        elements = value.get("L", [])
        chosen = [_pick(elements[index], tree[index]) for index in sorted(tree) if index < len(elements)]
        kept = [element for element in chosen if element is not None]
        return {"L": kept} if kept else None
    picked = _pick_map(value.get("M", {}), tree)
    return {"M": picked} if picked else None

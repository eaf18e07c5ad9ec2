"""Expression attribute names and values, document paths and projections."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any, TypeAlias

from . import values
from .checks import require_object, require_string
from .errors import ApiError, invalid, invalid_expression, malformed
from .expressions import parse_projection
from .nodes import Node, Path, Ref
from .values import Item, Params, Value

Parts: TypeAlias = tuple[str | int, ...]
Getter: TypeAlias = Callable[[Item], "Value | None"]

_NAME = re.compile(r"#[A-Za-z0-9_]+\Z")
_VALUE = re.compile(r":[A-Za-z0-9_]+\Z")
_MISSING: Item = {}


class Scope:
    """The names and values that came with a request, and which of them its expressions used.

    Parameters
    ----------
    params : Params
        The request.
    expressions : Sequence[str]
        The parameters of this operation that may hold an expression; those that may use values
        come first.
    takes_values : int
        How many of them may use values.
    """

    def __init__(self, params: Params, expressions: Sequence[str], takes_values: int | None = None) -> None:
        self._names = _placeholders(params, "ExpressionAttributeNames")
        values_ = _placeholders(params, "ExpressionAttributeValues")
        if self._names and not any(params.get(name) is not None for name in expressions):
            raise invalid("ExpressionAttributeNames can only be specified when using expressions")
        with_values = expressions[:takes_values]
        if values_ and not any(params.get(name) is not None for name in with_values):
            verb = "are" if len(with_values) > 1 else "is"
            raise invalid(
                "ExpressionAttributeValues can only be specified when using expressions: "
                f"{' and '.join(with_values)} {verb} null"
            )
        for name, target in self._names.items():
            _check_key("ExpressionAttributeNames", name, _NAME)
            if not isinstance(target, str):
                raise malformed("An attribute name is a string")
            if not target:
                raise invalid(
                    f"ExpressionAttributeNames contains invalid value: Empty attribute name for key {name}"
                )
        self._values: dict[str, Value] = {}
        for name, raw in values_.items():
            _check_key("ExpressionAttributeValues", name, _VALUE)
            try:
                self._values[name] = values.check(raw)[0]
            except ApiError as error:
                if error.code == "SerializationException":
                    raise
                raise invalid(
                    f"ExpressionAttributeValues contains invalid value: {error.message} for key {name}"
                ) from None
        self._unused_names, self._unused_values = set(self._names), set(self._values)

    def parts(self, kind: str, path: Path) -> Parts:
        """Return a path with its placeholders resolved."""
        resolved: list[str | int] = []
        for part in path.parts:
            if isinstance(part, str) and part[0] == "#":
                if part not in self._names:
                    raise invalid_expression(
                        kind,
                        "An expression attribute name used in the document path is not defined; "
                        f"attribute name: {part}",
                    )
                self._unused_names.discard(part)
                resolved.append(self._names[part])
            else:
                resolved.append(part)
        return tuple(resolved)

    def value(self, kind: str, ref: Ref) -> Value:
        """Return the value of a placeholder."""
        if ref.name not in self._values:
            raise invalid_expression(
                kind,
                f"An expression attribute value used in expression is not defined; attribute value: {ref.name}",
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


def _placeholders(params: Params, name: str) -> dict[str, Any]:
    given = params.get(name)
    if given is None:
        return {}
    if not require_object(given, name):
        raise invalid(f"{name} must not be empty")
    return given  # type: ignore[no-any-return]


def _check_key(parameter: str, name: str, pattern: re.Pattern[str]) -> None:
    if not pattern.match(name):
        raise invalid(f'{parameter} contains invalid key: Syntax error; key: "{name}"')


class Binder:
    """Binds the tree of one expression to the names and values of its request.

    Parameters
    ----------
    kind : str
        The parameter that holds the expression, for messages.
    scope : Scope
    """

    def __init__(self, kind: str, scope: Scope) -> None:
        self.kind = kind
        self.scope = scope

    def error(self, message: str) -> ApiError:
        """Return the error of this expression."""
        return invalid_expression(self.kind, message)

    def parts(self, path: Path) -> Parts:
        """Return a path with its placeholders resolved."""
        return self.scope.parts(self.kind, path)

    def value(self, ref: Ref) -> Value:
        """Return the value of a placeholder."""
        return self.scope.value(self.kind, ref)

    def document_path(self, name: str, node: Node) -> Parts:
        """Return the operand of a function that takes nothing but a document path."""
        if not isinstance(node, Path):
            raise self.error(f"Operator or function requires a document path; operator or function: {name}")
        return self.parts(node)

    def check_type(self, name: str, value: Value, allowed: Container[str]) -> None:
        """Refuse a constant operand whose type the operator or function does not take."""
        if values.type_of(value) not in allowed:
            raise self.wrong_type(name, values.type_of(value))

    def wrong_type(self, name: str, operand_type: str) -> ApiError:
        """Return the error that an operand has the wrong type."""
        return self.error(
            "Incorrect operand type for operator or function; "
            f"operator or function: {name}, operand type: {operand_type}"
        )


def show_path(parts: Parts) -> str:
    """Return a path as DynamoDB writes it in messages."""
    return f"[{', '.join(f'[{part}]' if isinstance(part, int) else part for part in parts)}]"


def getter(parts: Parts) -> Getter:
    """Return a function that returns the value at a path of an item."""
    first, rest = str(parts[0]), parts[1:]
    if not rest:
        return lambda item: item.get(first)

    def find(item: Item) -> Value | None:
        found = item.get(first)
        for part in rest:
            if found is None:
                return None
            found = _child(found, part)
        return found

    return find


def _child(value: Value, part: str | int) -> Value | None:
    if isinstance(part, int):
        elements: list[Value] = value.get("L") or []
        return elements[part] if part < len(elements) else None
    inner: Item = value.get("M") or _MISSING
    return inner.get(part)


def check_overlap(kind: str, paths: Iterable[Parts]) -> None:
    """Refuse paths of which one contains another, or that disagree whether a value is a list or a map."""
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
    return invalid_expression(
        kind,
        f"Two document paths {how} with each other; must remove or rewrite one of "
        f"these paths; path one: {show_path(one)}, path two: {show_path(two)}",
    )


def bind_projection(text: object, scope: Scope) -> list[Parts]:
    """Parse and bind a projection expression."""
    kind = "ProjectionExpression"
    paths = [scope.parts(kind, path) for path in parse_projection(require_string(text, kind))]
    check_overlap(kind, paths)
    return paths


def project(item: Item, paths: Iterable[Parts]) -> Item:
    """Return the parts of an item at the paths; elements of a list keep their order and close up."""
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

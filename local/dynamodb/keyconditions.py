"""Key condition expressions: which range of sort keys in which partition a Query reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from . import values
from .checks import require_string
from .conditions import check_bounds
from .errors import bad_values, invalid
from .expressions import parse_condition
from .nodes import Node, Operation, Path, Ref
from .paths import Binder, Scope
from .values import Value

_KIND = "KeyConditionExpression"
_FLIPPED = {"=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_OPERATORS = frozenset({*_FLIPPED, "BETWEEN", "begins_with"})
_UNSUPPORTED = "Query key condition not supported"


@dataclass(slots=True)
class KeyRange:
    """A partition key and the conditions on the sort key, as SQL operators on encoded keys."""

    pk: bytes
    conditions: list[tuple[str, bytes]] = field(default_factory=list)

    def holds(self, sk: bytes) -> bool:
        """Return whether a sort key lies in the range."""
        return all(_HOLDS[operator](sk, data) for operator, data in self.conditions)


_HOLDS = {"=": bytes.__eq__, "<": bytes.__lt__, "<=": bytes.__le__, ">": bytes.__gt__, ">=": bytes.__ge__}


@dataclass(slots=True)
class _KeyCondition:
    """The condition on one key attribute."""

    name: str
    operator: str
    operands: list[Value]

    def encoded(self, types: dict[str, str], role: str) -> list[bytes]:
        """Return the operands as keys are stored."""
        if any(types[self.name] not in value for value in self.operands):
            raise bad_values("Condition parameter type does not match schema type")
        return [values.check_key(value, role, f"Key: {self.name}") for value in self.operands]


class _KeyConditionBinder(Binder):
    def __init__(self, scope: Scope) -> None:
        super().__init__(_KIND, scope)
        self.found: dict[str, _KeyCondition] = {}

    def read(self, node: Node) -> None:
        match node:
            case Operation("AND", terms):
                for term in terms:
                    self.read(term)
            case Operation(operator, (Ref() as ref, Path() as path)) if operator in _FLIPPED:
                self.add(path, _FLIPPED[operator], [ref])
            case Operation(operator, (operand, *others)) if operator in _OPERATORS:
                self.add(operand, operator, others)
            case Operation(operator, _):
                raise self.error(f"Invalid operator used in KeyConditionExpression: {operator}")
            case _:
                raise self.error("Syntax error")

    def add(self, operand: Node, operator: str, others: Sequence[Node]) -> None:
        if any(isinstance(other, Operation) for other in (operand, *others)):
            raise self.error("KeyConditionExpressions cannot contain nested operations")
        if not isinstance(operand, Path):
            raise self.error("Invalid condition in KeyConditionExpression: No key attribute specified")
        name, *rest = self.parts(operand)
        constants = []
        for other in others:
            if not isinstance(other, Ref):
                raise self.error(
                    "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition"
                )
            constants.append(self.value(other))
        if rest:
            raise self.error("KeyConditionExpressions cannot have conditions on nested attributes")
        if name in self.found:
            raise invalid("KeyConditionExpressions must only contain one condition per key")
        if operator == "begins_with":
            self.check_type(operator, constants[0], ("S", "B"))
        if operator == "BETWEEN":
            check_bounds(_KIND, *constants)
        self.found[str(name)] = _KeyCondition(str(name), operator, constants)


def bind_key_condition(
    text: object, scope: Scope, keys: tuple[str, str | None], types: dict[str, str]
) -> KeyRange:
    """Parse a key condition and return the range it describes.

    Parameters
    ----------
    text : object
    scope : Scope
    keys : tuple[str, str | None]
        The partition and sort key of the table or index.
    types : dict[str, str]
        The types of key attributes.
    """
    binder = _KeyConditionBinder(scope)
    binder.read(parse_condition(_KIND, require_string(text, _KIND)))
    found = binder.found
    hash_, range_ = keys
    if len(found) > 2:
        raise invalid("Conditions can be of length 1 or 2 only")
    partition = found.pop(hash_, None)
    if partition is None:
        raise invalid(f"Query condition missed key schema element: {hash_}")
    sort = found.pop(range_, None) if range_ is not None else None
    if found:
        raise invalid(_UNSUPPORTED if range_ is None else f"Query condition missed key schema element: {range_}")
    if partition.operator != "=":
        raise invalid(_UNSUPPORTED)
    result = KeyRange(partition.encoded(types, "HASH")[0])
    if sort is not None:
        result.conditions = _conditions(sort.operator, sort.encoded(types, "RANGE"))
    return result


def _conditions(operator: str, data: list[bytes]) -> list[tuple[str, bytes]]:
    if operator == "BETWEEN":
        return [(">=", data[0]), ("<=", data[1])]
    if operator == "begins_with":
        end = values.prefix_end(data[0])
        return [(">=", data[0]), *([] if end is None else [("<", end)])]
    return [(operator, data[0])]

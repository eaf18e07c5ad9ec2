"""Key conditions: which part of a partition a Query reads."""

from __future__ import annotations

from dataclasses import dataclass, field

from . import values
from .conditions import check_bounds
from .errors import ApiError, bad_values, invalid, malformed
from .expressions import parse_condition
from .nodes import Between, Call, Compare, In, Logic, Node, Path, Ref
from .paths import Scope
from .values import Value

_KIND = "KeyConditionExpression"
_FLIPPED = {"=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_UNSUPPORTED = "Query key condition not supported"


@dataclass(slots=True)
class KeyRange:
    """A partition and the conditions on its sort key, as SQL operators on encoded keys."""

    pk: bytes
    conditions: list[tuple[str, bytes]] = field(default_factory=list)

    def holds(self, sk: bytes) -> bool:
        """Return whether a sort key lies in the range."""
        return all(_HOLDS[operator](sk, data) for operator, data in self.conditions)


_HOLDS = {
    "=": bytes.__eq__,
    "<": bytes.__lt__,
    "<=": bytes.__le__,
    ">": bytes.__gt__,
    ">=": bytes.__ge__,
}


def _fault(message: str) -> ApiError:
    return invalid(f"Invalid {_KIND}: {message}")


@dataclass(slots=True)
class _One:
    """One condition: an attribute, an operator and one or two values."""

    name: str
    operator: str
    operands: list[Value]


class _Reader:
    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.found: dict[str, _One] = {}

    def read(self, node: Node) -> None:
        match node:
            case Logic("AND", terms):
                for term in terms:
                    self.read(term)
            case Logic():
                raise _fault(f"Invalid operator used in KeyConditionExpression: {node.operator}")
            case In():
                raise _fault("Invalid operator used in KeyConditionExpression: IN")
            case Compare("<>", _, _):
                raise _fault("Invalid operator used in KeyConditionExpression: <>")
            case Compare(operator, Ref() as ref, Path() as path):
                self.note(path, _FLIPPED[operator], [ref])
            case Compare(operator, left, right):
                self.note(left, operator, [right])
            case Between(operand, low, high):
                self.note(operand, "BETWEEN", [low, high])
            case Call("begins_with", (operand, prefix)):
                self.note(operand, "begins_with", [prefix])
            case Call():
                raise _fault(f"Invalid operator used in KeyConditionExpression: {node.name}")
            case _:
                raise _fault("Syntax error")

    def note(self, operand: Node, operator: str, others: list[Node]) -> None:
        for other in (operand, *others):
            if isinstance(other, Call):
                raise _fault("KeyConditionExpressions cannot contain nested operations")
        if not isinstance(operand, Path):
            raise _fault("Invalid condition in KeyConditionExpression: No key attribute specified")
        parts = self.scope.parts(_KIND, operand)
        constants = []
        for other in others:
            if not isinstance(other, Ref):
                raise _fault(
                    "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition"
                )
            constants.append(self.scope.value(_KIND, other))
        if len(parts) > 1:
            raise _fault("KeyConditionExpressions cannot have conditions on nested attributes")
        name = str(parts[0])
        if name in self.found:
            raise invalid("KeyConditionExpressions must only contain one condition per key")
        if operator == "begins_with" and values.type_of(constants[0]) not in ("S", "B"):
            raise _fault(
                "Incorrect operand type for operator or function; operator or function: begins_with, "
                f"operand type: {values.type_of(constants[0])}"
            )
        if operator == "BETWEEN":
            check_bounds(_KIND, *constants)
        self.found[name] = _One(name, operator, constants)


def bind_key_condition(
    text: object, scope: Scope, keys: tuple[str, str | None], types: dict[str, str]
) -> KeyRange:
    """Parse a key condition and return the range it names.

    Parameters
    ----------
    text : object
        The expression.
    scope : Scope
        The names and values of the request.
    keys : tuple[str, str | None]
        The partition and sort key of the table or index.
    types : dict[str, str]
        The types of key attributes.

    Returns
    -------
    KeyRange
        The range.
    """
    if not isinstance(text, str):
        raise malformed(f"{_KIND} is sent as a string")
    reader = _Reader(scope)
    reader.read(parse_condition(_KIND, text))
    found = reader.found
    hash_, range_ = keys
    if len(found) > 2:
        raise invalid("Conditions can be of length 1 or 2 only")
    partition = found.pop(hash_, None)
    if partition is None:
        raise invalid(f"Query condition missed key schema element: {hash_}")
    sort = found.pop(range_, None) if range_ is not None else None
    if found:
        if range_ is not None:
            raise invalid(f"Query condition missed key schema element: {range_}")
        raise invalid(_UNSUPPORTED)
    if partition.operator != "=":
        raise invalid(_UNSUPPORTED)
    result = KeyRange(_encoded(partition, types, "HASH")[0])
    if sort is not None:
        result.conditions = _conditions(sort, _encoded(sort, types, "RANGE"))
    return result


def _encoded(one: _One, types: dict[str, str], role: str) -> list[bytes]:
    out = []
    for value in one.operands:
        if types[one.name] not in value:
            raise bad_values("Condition parameter type does not match schema type")
        data = values.encode_key(value)
        if not data:
            noun = "string" if "S" in value else "binary"
            raise invalid(
                "One or more parameter values are not valid. The AttributeValue for a key attribute cannot "
                f"contain an empty {noun} value. Key: {one.name}"
            )
        if values.key_too_long(data, role):
            limit = 2048 if role == "HASH" else 1024
            raise bad_values(
                f"Aggregated size of all {role.lower()} keys has exceeded the size limit of {limit} bytes"
            )
        out.append(data)
    return out


def _conditions(one: _One, data: list[bytes]) -> list[tuple[str, bytes]]:
    if one.operator == "BETWEEN":
        return [(">=", data[0]), ("<=", data[1])]
    if one.operator == "begins_with":
        end = values.prefix_end(data[0])
        return [(">=", data[0]), *([] if end is None else [("<", end)])]
    return [(one.operator, data[0])]

"""Filter patterns of event sources: which stream records a function receives."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from local.yaml_tags import TemplateError, Value

Test = Callable[[Value], bool]

_ABSENT = object()


def compile_filters(patterns: Iterable[dict[str, Any]], where: str) -> Callable[[dict[str, Any]], bool]:
    """Return a test of records, which passes if any of the patterns matches, or if there is none.

    Parameters
    ----------
    patterns
        Parsed.
    where
        Begins the message of an error.

    Raises
    ------
    TemplateError
        If a pattern has an operator that DynamoDB streams do not support.
    """
    tests = [_object(pattern, where) for pattern in patterns]
    return lambda record: not tests or any(test(record) for test in tests)


def _object(pattern: dict[str, Any], where: str) -> Test:
    tests = []
    for key, part in pattern.items():
        at = f"{where}.{key}"
        if key == "$or":
            tests.append(_any([_object(choice, at) for choice in part]))
        elif isinstance(part, dict):
            tests.append(_member(key, _object(part, at)))
        elif isinstance(part, list) and part:
            tests.append(_member(key, _leaf(part, at)))
        else:
            raise TemplateError(f"{at}: a filter holds objects and lists that are not empty")
    return lambda value: all(test(value) for test in tests)


def _any(tests: list[Test]) -> Test:
    return lambda value: any(test(value) for test in tests)


def _member(key: str, test: Test) -> Test:
    return lambda value: test(value.get(key, _ABSENT) if isinstance(value, dict) else _ABSENT)


def _leaf(choices: list[Any], where: str) -> Test:
    """Test a value, or each element of a list, against the choices."""
    tests = [_choice(choice, where) for choice in choices]

    def test(value: Value) -> bool:
        elements = value if isinstance(value, list) and value else [value]
        return any(each(element) for each in tests for element in elements)

    return test


def _choice(choice: Value, where: str) -> Test:
    if not isinstance(choice, dict):
        return lambda value: value is not _ABSENT and _same(value, choice)
    if len(choice) != 1:
        raise TemplateError(f"{where}: a filter's rule has one operator")
    ((operator, operand),) = choice.items()
    match operator:
        case "exists":
            # It tests for a leaf, so not for an object.
            return lambda value: (value is not _ABSENT and not isinstance(value, dict)) == bool(operand)
        case "prefix" if isinstance(operand, str):
            return lambda value: isinstance(value, str) and value.startswith(operand)
        case "suffix" if isinstance(operand, str):
            return lambda value: isinstance(value, str) and value.endswith(operand)
        case "equals-ignore-case" if isinstance(operand, str):
            return lambda value: isinstance(value, str) and value.lower() == operand.lower()
        case "anything-but":
            return _anything_but(operand, where)
        case _:
            raise TemplateError(f"{where}: filters of DynamoDB streams do not know {operator}")


def _anything_but(operand: Value, where: str) -> Test:
    test = _choice(operand, where) if isinstance(operand, dict) else _leaf(_as_list(operand), where)
    return lambda value: value is not _ABSENT and not isinstance(value, dict) and not test(value)


def _as_list(value: Value) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _same(value: Value, wanted: Value) -> bool:
    return type(value) is type(wanted) and bool(value == wanted)

"""Short ways to write items and to compare them."""

from __future__ import annotations

from typing import Any


def av(value: Any) -> dict[str, Any]:
    """Return a Python value as an attribute value."""
    match value:
        case bool():
            return {"BOOL": value}
        case None:
            return {"NULL": True}
        case int() | float():
            return {"N": str(value)}
        case str():
            return {"S": value}
        case bytes():
            return {"B": value}
        case list():
            return {"L": [av(one) for one in value]}
        case dict():
            return {"M": {name: av(one) for name, one in value.items()}}
        case set() | frozenset():
            kinds = {type(one) for one in value}
            if kinds == {str}:
                return {"SS": sorted(value)}
            if kinds == {bytes}:
                return {"BS": sorted(value)}
            return {"NS": [str(one) for one in sorted(value)]}
    raise TypeError(value)


def item(**attributes: Any) -> dict[str, Any]:
    """Return an item."""
    return {name: av(value) for name, value in attributes.items()}


def names(text: str) -> dict[str, str]:
    """Return attribute names for an expression: "#a" stands for "a"."""
    return {f"#{name}": name for name in text.split()}


def bind(**values: Any) -> dict[str, Any]:
    """Return attribute values for an expression: `a=1` stands for ":a"."""
    return {f":{name}": av(value) for name, value in values.items()}


def same(value: Any) -> Any:
    """Return an item or value in a form that compares: sets have no order."""
    if isinstance(value, dict):
        return {
            name: sorted(one) if name in ("SS", "NS", "BS") and isinstance(one, list) else same(one)
            for name, one in value.items()
        }
    return [same(one) for one in value] if isinstance(value, list) else value

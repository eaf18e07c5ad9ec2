"""Between Python values and DynamoDB's typed ones.

>>> typed({"a": 1, "b": None, "c": ["x"]})
{'a': {'N': '1'}, 'c': {'L': [{'S': 'x'}]}}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from boto3.dynamodb.types import TypeDeserializer, TypeSerializer

Item = dict[str, Any]  # attribute name to typed value, as the client takes and gives it

_serialize = TypeSerializer().serialize
_deserialize = TypeDeserializer().deserialize


# What most values are; boto3's way to the same takes ten times as long.
_PLAIN: dict[type, Callable[[Any], Any]] = {
    str: lambda value: {"S": value},
    int: lambda value: {"N": str(value)},
    bool: lambda value: {"BOOL": value},
}


def typed(values: Mapping[str, Any]) -> Item:
    """Write values as DynamoDB's; what is None is left out.

    Parameters
    ----------
    values
        Strings, integers, floats, booleans, lists and mappings of them.
    """
    return {name: typed_value(value) for name, value in values.items() if value is not None}


def typed_value(value: Any) -> Any:
    """Write one value; a float by the digits that name it, since DynamoDB counts in decimals."""
    written = _PLAIN.get(type(value))
    if written is not None:
        return written(value)
    return _serialize(Decimal(repr(value)) if isinstance(value, float) else value)


def plain(item: Mapping[str, Any]) -> dict[str, Any]:
    """Read DynamoDB's typed values; numbers come as ``Decimal``."""
    return {name: _deserialize(value) for name, value in item.items()}


def plain_value(value: Any) -> Any:
    """Read one of DynamoDB's typed values."""
    return _deserialize(value)

"""Tools' arguments as language models send them: lists, flags and numbers as text, nothing as "" or null.

One rule for all tools of ``/mcp`` and ``/v1/tools``, by the declared type of each field: a new tool follows it by
itself, and no schema needs a second type. What cannot be read stays as it was sent, and the contract refuses it by
the field's name. Applications' and owners' operations do not use this: there an empty value never means "all".

>>> from typing import Annotated
>>> class Example(BaseModel):
...     tags: list[str] = []
...     durable: bool = False
...     limit: Annotated[int, "how many"] | None = None
>>> as_declared(Example, {"tags": '["a", "b"]', "durable": "True", "limit": ""})
{'tags': ['a', 'b'], 'durable': True}
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

_FLAGS = {"true": True, "false": False}  # in whatever case: Python writes True
_NUMERAL = re.compile(r"\s*[+-]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20})([eE][+-]?\d{1,3})?\s*", re.ASCII)


def as_declared(model: type[BaseModel], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments in the types that a model declares, without optional ones that are "" or null."""
    read: dict[str, Any] = {}
    for name, value in given.items():
        field = model.model_fields.get(name)
        if field is None:
            read[name] = value
        elif field.is_required() or value not in ("", None):
            read[name] = _in_type(declared_type(field.annotation), value)
    return read


def declared_type(annotation: Any) -> Any:
    """Return an annotation's type without ``| None``, metadata and parameters: ``list`` for a list."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return declared_type(get_args(annotation)[0])
    if origin in (Union, UnionType):
        kinds = [kind for kind in get_args(annotation) if kind is not NoneType]
        return declared_type(kinds[0]) if len(kinds) == 1 else annotation
    return annotation if origin is None else origin


def finite_number(value: object) -> float | None:
    """Read a finite number, also from a numeral in text; None: it is none."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str) and not _NUMERAL.fullmatch(value):
        return None
    try:
        number = float(value)
    except OverflowError:  # an integer of hundreds of digits
        return None
    return number if math.isfinite(number) else None


def _in_type(kind: Any, value: Any) -> Any:
    if kind is list and isinstance(value, str):
        return _array(value)
    if kind is bool and isinstance(value, str):
        return _FLAGS.get(value.strip().lower(), value)
    if kind in (int, float) and isinstance(value, str | float) and (number := finite_number(value)) is not None:
        return int(number) if kind is int and number.is_integer() else number
    return value


def _array(text: str) -> Any:
    """Read the JSON of an array; a text that is none is returned as it is.

    A single word is not taken for a list of one: "a, b" or "['a']" would silently become one strange tag, and a
    refusal that shows the form is something that every model can act on.
    """
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, list) else text


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a field twice")
    return value


def _no_constant(name: str) -> float:
    raise ValueError(name)

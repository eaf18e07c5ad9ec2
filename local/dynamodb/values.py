"""Attribute values: checks, exact numbers, sizes, comparison and the order of keys.

A value is kept as it is sent, ``{"S": "text"}``, binary in base64. `check` is the one way in:
it refuses what DynamoDB refuses, writes numbers and binaries in one canonical form and returns the
size that limits and capacity are counted with.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterable
from decimal import Context, Decimal, InvalidOperation
from functools import lru_cache
from typing import Any, TypeAlias

from .checks import require_list, require_object, require_string
from .errors import bad_values, invalid, invalid_item, malformed

Params: TypeAlias = dict[str, Any]  # a request, or a structure inside one
Value: TypeAlias = dict[str, Any]
Item: TypeAlias = dict[str, Value]
Key: TypeAlias = tuple[bytes, bytes]  # an encoded primary key; the sort key is empty where there is none

MAX_ITEM = 400 * 1024
MAX_DEPTH = 32
_LIMITS = {"HASH": 2048, "RANGE": 1024}
_PLAIN_INTEGER = re.compile(r"(?:0|-?[1-9][0-9]{0,37})\Z")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\Z")
# Wide enough that no sum of two numbers of the allowed range is rounded.
_EXACT = Context(prec=300, Emax=999999, Emin=-999999)
_COMPLEMENT = bytes.maketrans(b"0123456789", b"9876543210")


@lru_cache(maxsize=8192)
def decimal(text: str) -> Decimal:
    """Return the exact value of a canonical number."""
    return Decimal(text)


def number(text: object) -> str:
    """Return a number in plain notation, without leading or trailing zeros.

    Raises
    ------
    ApiError
        If it is not a number, or outside the range or precision of DynamoDB.
    """
    text = require_string(text, "A number")
    if _PLAIN_INTEGER.match(text):
        return text
    if not _NUMBER.match(text):
        detail = f": {text}" if text else ""
        raise invalid(f"The parameter cannot be converted to a numeric value{detail}")
    try:
        return plain(Decimal(text))
    except InvalidOperation:  # an exponent beyond what Decimal itself can hold
        raise invalid(_UNDERFLOW if "e-" in text.lower() else _OVERFLOW) from None


_OVERFLOW = "Number overflow. Attempting to store a number with magnitude larger than supported range"
_UNDERFLOW = "Number underflow. Attempting to store a number with magnitude smaller than supported range"


def plain(value: Decimal) -> str:
    """Return a decimal in canonical form, or refuse it as out of range."""
    if not value:
        return "0"
    if not value.is_finite() or value.adjusted() > 125:
        raise invalid(_OVERFLOW)
    if value.adjusted() < -130:
        raise invalid(_UNDERFLOW)
    sign, digits, exponent = value.as_tuple()
    text = "".join(map(str, digits)).lstrip("0")
    kept = text.rstrip("0")
    if len(kept) > 38:
        raise invalid("Attempting to store more than 38 significant digits in a Number")
    point = int(exponent) + len(text)
    if point >= len(kept):
        shown = kept + "0" * (point - len(kept))
    elif point > 0:
        shown = f"{kept[:point]}.{kept[point:]}"
    else:
        shown = f"0.{'0' * -point}{kept}"
    return f"-{shown}" if sign else shown


def add(left: str, right: str, *, subtract: bool = False) -> str:
    """Return the exact sum or difference of two numbers."""
    a, b = decimal(left), decimal(right)
    return plain(_EXACT.subtract(a, b) if subtract else _EXACT.add(a, b))


def utf8_length(text: str) -> int:
    """Return the length of a string in UTF-8."""
    if text.isascii():
        return len(text)
    try:
        return len(text.encode())
    except UnicodeEncodeError:
        raise malformed("A string holds half of a surrogate pair") from None


def decode(text: object) -> bytes:
    """Return the bytes of base64 text."""
    if not isinstance(text, str):
        raise malformed("Binary is sent as base64")
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise malformed("Invalid base64") from None


def _number_size(text: str) -> int:
    negative = text[0] == "-"
    digits = text[1:] if negative else text
    digits = digits.replace(".", "").lstrip("0") if "." in digits else digits.rstrip("0")
    return (len(digits) + 1) // 2 + 1 + negative


def _string(raw: object, _depth: int) -> tuple[Value, int]:
    return {"S": raw}, utf8_length(require_string(raw, "A string"))


def _number(raw: object, _depth: int) -> tuple[Value, int]:
    text = number(raw)
    return {"N": text}, _number_size(text)


def _binary(raw: object, _depth: int) -> tuple[Value, int]:
    data = decode(raw)
    return {"B": base64.b64encode(data).decode()}, len(data)


def _bool(raw: object, _depth: int) -> tuple[Value, int]:
    if not isinstance(raw, bool):
        raise malformed("A boolean is sent as a boolean")
    return {"BOOL": raw}, 1


def _null(raw: object, _depth: int) -> tuple[Value, int]:
    if raw is not True:
        raise bad_values("Null attribute value types must have the value of true")
    return {"NULL": True}, 1


def _list(raw: object, depth: int) -> tuple[Value, int]:
    elements = require_list(raw, "A list")
    _check_depth(depth)
    total, out = 3, []
    for element in elements:
        value, size = check(element, depth + 1)
        out.append(value)
        total += size + 1
    return {"L": out}, total


def _map(raw: object, depth: int) -> tuple[Value, int]:
    members = require_object(raw, "A map")
    _check_depth(depth)
    total, out = 3, {}
    for name, element in members.items():
        value, size = check(element, depth + 1)
        out[name] = value
        total += utf8_length(name) + size + 1
    return {"M": out}, total


def _check_depth(depth: int) -> None:
    if depth > MAX_DEPTH:
        raise invalid("Nesting Levels have exceeded supported limits")


_Check: TypeAlias = Callable[[object, int], tuple[Value, int]]


def _set_of(kind: str, empty: str, one: _Check) -> _Check:
    def check_set(raw: object, depth: int) -> tuple[Value, int]:
        elements = require_list(raw, "A set")
        if not elements:
            raise bad_values(empty)
        out, total = [], 0
        for element in elements:
            value, size = one(element, depth)
            out.append(value[kind[0]])
            total += size
        if len(set(out)) != len(out):
            shown = f"[{', '.join(map(str, elements))}]"
            raise bad_values(f"Input collection {shown} contains duplicates.")
        return {kind: out}, total

    return check_set


_CHECKS: dict[str, _Check] = {
    "S": _string,
    "N": _number,
    "B": _binary,
    "BOOL": _bool,
    "NULL": _null,
    "L": _list,
    "M": _map,
    "SS": _set_of("SS", "An string set  may not be empty", _string),
    "NS": _set_of("NS", "An number set  may not be empty", _number),
    "BS": _set_of("BS", "Binary sets should not be empty", _binary),
}
TYPES = frozenset(_CHECKS)


def check(value: object, depth: int = 1) -> tuple[Value, int]:
    """Check one attribute value.

    Parameters
    ----------
    value : object
        As it was sent.
    depth : int
        Its nesting level; 1 for an attribute of an item.

    Returns
    -------
    tuple[Value, int]
        The value in canonical form, and its size in bytes.

    Raises
    ------
    ApiError
        If DynamoDB would refuse it.
    """
    given = require_object(value, "An attribute value")
    kind = next(iter(given), "")
    checker = _CHECKS.get(kind)
    if checker is None or len(given) != 1:
        problem = "has more than one datatypes set" if len(given) > 1 else "is empty"
        raise invalid(f"Supplied AttributeValue {problem}, must contain exactly one of the supported datatypes")
    return checker(given[kind], depth)


def check_item(item: object) -> tuple[Item, int]:
    """Check a whole item and return it in canonical form with its size."""
    out: Item = {}
    total = 0
    for name, value in require_object(item, "An item").items():
        out[name], size = check(value)
        total += utf8_length(name) + size
    return out, total


def size_of(value: Value) -> int:
    """Return the size of a value that has been checked."""
    ((kind, raw),) = value.items()
    if kind == "S":
        return utf8_length(raw)
    if kind == "M":
        return 3 + sum(utf8_length(name) + size_of(inner) + 1 for name, inner in raw.items())
    if kind == "L":
        return 3 + sum(size_of(inner) + 1 for inner in raw)
    if kind == "N":
        return _number_size(raw)
    if kind in ("SS", "NS", "BS"):
        return sum(size_of({kind[0]: element}) for element in raw)
    return len(decode(raw)) if kind == "B" else 1


def item_size(item: Item, names: Iterable[str] | None = None) -> int:
    """Return the size of an item, or of those of its attributes that are named."""
    chosen = item if names is None else [name for name in names if name in item]
    return sum(utf8_length(name) + size_of(item[name]) for name in chosen)


def depth_of(value: Value) -> int:
    """Return how many levels of lists and maps a value has."""
    if "M" in value:
        return 1 + max(map(depth_of, value["M"].values()), default=0)
    if "L" in value:
        return 1 + max(map(depth_of, value["L"]), default=0)
    return 0


def type_of(value: Value) -> str:
    """Return the type letter of a value."""
    return next(iter(value))


def equal(left: Value, right: Value) -> bool:
    """Return whether two values are the same; sets have no order."""
    if left == right:
        return True
    kind = type_of(left)
    if kind != type_of(right):
        return False
    a, b = left[kind], right[kind]
    if kind in ("SS", "NS", "BS"):
        return set(a) == set(b)
    if kind == "L":
        return len(a) == len(b) and all(map(equal, a, b))
    if kind == "M":
        return a.keys() == b.keys() and all(equal(a[name], b[name]) for name in a)
    return False


def compare(left: Value, right: Value) -> int | None:
    """Return the order of two values of one scalar type, or None if they have none."""
    kind = type_of(left)
    if kind != type_of(right) or kind not in ("S", "N", "B"):
        return None
    a, b = left[kind], right[kind]
    if kind == "N":
        a, b = decimal(a), decimal(b)
    elif kind == "B":
        a, b = decode(a), decode(b)
    # Python orders strings by code point, which is the order of their UTF-8 bytes.
    return int(a > b) - int(a < b)


def encode_number(text: str) -> bytes:
    """Return bytes that sort as the number does.

    Sign, then the exponent in one byte, then the digits; for negative numbers both are
    complemented and the digits closed by a byte above all of them.
    """
    sign, digits, exponent = decimal(text).as_tuple()
    shown = "".join(map(str, digits)).strip("0").encode()
    if not shown:
        return b"\x80"
    adjusted = int(exponent) + len(digits) - 1 + 130
    if sign:
        return bytes((0x7F, 255 - adjusted)) + shown.translate(_COMPLEMENT) + b"~"
    return bytes((0x81, adjusted)) + shown


def encode_key(value: Value) -> bytes:
    """Return the bytes that a key value is stored as; they sort as its type does."""
    ((kind, raw),) = value.items()
    if kind == "S":
        return str(raw).encode()
    return encode_number(raw) if kind == "N" else decode(raw)


def check_key(value: Value, role: str, place: str, *, note: str = "", too_long: str | None = None) -> bytes:
    """Return the bytes of a key value, which must not be empty or too long.

    Parameters
    ----------
    value : Value
    role : str
        HASH or RANGE, which have different limits.
    place, note : str
        The end of the message about an empty value, and what comes before its second sentence.
    too_long : str or None
        The message about a long value, where it is not the usual one.
    """
    data = encode_key(value)
    if not data:
        noun = "string" if "S" in value else "binary"
        raise invalid_item(
            f"One or more parameter values are not valid. {note}The AttributeValue for a key attribute cannot "
            f"contain an empty {noun} value. {place}"
        )
    limit = _LIMITS[role]
    if len(data) > limit:
        usual = f"Aggregated size of all {role.lower()} keys has exceeded the size limit of {limit} bytes"
        raise bad_values(too_long or usual)
    return data


def prefix_end(prefix: bytes) -> bytes | None:
    """Return the first bytes after all that begin with the prefix, or None if there are none."""
    stem = prefix.rstrip(b"\xff")
    return stem[:-1] + bytes((stem[-1] + 1,)) if stem else None


def show(value: Value) -> str:
    """Return a value as DynamoDB writes it in messages."""
    ((kind, raw),) = value.items()
    return f"{{{kind}:{raw}}}"

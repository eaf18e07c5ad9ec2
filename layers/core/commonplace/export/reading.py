"""Reading what is to be imported, strictly: what is judged must be what is stored. Imports nothing heavy."""

from __future__ import annotations

import re
from typing import Any

from ..domain import strict_json
from ..refusals.errors import TooLarge

LINE_BYTES = 1_000_000  # of one record; the longest text of a memory takes 120,000 as escapes
# Names and values of a body, which is what memory goes by. The densest page of an export has 530,000.
MOST_VALUES = 600_000

_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_AS_COMMAS = bytes.maketrans(b":[{", b",,,")


class Unusable:
    """What stands in place of a part of a record that JSON allows and we do not.

    Parameters
    ----------
    key
        Of the message that refuses it.
    """

    def __init__(self, key: str) -> None:
        self.key = key


def read_json(data: bytes) -> Any:
    """Parse JSON; an object that names a field twice, and NaN, become :class:`Unusable` in their place.

    Raises
    ------
    InvalidInput
        As :func:`commonplace.domain.strict_json.read_json`.
    """
    return strict_json.read_json(data, object_pairs_hook=_object, parse_constant=_constant)


def refuse_many_values(data: bytes) -> None:
    """Refuse JSON that takes far more memory than its bytes: very many values of hardly a byte.

    Raises
    ------
    TooLarge
        Over :data:`MOST_VALUES`.
    """
    separators = data.translate(_AS_COMMAS)
    count = separators.count(b",")
    if count > MOST_VALUES:  # most of them may be in texts
        count -= sum(separators.count(b",", *found.span()) for found in _STRING.finditer(data))
    if count > MOST_VALUES:
        raise TooLarge("body.too_large.values", field="body", most=MOST_VALUES)


def _object(pairs: list[tuple[str, Any]]) -> Any:
    value = dict(pairs)
    return value if len(value) == len(pairs) else Unusable("json.duplicate_name")


def _constant(_: str) -> Any:
    return Unusable("json.not_a_number")

"""Reading what is to be imported, strictly: what is judged must be what is stored. Imports nothing heavy."""

from __future__ import annotations

import json
import re
from typing import Any

from ..refusals.errors import InvalidInput, TooLarge

LINE_BYTES = 1_000_000  # of one record; the longest text of a memory takes 120,000 as escapes
# Names and values of a body, which is what memory goes by. The densest page of an export has 530,000.
MOST_VALUES = 600_000

_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_AS_COMMAS = bytes.maketrans(b":[{", b",,,")


class Unusable:
    """What stands in place of a part of a record that JSON allows and we do not.

    Parameters
    ----------
    why
        Said of the record.
    """

    def __init__(self, why: str) -> None:
        self.why = why


def read_json(data: bytes) -> Any:
    """Parse JSON; an object that names a field twice, and NaN, become :class:`Unusable` in their place.

    Raises
    ------
    InvalidInput
        If it is no JSON, not UTF-8, nested too deep, or holds a number of thousands of digits. Never with a part
        of it.
    """
    try:
        return json.loads(data.decode("utf-8-sig"), object_pairs_hook=_object, parse_constant=_constant)
    except UnicodeDecodeError:
        raise InvalidInput("body: is not UTF-8", field="body") from None
    except json.JSONDecodeError as error:
        raise InvalidInput(
            f"body: is not JSON (line {error.lineno}, column {error.colno})", field="body"
        ) from None
    except RecursionError:
        raise InvalidInput("body: is nested too deep", field="body") from None
    except ValueError:  # an integer of thousands of digits
        raise InvalidInput("body: holds a number that is too long", field="body") from None


def refuse_many_values(data: bytes) -> None:
    """Refuse JSON that takes far more memory than its bytes: very many values of hardly a byte.

    Raises
    ------
    TooLarge
        Over :data:`MOST_VALUES`.
    """
    separators = data.translate(_AS_COMMAS)
    count = separators.count(b",")
    if count > MOST_VALUES:  # most of them may stand in texts
        count -= sum(separators.count(b",", *found.span()) for found in _STRING.finditer(data))
    if count > MOST_VALUES:
        raise TooLarge(
            f"body: holds more than {MOST_VALUES:,} names and values; send the records in parts", field="body"
        )


def _object(pairs: list[tuple[str, Any]]) -> Any:
    value = dict(pairs)
    return value if len(value) == len(pairs) else Unusable("a JSON object names a field twice")


def _constant(_: str) -> Any:
    return Unusable("NaN and Infinity are no JSON numbers")

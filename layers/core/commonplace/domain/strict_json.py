"""Reading JSON from outside. Imports little, since the command that imports files uses it, too."""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable
from typing import Any

from ..refusals.errors import InvalidInput


def decoded(data: bytes) -> str:
    """Return JSON's text without the byte order mark that programs on Windows put before it.

    Raises
    ------
    InvalidInput
        If it is not UTF-8; names the first wrong byte by its place, counted from 1.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in data[:4]:
        raise InvalidInput("body.not_utf8.wide", field="body")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # With a byte order mark, Python counts from behind it.
        behind = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
        raise InvalidInput("body.not_utf8", field="body", at=error.start + behind + 1) from None


def read_json(
    data: bytes,
    *,
    object_pairs_hook: Callable[[list[tuple[str, Any]]], Any],
    parse_constant: Callable[[str], Any],
) -> Any:
    """Parse JSON; the two functions convert objects, and NaN and infinities.

    Raises
    ------
    InvalidInput
        If it is not JSON, not UTF-8, nested too deep, or has a number of thousands of digits; never with a part of
        it.
    """
    text = decoded(data)
    try:
        return json.loads(text, object_pairs_hook=object_pairs_hook, parse_constant=parse_constant)
    except json.JSONDecodeError as error:
        line, column = str(error.lineno), str(error.colno)
        raise InvalidInput("json.invalid", field="body", line=line, column=column) from None
    except RecursionError:
        raise InvalidInput("json.too_deep", field="body") from None
    except ValueError:  # an integer of thousands of digits
        raise InvalidInput("json.too_long_number", field="body") from None

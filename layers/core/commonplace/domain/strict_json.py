"""Reading JSON from outside. Imports little, since the command that imports files uses it, too."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from ..refusals.errors import InvalidInput


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
    try:
        return json.loads(
            data.decode("utf-8-sig"), object_pairs_hook=object_pairs_hook, parse_constant=parse_constant
        )
    except UnicodeDecodeError:
        raise InvalidInput("body.not_utf8", field="body") from None
    except json.JSONDecodeError as error:
        line, column = str(error.lineno), str(error.colno)
        raise InvalidInput("json.invalid", field="body", line=line, column=column) from None
    except RecursionError:
        raise InvalidInput("json.too_deep", field="body") from None
    except ValueError:  # an integer of thousands of digits
        raise InvalidInput("json.too_long_number", field="body") from None

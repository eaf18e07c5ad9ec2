"""Which names of fields may stand in a message: a name is the caller's text, and may be the very secret."""

from __future__ import annotations

import re

# Words in snake_case, only letters in camelCase (`memoryId`, `userID`), indexes of a list.
_PLAIN_NAME = re.compile(
    r"[a-z]{1,16}(_[a-z]{1,16}){0,2}"
    r"|(?=[A-Za-z]{2,32}\Z)[A-Za-z][a-z]{0,15}([A-Z][a-z]{1,15}){0,4}([A-Z]{2,4}s?)?"
    r"|\d{1,6}",
    re.ASCII,
)


def is_plain_name(name: str) -> bool:
    """Tell whether a name is so plain that it holds no secret, and may be said back.

    >>> is_plain_name("event_date"), is_plain_name("x9-A7f0")
    (True, False)
    """
    return _PLAIN_NAME.fullmatch(name) is not None

"""Extracts the text of one field of a JSON object, byte for byte as it was sent."""

from __future__ import annotations

import json
import re

_SPACE = re.compile(r"[ \t\n\r]*")
_decoder = json.JSONDecoder()


def raw_field(text: str, name: str) -> str | None:
    """Return the text of a field's value in a valid JSON object, or None if it has no such field.

    >>> raw_field('{"a": 1, "result": [1.50,  2]}', "result")
    '[1.50,  2]'
    """
    place = _skip(text, _skip(text, 0) + 1)  # after the brace
    while text[place] != "}":
        found, place = _decoder.raw_decode(text, place)
        begin = _skip(text, _skip(text, place) + 1)  # after the colon
        _, end = _decoder.raw_decode(text, begin)
        if found == name:
            return text[begin:end]
        place = _skip(text, end)
        if text[place] == ",":
            place = _skip(text, place + 1)
    return None


def _skip(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    return place if found is None else found.end()

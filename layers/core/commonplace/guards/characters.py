r"""Line ends and the characters that cannot be stored.

>>> with_newlines("one\r\ntwo\rthree")
'one\ntwo\nthree'
"""

from __future__ import annotations

import re

from ..refusals.errors import InvalidInput

# Control characters (category Cc) other than tab and newline, and halves of surrogate pairs.
_FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_LINE_ENDS = re.compile("\r\n?")
_BREAKS = "\x0b\x0c\x85"  # move to another line or page, so a newline can stand in their place
_REPLACED = "\ufffd"
_C1, _SURROGATES = 0x80, 0xD800

_C0 = (
    "NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI "
    "DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US"
)
_NAMES = dict(enumerate(_C0.split())) | {0x7F: "DEL", 0x85: "NEL"}


def with_newlines(text: str) -> str:
    """Return a text with the line ends of Windows (CRLF) and of old Macs (CR) as newlines."""
    return _LINE_ENDS.sub("\n", text) if "\r" in text else text


def refuse_unstorable(field: str, value: str) -> None:
    """Refuse control characters other than tab and newline, and lone surrogates.

    The error names the first such character and its place, counted from 1 with each line end as one character, and
    nothing of the text around it.
    """
    found = _FORBIDDEN.search(value)
    if found is None:
        return
    number, at = ord(found.group()), found.start() + 1
    character = f"U+{number:04X} ({_NAMES[number]})" if number in _NAMES else f"U+{number:04X}"
    if number >= _SURROGATES:
        raise InvalidInput("field.forbidden_character.surrogate", field=field, character=character, at=at)
    if found.group() in _BREAKS:
        raise InvalidInput("field.forbidden_character.break", field=field, character=character, at=at)
    if number >= _C1:
        raise InvalidInput("field.forbidden_character.windows", field=field, character=character, at=at)
    raise InvalidInput("field.forbidden_character", field=field, character=character, at=at)


def refuse_replaced(field: str, name: str) -> None:
    """Refuse U+FFFD in a new name: names that differ in what it replaced would be one name.

    Texts may hold it, since they may quote it.
    """
    if (place := name.find(_REPLACED)) >= 0:
        raise InvalidInput("field.forbidden_character.replaced", field=field, at=place + 1)

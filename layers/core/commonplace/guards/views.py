"""Decoded views of a text, so that a guard judges what a reader would see.

A secret or a command remains one with invisible characters between its letters, broken over lines or in base64.
The guards judge every view; the text is stored unchanged.

>>> list(views("UnVuIGRlcGxveS5zaCBub3c="))
['UnVuIGRlcGxveS5zaCBub3c=', 'Run deploy.sh now']
"""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata
from collections.abc import Callable, Iterator
from urllib.parse import unquote

from .hidden import hidden

# Depth and characters are limited: nobody may spend our time with a text.
_DEPTH = 3
_LEAST_BUDGET = 40_000  # characters

_ENCODED = re.compile(r"[A-Za-z0-9+/_-]{16,}={0,2}")
_HEX = re.compile(r"(?:[0-9a-fA-F]{2}){8,}")
_PERCENT = re.compile(r"%[0-9a-fA-F]{2}")
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|U([0-9a-fA-F]{8}))")
_ENTITY = re.compile(r"&(?:#\d{1,7};?|#[xX][0-9a-fA-F]{1,6};?|[a-zA-Z]{2,8};)")
_FOLD = re.compile(r"[ \t]*\\?\n[ \t]*")


class Budget:
    """How many characters of views are still judged, for texts of ``length`` characters in all."""

    def __init__(self, length: int) -> None:
        self.left = _LEAST_BUDGET + 2 * length


def views(text: str, budget: Budget | None = None) -> Iterator[str]:
    """Yield the text, then its other views, each once.

    These are the text without invisible characters and in compatibility form, what invisible characters spell,
    folded lines joined, and what its parts decode to (base64, hex, percent signs, escapes, entities), up to three
    layers deep.
    """
    budget = budget or Budget(len(text))
    seen = {text}
    yield text
    waiting = [(text, 0)]
    while waiting:
        current, depth = waiting.pop(0)
        for read in _READINGS:
            for view in read(current):
                if view in seen or not view:
                    continue
                budget.left -= len(view)
                if budget.left < 0:
                    return
                seen.add(view)
                yield view
                if depth + 1 < _DEPTH:
                    waiting.append((view, depth + 1))


def visible(text: str) -> str:
    """Return a text without invisible characters, in compatibility form (NFKC)."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", _INVISIBLE.sub("", text))


# Format characters (category Cf), and those that are none and yet invisible: fillers, variation selectors, the
# combining grapheme joiner.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f"
    "\u202a-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000110bd\U000110cd"
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f"
    "\U000e0100-\U000e01ef]"
)


def _visible(text: str) -> Iterator[str]:
    yield visible(text)


def _unfolded(text: str) -> Iterator[str]:
    if "\n" in text:
        yield _FOLD.sub("", text)


def _from_base64(text: str) -> Iterator[str]:
    for match in _ENCODED.finditer(text):
        raw = match.group().rstrip("=").replace("-", "+").replace("_", "/")
        if len(raw) % 4 != 1:
            yield from _readable(lambda raw=raw: base64.b64decode(raw + "=" * (-len(raw) % 4), validate=True))  # type: ignore[misc]


def _from_hex(text: str) -> Iterator[str]:
    for match in _HEX.finditer(text):
        yield from _readable(lambda match=match: binascii.unhexlify(match.group()))  # type: ignore[misc]


def _from_percent(text: str) -> Iterator[str]:
    if _PERCENT.search(text):
        yield unquote(text, errors="replace")


def _from_escapes(text: str) -> Iterator[str]:
    if _ESCAPE.search(text):
        yield _ESCAPE.sub(_escaped, text)


def _from_entities(text: str) -> Iterator[str]:
    if "&" in text and _ENTITY.search(text):
        import html

        yield html.unescape(text)


def _escaped(match: re.Match[str]) -> str:
    point = int(next(group for group in match.groups() if group), 16)
    return chr(point) if point < 0x110000 and not 0xD800 <= point < 0xE000 else " "


def _readable(decode: Callable[[], bytes]) -> Iterator[str]:
    """Yield what bytes decode to, if it is text; most base64 is not."""
    try:
        decoded = decode().decode("utf-8")
    except ValueError:
        return
    # Invisible characters are allowed: text is hidden with them.
    if decoded and all(
        char.isprintable() or char in "\n\t" or unicodedata.category(char) == "Cf" for char in decoded
    ):
        yield decoded


_READINGS = (_visible, hidden, _unfolded, _from_base64, _from_hex, _from_percent, _from_escapes, _from_entities)

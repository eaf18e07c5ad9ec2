"""Cursors: where a list continues. Bound to the caller and the query, so a changed or foreign one is refused.

A cursor only holds a position (the last row's moment and id); each call checks again what its caller may read.
The account, session and query that a cursor belongs to are its ``binding``.

>>> cursor = write_keys(["a", "b"], "acme", "list_memories")
>>> read_keys(cursor, "acme", "list_memories")
['a', 'b']
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence

from ..refusals.errors import InvalidInput

_DIGEST = 12  # bytes


def write_cursor(position: tuple[int, str], *binding: str) -> str:
    """Return the cursor of a position: moment (microseconds) and id of the last row of a page."""
    return write_raw(f"{position[0]:016d}{position[1]}".encode(), *binding)


def read_cursor(cursor: str, *binding: str) -> tuple[int, str]:
    """Return the position that :func:`write_cursor` wrote.

    Raises
    ------
    InvalidInput
        If the cursor was changed, or belongs to another caller or query.
    """
    text = read_raw(cursor, *binding).decode("ascii", "replace")
    if len(text) != 52 or not text[:16].isdecimal():
        raise InvalidInput("cursor.invalid", field="cursor")
    return int(text[:16]), text[16:]


def write_keys(keys: Sequence[str], *binding: str) -> str:
    """Return the cursor of a position that has several keys."""
    return write_raw(json.dumps(keys, ensure_ascii=False, separators=(",", ":")).encode(), *binding)


def read_keys(cursor: str, *binding: str) -> list[str]:
    """Return the keys that :func:`write_keys` wrote; raises as :func:`read_cursor`."""
    raw = read_raw(cursor, *binding)
    # With this digest we wrote it, or a caller made it for a position in their own account.
    try:
        keys = json.loads(raw)
    except (ValueError, RecursionError):
        keys = None
    if not isinstance(keys, list) or not all(isinstance(key, str) and key for key in keys):
        raise InvalidInput("cursor.invalid", field="cursor")
    return keys


def write_raw(raw: bytes, *binding: str) -> str:
    """Return the cursor of any bytes but none, as text that needs no escaping in a URL."""
    return _text(_digest(raw, binding) + raw)


def read_raw(cursor: str, *binding: str) -> bytes:
    """Return the bytes that :func:`write_raw` wrote; raises as :func:`read_cursor`."""
    try:
        data = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    except ValueError:
        data = b""
    digest, raw = data[:_DIGEST], data[_DIGEST:]
    if not raw or digest != _digest(raw, binding) or _text(data) != cursor:
        raise InvalidInput("cursor.invalid", field="cursor")
    return raw


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _digest(raw: bytes, binding: tuple[str, ...]) -> bytes:
    digest = hashlib.sha256()
    for part in (raw, *(part.encode("utf-8", "surrogatepass") for part in binding)):
        digest.update(len(part).to_bytes(4, "big") + part)
    return digest.digest()[:_DIGEST]

"""Cursors: where a list goes on. Bound to the caller and the question, so a mangled or foreign one is refused.

A cursor names a position only (the last row's moment and id); what may be read there is decided anew by the
partition and the levels of who asks.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Sequence

from ..refusals.errors import InvalidInput

_DIGEST = 12  # bytes


def write_cursor(position: tuple[int, str], *binding: str) -> str:
    """Write a cursor.

    Parameters
    ----------
    position
        Moment (microseconds) and id of the last row that was given.
    *binding
        Account, session and question it belongs to.
    """
    raw = f"{position[0]:016d}{position[1]}".encode()
    return _text(_digest(raw, binding) + raw)


def read_cursor(cursor: str, *binding: str) -> tuple[int, str]:
    """Read a cursor.

    Raises
    ------
    InvalidInput
        If it is mangled, or belongs to another caller or question.
    """
    try:
        data = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    except (ValueError, binascii.Error):
        data = b""
    digest, raw = data[:_DIGEST], data[_DIGEST:]
    if len(raw) != 52 or digest != _digest(raw, binding) or _text(data) != cursor:
        raise InvalidInput("cursor.invalid", field="cursor")
    text = raw.decode("ascii", "replace")
    if not text[:16].isdecimal():
        raise InvalidInput("cursor.invalid", field="cursor")
    return int(text[:16]), text[16:]


def write_keys(keys: Sequence[str], *binding: str) -> str:
    """Write a position, or where something stands, that takes several keys to tell.

    Parameters
    ----------
    keys
        Of ours.
    *binding
        As for :func:`write_cursor`.
    """
    return write_raw(json.dumps(keys, ensure_ascii=False, separators=(",", ":")).encode(), *binding)


def read_keys(cursor: str, *binding: str) -> list[str]:
    """Read what :func:`write_keys` wrote.

    Raises
    ------
    InvalidInput
        As :func:`read_cursor`.
    """
    raw = read_raw(cursor, *binding)
    # Of this digest we wrote it, or who wrote it names a place of his own account.
    try:
        keys = json.loads(raw)
    except (ValueError, RecursionError):
        keys = None
    if not isinstance(keys, list) or not all(isinstance(key, str) and key for key in keys):
        raise InvalidInput("cursor.invalid", field="cursor")
    return keys


def write_raw(raw: bytes, *binding: str) -> str:
    """Write bytes that tell a position or a place, as text that stands in addresses.

    Parameters
    ----------
    raw
        Not empty.
    *binding
        As for :func:`write_cursor`.
    """
    return _text(_digest(raw, binding) + raw)


def read_raw(cursor: str, *binding: str) -> bytes:
    """Read what :func:`write_raw` wrote.

    Raises
    ------
    InvalidInput
        As :func:`read_cursor`.
    """
    try:
        data = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    except (ValueError, binascii.Error):
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

"""Cursors of get_pending, which miss no event although a write may become visible after a later one.

A record carries the time at which its write began, by a clock that never goes back (domain/write_clock.py), and is
visible within 7 seconds of it (domain/times.py). So a cursor younger than that also lists the events of its last
seconds that were delivered. The next call reads those seconds again: a late event is neither missed nor delivered
twice.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from ..domain.times import REREAD_WINDOW
from ..refusals.errors import InvalidInput
from ..storage.chunks import chunks

_DIGEST = 3  # bytes of an event's digest: one pair in 16 million is the same
_FORM = re.compile(r"(\d{16})([os])([A-Za-z0-9_-]*)\.([A-Za-z0-9_-]{8})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Cursor:
    """A position among a session's events.

    Attributes
    ----------
    moment
        Time of the last event delivered, in microseconds since 1970.
    settled
        No older event can appear any more.
    delivered
        Digests of the events delivered since :attr:`reread_from`.
    """

    moment: int
    settled: bool
    delivered: frozenset[bytes]

    @property
    def reread_from(self) -> int:
        """The time from which events must be read again."""
        return self.moment if self.settled else max(0, self.moment - REREAD_WINDOW)


def digest(event_id: str, at: int) -> bytes:
    """Return a short name of an event."""
    return hashlib.blake2b(f"{event_id}/{at}".encode(), digest_size=_DIGEST).digest()


def cursor_at(moment: int, delivered: Iterable[tuple[int, bytes]], now: int) -> Cursor:
    """Return the cursor of an event.

    Parameters
    ----------
    moment
        Time of the event.
    delivered
        Times and digests of the events delivered so far, this one included.
    now
        When the events were read. All times are microseconds since 1970.
    """
    settled = moment < now - REREAD_WINDOW
    begin = moment if settled else moment - REREAD_WINDOW
    return Cursor(moment, settled, frozenset(name for at, name in delivered if at >= begin))


def encode(cursor: Cursor, *binding: str) -> str:
    """Return a cursor as text, which sorts by its time; the binding is the account and session it is valid for."""
    delivered = base64.urlsafe_b64encode(b"".join(sorted(cursor.delivered))).decode().rstrip("=")
    text = f"{cursor.moment:016d}{'s' if cursor.settled else 'o'}{delivered}"
    return f"{text}.{_checksum(text, binding)}"


def decode(text: str, *binding: str) -> Cursor:
    """Read a cursor from its text.

    Raises
    ------
    InvalidInput
        If it was changed, or belongs to another account or session.
    """
    found = _FORM.fullmatch(text)
    if found is None or found[4] != _checksum(f"{found[1]}{found[2]}{found[3]}", binding):
        raise InvalidInput("cursor.invalid.events", field="since")
    raw = base64.urlsafe_b64decode(found[3] + "=" * (-len(found[3]) % 4))
    return Cursor(int(found[1]), found[2] == "s", frozenset(chunks(raw, _DIGEST)))


def _checksum(text: str, binding: tuple[str, ...]) -> str:
    checksum = hashlib.sha256()
    for part in (text, *binding):
        raw = part.encode("utf-8", "surrogatepass")
        checksum.update(len(raw).to_bytes(4, "big") + raw)
    return base64.urlsafe_b64encode(checksum.digest()[:6]).decode()

"""Cursors of events: where get_pending goes on, though a write may land a moment after a later one.

A record carries the time at which its write began and lands within 7 seconds of it (search/warm_words.py). So a
cursor that is younger than that also says which events of its last seconds were given; whoever goes on from it
looks at those seconds again, and what landed late is neither missed nor given twice.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from ..domain.clock import SECOND
from ..refusals.errors import InvalidInput
from ..storage.chunks import chunks

OVERLAP = 7 * SECOND
_DIGEST = 3  # bytes of an event's digest: one in 16 million is taken for another
_FORM = re.compile(r"(\d{16})([os])([A-Za-z0-9_-]*)\.([A-Za-z0-9_-]{8})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place among a session's events.

    Attributes
    ----------
    moment
        Of the last event given, in microseconds since 1970.
    settled
        Nothing older can appear any more.
    given
        Digests of the events that were given from :attr:`begin` on.
    """

    moment: int
    settled: bool
    given: frozenset[bytes]

    @property
    def begin(self) -> int:
        """From which moment on events are to be looked at again."""
        return self.moment if self.settled else max(0, self.moment - OVERLAP)


def digest(event_id: str, at: int) -> bytes:
    """Name an event shortly."""
    return hashlib.blake2b(f"{event_id}/{at}".encode(), digest_size=_DIGEST).digest()


def place(moment: int, given: Iterable[tuple[int, bytes]], now: int) -> Cursor:
    """Make the cursor of an event.

    Parameters
    ----------
    moment
        Of the event.
    given
        Moments and digests of the events given up to it, itself included.
    now
        Microseconds since 1970, when the events were read.
    """
    settled = moment < now - OVERLAP
    begin = moment if settled else moment - OVERLAP
    return Cursor(moment, settled, frozenset(name for at, name in given if at >= begin))


def write(cursor: Cursor, *binding: str) -> str:
    """Write a cursor; its text grows with its moment.

    Parameters
    ----------
    cursor
        The place.
    *binding
        Account and session it belongs to.
    """
    given = base64.urlsafe_b64encode(b"".join(sorted(cursor.given))).decode().rstrip("=")
    said = f"{cursor.moment:016d}{'s' if cursor.settled else 'o'}{given}"
    return f"{said}.{_seal(said, binding)}"


def read(text: str, *binding: str) -> Cursor:
    """Read a cursor.

    Raises
    ------
    InvalidInput
        If it is mangled, or belongs to another caller.
    """
    found = _FORM.fullmatch(text)
    if found is None or found[4] != _seal(f"{found[1]}{found[2]}{found[3]}", binding):
        raise InvalidInput("since: is no cursor of this session; leave it out for the last events", field="since")
    raw = base64.urlsafe_b64decode(found[3] + "=" * (-len(found[3]) % 4))
    return Cursor(int(found[1]), found[2] == "s", frozenset(chunks(raw, _DIGEST)))


def _seal(said: str, binding: tuple[str, ...]) -> str:
    whole = hashlib.sha256()
    for part in (said, *binding):
        raw = part.encode("utf-8", "surrogatepass")
        whole.update(len(raw).to_bytes(4, "big") + raw)
    return base64.urlsafe_b64encode(whole.digest()[:6]).decode()

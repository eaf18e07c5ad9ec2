"""One POST of Streamable HTTP to an upstream: JSON or a stream of events comes back, and no more than is allowed.

No redirect is followed, no cookie kept, no proxy asked, and nothing of the caller's own request is sent on.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse
from threading import Lock

from .addresses import Allowed
from .events import EventReader
from .failures import HttpRefused, NotReached, NotUnderstood, TooMuch, TooSlow
from .resolving import Resolver, resolve
from .sockets import Deadline, TimedSocket, open_socket
from .urls import Place

LARGEST = 5_000_000  # bytes of an answer; Lambda's own can carry 6 MB
_IDLE = 10.0  # seconds after which a connection is not used again: its end may be gone without a word
_SPARE = 4  # open connections kept for an upstream
_LEAVE = 0.05  # seconds to wait for the end of a stream whose answer is there
_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_EVENTS = "text/event-stream"
_JSON = "application/json"

Wanted = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back.

    Attributes
    ----------
    status, headers
        Of HTTP; names in small letters.
    text
        The body, or the one event that was wanted; None: there was none.
    """

    status: int
    headers: Mapping[str, str]
    text: str | None


@dataclass
class Exchange:
    """Posts to one place, and keeps connections open for the next one.

    Attributes
    ----------
    place, allowed
        Where to, and what of private addresses it may be.
    resolver
        From a host to its addresses.
    """

    place: Place
    allowed: Allowed
    resolver: Resolver = resolve
    _spare: list[TimedSocket] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)
    _closed: bool = False

    def post(self, headers: Mapping[str, str], body: bytes, deadline: Deadline, wanted: Wanted) -> Reply:
        """Post a message.

        Parameters
        ----------
        headers
            All that are sent, but those that HTTP itself wants.
        body
            JSON.
        deadline
            For everything together.
        wanted
            Tells which event of a stream is the answer.

        Raises
        ------
        UpstreamFailed
            If no answer came that could be read.
        """
        connection = self._connection(deadline)
        done = False
        try:
            connection.sendall(_request(self.place, headers, body))
            response = HTTPResponse(connection, method="POST")  # type: ignore[arg-type]
            response.begin()
            reply = _reply(response, wanted)
            done = _at_its_end(response, connection)
        except TimeoutError:
            raise TooSlow("upstream.too_slow") from None
        except (HTTPException, OSError):
            raise NotReached("upstream.unreachable.broken") from None
        finally:
            self._leave(connection, reusable=done)
        return reply

    def close(self) -> None:
        """Close what is open."""
        with self._lock:
            self._closed = True
            for connection in self._spare:
                connection.close()
            self._spare.clear()

    def _connection(self, deadline: Deadline) -> TimedSocket:
        while True:
            with self._lock:
                if not self._spare:
                    break
                connection = self._spare.pop()
            if time.monotonic() - connection.used_at < _IDLE and connection.is_quiet():
                connection.deadline = deadline
                return connection
            connection.close()
        return open_socket(self.place, self.allowed, deadline, self.resolver)

    def _leave(self, connection: TimedSocket, *, reusable: bool) -> None:
        if reusable:
            connection.used_at = time.monotonic()
            with self._lock:
                if len(self._spare) < _SPARE and not self._closed:
                    self._spare.append(connection)
                    return
        connection.close()


def _request(place: Place, headers: Mapping[str, str], body: bytes) -> bytes:
    lines = [
        f"POST {place.target} HTTP/1.1",
        f"Host: {place.authority}",
        "Accept-Encoding: identity",
        f"Content-Length: {len(body)}",
    ]
    for name, value in headers.items():
        if not _TOKEN.fullmatch(name) or not value.isprintable() or not value.isascii():
            raise NotReached("upstream.secret_unusable")
        lines.append(f"{name}: {value}")
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def _reply(response: HTTPResponse, wanted: Wanted) -> Reply:
    headers = {name.lower(): value for name, value in response.getheaders()}
    status, kind = response.status, headers.get("content-type", "").split(";", 1)[0].strip().lower()
    if 300 <= status < 400:
        raise HttpRefused("upstream.redirect", status)
    if headers.get("content-encoding", "identity").lower() != "identity":
        raise NotUnderstood("upstream.compressed")
    if response.length is not None and response.length > LARGEST:
        raise TooMuch("upstream.too_large", most=LARGEST)
    if status == 202:
        return Reply(status, headers, None)
    if kind == _EVENTS and status == 200:
        return Reply(status, headers, _event(response, wanted))
    if kind != _JSON and status < 300:
        raise NotUnderstood("upstream.other_content_type")
    return Reply(status, headers, _text(b"".join(_pieces(response))) if kind == _JSON else None)


def _pieces(response: HTTPResponse) -> Iterator[bytes]:
    read = 0
    while piece := response.read1(65_536):
        read += len(piece)
        if read > LARGEST:
            raise TooMuch("upstream.too_large", most=LARGEST)
        yield piece
    if response.length:  # it said there would be more
        raise NotReached("upstream.unreachable.broken")


def _event(response: HTTPResponse, wanted: Wanted) -> str:
    reader = EventReader()
    for piece in _pieces(response):
        for data in reader.feed(piece):
            text = _text(data)
            if text.strip() and wanted(text):  # an event without data only carries an id
                return text
    raise NotReached("upstream.unreachable.closed")


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotUnderstood("upstream.not_utf8") from None


def _at_its_end(response: HTTPResponse, connection: TimedSocket) -> bool:
    """Tell whether the connection may be used again: nothing of this answer is left in it."""
    if response.will_close:
        return False
    kept, connection.deadline = connection.deadline, Deadline(_LEAVE)
    try:
        return response.isclosed() or not response.read1(1)
    except (HTTPException, OSError, TooSlow):
        return False
    finally:
        connection.deadline = kept

"""An HTTP client for POST requests of MCP's Streamable HTTP, with limits on time and size.

It follows no redirects, stores no cookies, uses no proxy, and forwards nothing of the caller's own request.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse
from threading import Lock

from .addresses import Allowed
from .dns import Resolver, resolve
from .failures import AnswerTooLarge, HttpRefused, InvalidAnswer, TimedOut, Unreachable
from .sockets import Deadline, TimedSocket, open_socket
from .sse import SseParser
from .urls import Endpoint

LARGEST = 5_000_000  # bytes of an answer; Lambda's own can have 6 MB
_MAX_IDLE = 10.0  # seconds after which a connection is not reused: the other end may be gone without notice
_MAX_SPARE = 4  # idle connections of an upstream
_STREAM_END = 0.05  # seconds to wait for the end of a stream whose answer was read
_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_EVENTS = "text/event-stream"
_JSON = "application/json"

IsAnswer = Callable[[str], bool]  # whether the text of an event is the answer


@dataclass(frozen=True, slots=True)
class HttpReply:
    """An HTTP response.

    Attributes
    ----------
    headers
        By lower-case name.
    text
        The body, or the event that is the answer; None if there is none.
    """

    status: int
    headers: Mapping[str, str]
    text: str | None


@dataclass
class HttpClient:
    """Sends POST requests to one place, and keeps idle connections for the next requests."""

    place: Endpoint
    allowed: Allowed
    resolver: Resolver = resolve
    _spare: list[TimedSocket] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)
    _closed: bool = False

    def post(self, headers: Mapping[str, str], body: bytes, deadline: Deadline, is_answer: IsAnswer) -> HttpReply:
        """Send a message.

        Parameters
        ----------
        headers
            All headers but those of HTTP itself (``Host``, ``Content-Length``).
        body
            JSON.
        deadline
            For the whole exchange.
        is_answer
            Selects the event of a stream that is the answer.

        Raises
        ------
        UpstreamFailed
            If there was no valid answer.
        """
        connection = self._connection(deadline)
        done = False
        try:
            connection.sendall(_request(self.place, headers, body))
            response = HTTPResponse(connection, method="POST")  # type: ignore[arg-type]
            response.begin()
            reply = _reply(response, is_answer)
            done = _is_at_end(response, connection)
        except TimeoutError:
            raise TimedOut("upstream.too_slow") from None
        except (HTTPException, OSError):
            raise Unreachable("upstream.unreachable.broken") from None
        finally:
            self._release(connection, reusable=done)
        return reply

    def close(self) -> None:
        """Close the idle connections."""
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
            if time.monotonic() - connection.used_at < _MAX_IDLE and connection.is_quiet():
                connection.deadline = deadline
                return connection
            connection.close()
        return open_socket(self.place, self.allowed, deadline, self.resolver)

    def _release(self, connection: TimedSocket, *, reusable: bool) -> None:
        if reusable:
            connection.used_at = time.monotonic()
            with self._lock:
                if len(self._spare) < _MAX_SPARE and not self._closed:
                    self._spare.append(connection)
                    return
        connection.close()


def _request(place: Endpoint, headers: Mapping[str, str], body: bytes) -> bytes:
    lines = [
        f"POST {place.target} HTTP/1.1",
        f"Host: {place.authority}",
        "Accept-Encoding: identity",
        f"Content-Length: {len(body)}",
    ]
    for name, value in headers.items():
        if not _TOKEN.fullmatch(name) or not value.isprintable() or not value.isascii():
            raise Unreachable("upstream.secret_unusable")
        lines.append(f"{name}: {value}")
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def _reply(response: HTTPResponse, is_answer: IsAnswer) -> HttpReply:
    headers = {name.lower(): value for name, value in response.getheaders()}
    status, kind = response.status, headers.get("content-type", "").split(";", 1)[0].strip().lower()
    if 300 <= status < 400:
        raise HttpRefused("upstream.redirect", status)
    if headers.get("content-encoding", "identity").lower() != "identity":
        raise InvalidAnswer("upstream.compressed")
    if response.length is not None and response.length > LARGEST:
        raise AnswerTooLarge("upstream.too_large", most=LARGEST)
    if status == 202:
        return HttpReply(status, headers, None)
    if kind == _EVENTS and status == 200:
        return HttpReply(status, headers, _event(response, is_answer))
    if kind != _JSON and status < 300:
        raise InvalidAnswer("upstream.other_content_type")
    return HttpReply(status, headers, _text(b"".join(_chunks(response))) if kind == _JSON else None)


def _chunks(response: HTTPResponse) -> Iterator[bytes]:
    read = 0
    while chunk := response.read1(65_536):
        read += len(chunk)
        if read > LARGEST:
            raise AnswerTooLarge("upstream.too_large", most=LARGEST)
        yield chunk
    if response.length:  # Content-Length announced more
        raise Unreachable("upstream.unreachable.broken")


def _event(response: HTTPResponse, is_answer: IsAnswer) -> str:
    parser = SseParser()
    for chunk in _chunks(response):
        for data in parser.feed(chunk):
            text = _text(data)
            if text.strip() and is_answer(text):  # an event without data only has an id
                return text
    raise Unreachable("upstream.unreachable.closed")


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidAnswer("upstream.not_utf8") from None


def _is_at_end(response: HTTPResponse, connection: TimedSocket) -> bool:
    """Check whether the whole answer was read, so that the connection may be reused."""
    if response.will_close:
        return False
    own_deadline, connection.deadline = connection.deadline, Deadline(_STREAM_END)
    try:
        return response.isclosed() or not response.read1(1)
    except (HTTPException, OSError, TimedOut):
        return False
    finally:
        connection.deadline = own_deadline

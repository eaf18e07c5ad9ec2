"""Sockets with one deadline for all their operations, which connect only to permitted addresses."""

from __future__ import annotations

import io
import socket
import ssl
import time
from functools import cache
from typing import IO, Any

from .addresses import Address, Allowed, may_connect
from .dns import Resolver, resolve, resolve_in_time
from .failures import TimedOut, Unreachable, UpstreamFailed
from .urls import Endpoint


class Deadline:
    """A time limit in seconds from now, for several operations together."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Return the remaining seconds.

        Raises
        ------
        TimedOut
            If none are.
        """
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimedOut("upstream.too_slow")
        return left


class TimedSocket:
    """A socket whose operations together end by a deadline, however slowly bytes arrive.

    It has the methods that :class:`http.client.HTTPResponse` calls.
    """

    def __init__(self, inner: socket.socket, deadline: Deadline) -> None:
        self.inner, self.deadline = inner, deadline
        self.used_at = time.monotonic()

    def sendall(self, data: bytes) -> None:
        """Send all data."""
        self.inner.settimeout(self.deadline.left())
        self.inner.sendall(data)

    def makefile(self, *_: Any) -> IO[bytes]:
        """Return a buffered reader of the answer."""
        return io.BufferedReader(_Reader(self), 65_536)

    def is_quiet(self) -> bool:
        """Check that the other end has neither closed the connection nor sent unexpected data."""
        self.inner.settimeout(0)
        try:
            self.inner.recv(1, *(() if isinstance(self.inner, ssl.SSLSocket) else (socket.MSG_PEEK,)))
        except (BlockingIOError, ssl.SSLWantReadError):
            return True
        except OSError:
            return False
        return False

    def close(self) -> None:
        """Close the socket."""
        self.inner.close()


class _Reader(io.RawIOBase):
    def __init__(self, timed: TimedSocket) -> None:
        self._timed = timed

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._timed.inner.settimeout(self._timed.deadline.left())
        return self._timed.inner.recv_into(buffer)


def open_socket(
    place: Endpoint, allowed: Allowed, deadline: Deadline, resolver: Resolver = resolve
) -> TimedSocket:
    """Connect to a place: all its addresses are checked, and the connection uses one that was checked.

    Raises
    ------
    UpstreamFailed
        If it is unreachable or not permitted.
    """
    addresses = _resolved(place, deadline, resolver)
    if not addresses:
        raise Unreachable("upstream.unresolved")
    if not all(may_connect(place.host, address, allowed) for address in addresses):
        raise Unreachable("upstream.not_public")
    last: UpstreamFailed = Unreachable("upstream.unreachable")
    for address in addresses:
        try:
            return TimedSocket(_connected(place, address, deadline), deadline)
        except TimeoutError:
            last = TimedOut("upstream.too_slow")
        except ssl.SSLError:
            last = Unreachable("upstream.tls")
        except OSError:
            last = Unreachable("upstream.unreachable")
    raise last


def _connected(place: Endpoint, address: Address, deadline: Deadline) -> socket.socket:
    opened = socket.create_connection((str(address), place.port), timeout=deadline.left())
    try:
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if place.secure:
            opened.settimeout(deadline.left())
            return _tls().wrap_socket(opened, server_hostname=place.host)
    except BaseException:
        opened.close()
        raise
    return opened


def _resolved(place: Endpoint, deadline: Deadline, resolver: Resolver) -> list[Address]:
    try:
        return resolve_in_time(place.host, place.port, deadline.left(), resolver)
    except TimeoutError:
        raise TimedOut("upstream.too_slow.host") from None


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()

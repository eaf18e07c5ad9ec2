"""Listens on the loopback address and runs the application until it is told to stop."""

from __future__ import annotations

import errno
import logging
import socket
from collections.abc import Callable
from typing import Any

from waitress import wasyncore
from waitress.server import create_server

HOST = "127.0.0.1"
_THREADS = 16
_UPLOAD_LIMIT = 64 * 1024 * 1024  # above API Gateway's, whose answer the application gives itself


class PortError(Exception):
    """The port cannot be listened on."""


def listen(port: int) -> socket.socket:
    """Take a port of the loopback address.

    It listens at once: two sockets may be bound to one port as long as neither does.

    Parameters
    ----------
    port
        The port; 0 takes any free one.

    Returns
    -------
    socket.socket
        The listening socket.

    Raises
    ------
    PortError
        Where the port is taken or not allowed.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen(1024)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortError(f"Port {port} is in use by another program.") from error
        raise PortError(f"Port {port} cannot be used: {error.strerror}.") from error
    return listener


class Server:
    """An HTTP server around a WSGI application.

    Parameters
    ----------
    application
        What answers.
    listener
        The listening socket; the server closes it.
    """

    def __init__(self, application: Callable[..., Any], listener: socket.socket) -> None:
        # More calls than threads is nothing to warn of: they wait for milliseconds.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        self._sockets: dict[int, Any] = {}
        self._server = create_server(
            application,
            map=self._sockets,
            sockets=[listener],
            threads=_THREADS,
            ident=None,
            clear_untrusted_proxy_headers=False,
            max_request_body_size=_UPLOAD_LIMIT,
            # Bodies stay in memory: a temporary file of them would outlive an erasure, or not fit on a full disk.
            inbuf_overflow=_UPLOAD_LIMIT + 1,
            outbuf_overflow=_UPLOAD_LIMIT + 1,
            channel_timeout=75,
            connection_limit=500,
        )

    def run(self) -> None:
        """Serve until the process is told to stop, then let running requests finish."""
        try:
            self._server.run()  # returns on SystemExit and KeyboardInterrupt
        finally:
            self.close()

    def close(self) -> None:
        """Close every socket."""
        wasyncore.close_all(self._sockets)

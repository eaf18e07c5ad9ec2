"""Puts the parts together: data folder, functions, application, server."""

from __future__ import annotations

import contextlib
import socket
from pathlib import Path

from local import template, welcome
from local.application import Application, log_line
from local.data_folder import DataFolder
from local.functions import load_functions
from local.server import Server


def start(listener: socket.socket, data: Path, *, quiet: bool = False) -> Server:
    """Make everything ready to serve, and say so.

    Parameters
    ----------
    listener
        The listening socket.
    data
        The data folder.
    quiet
        Whether to leave requests out of the log.

    Returns
    -------
    Server
        A server that only has to run.
    """
    stack = template.load()
    folder = DataFolder(data)
    engine = folder.open(stack)
    application = Application(
        stack,
        load_functions(stack),
        engine,
        log=None if quiet else log_line,
    )
    server = Server(application, listener)
    url = "http://{}:{}".format(*listener.getsockname())
    _greet(folder, url)
    return server


def _greet(folder: DataFolder, url: str) -> None:
    key = None
    if folder.is_new:
        from commonplace.accounts import issue_key

        key = issue_key(account=welcome.ACCOUNT, scopes=frozenset({"read", "write"}))
    with contextlib.suppress(OSError):  # nobody reads the output; the server is of use all the same
        print(welcome.text(url, folder.path, key), flush=True)
        folder.mark_welcomed()

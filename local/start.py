"""Puts the parts together: data folder, functions, application, server."""

from __future__ import annotations

import contextlib
import os
import socket
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from local import template, welcome
from local.application import Application, log_line
from local.backups import remove_leftovers
from local.data_folder import DataFolder
from local.dispatcher import Dispatcher
from local.functions import load_functions
from local.proxies import Proxies
from local.server import Server
from local.stack import Stack

if TYPE_CHECKING:
    from local.dynamodb import Engine


@dataclass(frozen=True)
class LocalRun:
    """A server and what works beside it."""

    server: Server
    dispatcher: Dispatcher

    def run(self) -> None:
        """Serve until the process is told to stop."""
        self.dispatcher.start()
        try:
            self.server.run()
        finally:
            self.dispatcher.stop()


def start(
    listener: socket.socket,
    data: Path,
    *,
    quiet: bool = False,
    dynamodb: bool = False,
    allowed_origins: str = "",
    proxies: Proxies | None = None,
) -> LocalRun:
    """Make everything ready to serve, and say so.

    Parameters
    ----------
    listener
        The listening socket.
    data
        The data folder.
    quiet
        Whether to leave requests out of the log.
    dynamodb
        Whether other processes reach the tables at ``/_dynamodb``, which asks for no credential.
    allowed_origins
        The template's parameter ``AllowedOrigins``.
    proxies
        Peers, besides loopback, whose forwarding headers count.

    Returns
    -------
    LocalRun
        It only has to run.
    """
    stack = template.load(parameters={**_connectors(), **_issuer(), "AllowedOrigins": allowed_origins})
    folder = DataFolder(data)
    remove_leftovers(folder)
    engine = folder.open(stack)
    functions = load_functions(stack, later=True)
    dispatcher = Dispatcher(stack, functions, engine, folder.path, log=log_line)
    _clean_after_erasures(stack, engine, dispatcher, folder)
    exposed = engine if dynamodb else None
    log = None if quiet else log_line
    server = Server(Application(stack, functions, exposed, log=log, proxies=proxies), listener)
    url = "http://{}:{}".format(*listener.getsockname())
    folder.note_address(url)
    os.environ["LINK_COMMAND"] = welcome.link_command(folder.path)  # the sign-in page says it
    _greet(folder, url, dynamodb=dynamodb)
    return LocalRun(server, dispatcher)


def _clean_after_erasures(stack: Stack, engine: Engine, dispatcher: Dispatcher, folder: DataFolder) -> None:
    """Let receipts wait until no file holds what was erased, and watch the disk."""
    from commonplace.storage.connection import wipe_with
    from local.disk import DiskWatch
    from local.wiping import Wiping

    wiping = Wiping(engine, dispatcher.store, stack.streams, folder.path, log_line)
    wipe_with(wiping)
    dispatcher.workers += [wiping, DiskWatch(engine, folder.path, time.time, log_line)]


def _connectors() -> dict[str, str]:
    """Let connectors lead to this machine, and take their secrets from the environment."""
    allowed = os.environ.get("CONNECTOR_ALLOWED_PRIVATE") or "loopback"
    return {"ConnectorAllowedPrivate": allowed, "ConnectorSecrets": "environment"}


# What the local run takes from the environment, as a stack from its parameters.
_ISSUER = {
    "OidcIssuer": "OIDC_ISSUER",
    "OidcAudience": "OIDC_AUDIENCE",
    "OidcClientId": "OIDC_CLIENT_ID",
    "OidcClientSecret": "OIDC_CLIENT_SECRET",
    "OidcDefaultScopes": "OIDC_DEFAULT_SCOPES",
}


def _issuer() -> dict[str, str]:
    """Take tokens of the issuer that the environment names, if it names one."""
    return {name: os.environ[variable] for name, variable in _ISSUER.items() if os.environ.get(variable)}


def _greet(folder: DataFolder, url: str, *, dynamodb: bool) -> None:
    key = None
    if folder.is_new:
        from commonplace.auth.keys import issue_key

        key = issue_key(account=welcome.ACCOUNT, name="first key")
    link, warning = _link(folder, url)
    with contextlib.suppress(OSError):  # nobody reads the output; the server is of use all the same
        print(welcome.text(url, folder.path, key, link, dynamodb=dynamodb), flush=True)
        folder.mark_welcomed()
    if warning:
        log_line(warning)


def _link(folder: DataFolder, url: str) -> tuple[str | None, str]:
    """Make a link to the dashboard; where the disk takes none, return what to say of that."""
    from commonplace.operations.http import process
    from local.disk import explain, fault_of

    try:
        return welcome.new_link(process(), url), ""
    except Exception as error:
        fault = fault_of(error, folder.database)
        if fault is None:
            raise
        return None, f"{explain(fault, folder.path)} Until then nothing new is stored; what is there can be read."

"""What a start prints: where it serves, how to call it, where the data lies."""

from __future__ import annotations

import json
import os
import shlex
import sys
import uuid
from pathlib import Path
from typing import TYPE_CHECKING

from local.defaults import DEFAULT_DATA

if TYPE_CHECKING:
    from commonplace.operations.runtime import Runtime

ACCOUNT = "local"


def new_link(runtime: Runtime, url: str) -> str:
    """Make a link that signs in to the dashboard once, within an hour.

    Parameters
    ----------
    runtime
        Tables and clock.
    url
        Where the server listens.
    """
    from commonplace.auth.keys import directory
    from commonplace.auth.sign_ins import new_link

    account_id = directory().account_named(ACCOUNT, f"acc_{uuid.uuid4().hex}", runtime.clock())
    return f"{url}/sign-in/link?code={new_link(runtime, account_id)}"


def link_command(data: Path) -> str:
    """Return the command that prints another link, as it is typed where the server was started.

    Parameters
    ----------
    data
        The data folder; the default one goes without saying.
    """
    return f"{_python()} -m local link{_chosen(data)}"


def text(url: str, data: Path, key: str | None, link: str | None, *, dynamodb: bool = False) -> str:
    """Compose the message of a start.

    Parameters
    ----------
    url
        Where the server listens.
    data
        The data folder.
    key
        A key that was just made; None where one was shown by an earlier start.
    link
        Signs in to the dashboard once; None where none could be made.
    dynamodb
        Whether other processes reach the tables.

    Returns
    -------
    str
        Lines for a terminal.
    """
    folder = shlex.quote(_short(data))
    lines = [f"Commonplace is ready at {url}", ""]
    if key is None:
        lines += [f"Another key:  {_python()} -m local key{_chosen(data)} --account {ACCOUNT}"]
    else:
        lines += [
            f"Your key, shown this once:  {key}",
            "",
            "Try it:",
            "",
            _curl(url, "remember", key, '{"text": "The user likes short answers.", "durable": true}'),
            _curl(url, "recall", key, "{}"),
            "",
            "Connect an agent over MCP (docs/clients/ shows how for each client):",
            "",
            _claude(url, key),
            _mcp_servers(url, key),
            "",
        ]
    lines += [
        f"Dashboard:    {link or url}",
        f"              ({'signs in once, within an hour; another' if link else 'a link'}: {link_command(data)})",
        f"Manage:       {_python()} -m local key{_chosen(data)} --account {ACCOUNT} --scopes read,write,manage",
        "              (a key for connectors, erasures, imports, and resets and raises of sessions)",
        f"MCP endpoint: {url}/mcp",
        *([f"DynamoDB:     {url}/_dynamodb (asks for no credential)"] if dynamodb else []),
        f"Data:         {folder}",
        "More:         README.md",
        "Stop:         Ctrl+C",
        "",
    ]
    return "\n".join(lines)


def _curl(url: str, tool: str, key: str, arguments: str) -> str:
    return (
        f"curl -s {url}/v1/tools/{tool} -H 'Authorization: Bearer {key}' "
        f"-H 'Content-Type: application/json' -d '{arguments}'"
    )


def _claude(url: str, key: str) -> str:
    return f"claude mcp add --transport http commonplace {url}/mcp --header 'Authorization: Bearer {key}'"


def _mcp_servers(url: str, key: str) -> str:
    """Write the configuration that most clients take, on one line."""
    server = {"type": "http", "url": f"{url}/mcp", "headers": {"Authorization": f"Bearer {key}"}}
    return json.dumps({"mcpServers": {"commonplace": server}})


def _chosen(data: Path) -> str:
    """Write the folder as an option, where another than the default was chosen."""
    return "" if data.absolute() == DEFAULT_DATA.absolute() else f" --data {shlex.quote(_short(data))}"


def _python() -> str:
    """Name the interpreter that runs this, which has what is needed."""
    return shlex.quote(_short(Path(sys.executable)))


def _short(path: Path) -> str:
    relative = os.path.relpath(path)
    return str(path) if relative.startswith("..") else relative

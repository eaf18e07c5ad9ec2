"""The commands: serve, key, link, export, import, backup and restore."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import signal
import sqlite3
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from local.defaults import DEFAULT_DATA

if TYPE_CHECKING:
    from local.proxies import Network
    from local.service import Service

DEFAULT_PORT = 8787
DEFAULT_URL = f"http://127.0.0.1:{DEFAULT_PORT}"
KEY_VARIABLE = "COMMONPLACE_KEY"
ORIGINS_VARIABLE = "ALLOWED_ORIGINS"
_SCOPES = ("read", "write", "manage")
_DEFAULT_SCOPES = ("read", "write")
_LEVELS = ("PUBLIC", "INTERNAL", "CONFIDENTIAL", "RESTRICTED")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Parameters
    ----------
    arguments
        The command line after the program's name.

    Returns
    -------
    int
        The exit code.
    """
    options = _parser().parse_args(arguments)
    os.umask(0o077)  # memories are for who keeps them, whatever the folder allows
    try:
        return int(options.run(options))
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        said = _of_disk(options, error)
        if said is None:
            raise
        return _fail(said)


def _of_disk(options: argparse.Namespace, error: Exception) -> str | None:
    """Say what is wrong with the disk of the data, and what to do, if that is what an error means."""
    data: Path | None = getattr(options, "data", None)
    if data is None:
        return None
    from local.data_folder import DataFolder
    from local.disk import explain, fault_of

    fault = fault_of(error, DataFolder(data).database)
    return None if fault is None else explain(fault, data)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m local",
        description="Run Commonplace on this machine: the functions, routes and tables of template.yaml.",
    )
    commands = parser.add_subparsers(required=True, metavar="command")
    _add_serve(commands.add_parser("serve", help="serve on localhost", description=serve.__doc__))
    _add_key(commands.add_parser("key", help="make a key and print it", description=key.__doc__))
    _add_link(commands.add_parser("link", help="print a link to the dashboard", description=link.__doc__))
    _add_export(commands.add_parser("export", help="write all of an account", description=export.__doc__))
    _add_import(commands.add_parser("import", help="take an export in", description=import_.__doc__))
    _add_backup(commands.add_parser("backup", help="copy all data to a file", description=backup.__doc__))
    _add_restore(commands.add_parser("restore", help="go back to a backup", description=restore.__doc__))
    return parser


def _add_serve(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--port", type=_port, default=DEFAULT_PORT, help="default %(default)s; 0 takes any free one"
    )
    _add_data(command)
    command.add_argument("--quiet", action="store_true", help="do not log requests")
    command.add_argument(
        "--dynamodb",
        action="store_true",
        help="let any program of this machine reach the tables at /_dynamodb, without a credential",
    )
    command.add_argument(
        "--allowed-origins",
        type=_origins,
        default=os.environ.get(ORIGINS_VARIABLE, ""),
        metavar="ORIGIN,...",
        help="web pages that may call the API from a browser, such as http://localhost:5173; "
        f"default: the environment's {ORIGINS_VARIABLE}",
    )
    command.add_argument(
        "--trusted-proxies",
        type=_networks,
        default=(),
        metavar="ADDRESS,...",
        help="addresses or networks, besides loopback, whose X-Forwarded-Proto and X-Forwarded-Host count",
    )
    command.set_defaults(run=serve)


def _add_key(command: argparse.ArgumentParser) -> None:
    _add_data(command)
    command.add_argument("--account", required=True, metavar="NAME", help="made if there is none of that name")
    command.add_argument(
        "--scopes",
        type=_scopes,
        default=frozenset(_DEFAULT_SCOPES),
        metavar="SCOPE,...",
        help="any of read, write and manage (connectors, erasures, imports, resets and raises of sessions); "
        f"default {','.join(_DEFAULT_SCOPES)}",
    )
    command.add_argument("--team", metavar="NAME", help="the key's team; made if there is none of that name")
    command.add_argument("--may-read", action="store_true", help="the account may read the team's memory")
    command.add_argument("--may-write", action="store_true", help="the account may share with the team")
    command.add_argument(
        "--level",
        choices=_LEVELS,
        default=_LEVELS[0],
        help="what the key reads up to and writes at in stores; default %(default)s",
    )
    command.add_argument(
        "--imperatives",
        choices=("quarantine", "keep"),
        help="what becomes of plain imperatives written with it; by default as the account's settings say",
    )
    command.set_defaults(run=key, parser=command)


def _add_link(command: argparse.ArgumentParser) -> None:
    _add_data(command)
    command.add_argument("--url", help="of the server; default: where it was started last")
    command.set_defaults(run=link)


def _add_export(command: argparse.ArgumentParser) -> None:
    _add_service(command, "write")
    command.add_argument(
        "file", type=Path, nargs="?", metavar="FILE", help="a new file; without one, or with -, to the output"
    )
    command.add_argument("--force", action="store_true", help="replace the file if it is there")
    command.set_defaults(run=export)


def _add_import(command: argparse.ArgumentParser) -> None:
    _add_service(command, "manage")
    command.add_argument("file", metavar="FILE", help="as export wrote it; - reads from the input")
    command.set_defaults(run=import_)


def _add_backup(command: argparse.ArgumentParser) -> None:
    _add_data(command)
    command.add_argument("file", type=Path, metavar="FILE", help="a new file")
    command.set_defaults(run=backup)


def _add_restore(command: argparse.ArgumentParser) -> None:
    _add_data(command)
    command.add_argument("file", type=Path, metavar="FILE", help="as backup wrote it")
    command.set_defaults(run=restore)


def _add_service(command: argparse.ArgumentParser, scope: str) -> None:
    command.add_argument("--url", default=DEFAULT_URL, help="of the service; default %(default)s")
    command.add_argument("--key", help=f"with the scope {scope}; default: the environment's {KEY_VARIABLE}")
    command.add_argument("--quiet", action="store_true", help="do not tell how far it is")


def _add_data(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--data", type=Path, default=DEFAULT_DATA, metavar="DIR", help="the data folder; default %(default)s"
    )


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"{text} is no port; take a number from 1 to 65535, or 0")
    return int(text)


_ORIGIN = re.compile(r"https?://([a-z0-9.\-]+|\[[0-9a-f:]+\])(:\d{1,5})?")


def _origins(text: str) -> str:
    """Read origins as browsers write them; return them as the template's parameter."""
    origins = [part.strip().lower() for part in text.split(",") if part.strip()]
    for origin in origins:
        if not _ORIGIN.fullmatch(origin):
            raise argparse.ArgumentTypeError(f"{origin} is no origin; write it as http://localhost:5173")
    return ",".join(origins)


def _networks(text: str) -> tuple[Network, ...]:
    from local.proxies import read_networks

    try:
        return read_networks(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}; take addresses or networks, such as 10.0.0.7") from None


def _scopes(text: str) -> frozenset[str]:
    scopes = frozenset(part.strip() for part in text.split(","))
    if not scopes <= frozenset(_SCOPES):
        raise argparse.ArgumentTypeError(f"{text} is unknown; take any of {','.join(_SCOPES)}")
    return scopes


def serve(options: argparse.Namespace) -> int:
    """Serve the API of template.yaml on localhost. The first start prints a key."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _stop)

    from local import data_folder, deploy, functions, server, yaml_tags
    from local.proxies import Proxies
    from local.start import start

    try:
        listener = server.listen(options.port)
    except server.PortError as error:
        other = f"python -m local serve --port {options.port + 1}"
        return _fail(f"{error} Stop that, or take another: {other} (make run PORT={options.port + 1}).")
    try:
        start(
            listener,
            options.data,
            quiet=options.quiet,
            dynamodb=options.dynamodb,
            allowed_origins=options.allowed_origins,
            proxies=Proxies(options.trusted_proxies),
        ).run()
    except (data_folder.DataError, deploy.DeployError, yaml_tags.TemplateError) as error:
        return _fail(str(error))
    except sqlite3.DatabaseError as error:
        return _fail(_damaged(options.data, error))
    except functions.LoadError as error:
        if error.__cause__ is not None:
            traceback.print_exception(error.__cause__)
        return _fail(str(error))
    finally:
        listener.close()
    return 0


def _stop(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(0)


def key(options: argparse.Namespace) -> int:
    """Make a key and print it, and nothing else. Works beside a running server and without one."""
    if options.team is None and (options.may_read or options.may_write):
        options.parser.error("--may-read and --may-write need --team")

    if (failure := _open(options.data, new=True)) is not None:
        return failure

    from commonplace.auth.keys import issue_key
    from commonplace.domain.imperatives import Imperatives
    from commonplace.domain.levels import Level
    from commonplace.refusals.errors import Refusal

    try:
        made = issue_key(
            account=options.account,
            scopes=options.scopes,
            team=options.team,
            # Not said is not denied: a membership that is there stays as it is.
            may_read=options.may_read or None,
            may_write=options.may_write or None,
            level=Level[options.level],
            imperatives=options.imperatives and Imperatives(options.imperatives),
        )
    except Refusal as error:  # a name that cannot be one
        return _fail(str(error), 2)
    print(made)
    return 0


def link(options: argparse.Namespace) -> int:
    """Print a link that signs in to the dashboard once, within an hour. Works beside a running server."""
    if (failure := _open(options.data)) is not None:
        return failure

    from commonplace.operations.http import process
    from local.data_folder import DataFolder
    from local.welcome import new_link

    url = options.url or DataFolder(options.data).address or DEFAULT_URL
    print(new_link(process(), url.rstrip("/")))
    return 0


def _open(data: Path, *, new: bool = False) -> int | None:
    """Open a data folder for the functions' code; where that fails, say so and return the exit code.

    Parameters
    ----------
    data
        The folder.
    new
        Whether it is made where it is not there.
    """
    from local import data_folder, deploy, template

    folder = data_folder.DataFolder(data)
    try:
        if not new:
            folder.require()
        folder.open(template.load())
    except (data_folder.DataError, deploy.DeployError, template.TemplateError) as error:
        return _fail(str(error))
    except sqlite3.DatabaseError as error:
        return _fail(_damaged(data, error))
    return None


def export(options: argparse.Namespace) -> int:
    """Write everything of an account that the key may read to a file or the output, as one JSON document."""
    from local.exporting import TargetError, said, whole_file
    from local.exporting import export as write
    from local.service import ServiceError

    progress, file = _progress(options), options.file
    try:
        service = _service(options)
        if file is None or file == Path("-"):
            count = write(service, sys.stdout.buffer, progress, ascii_only=True)
        else:
            with whole_file(file, force=options.force) as out:
                count = write(service, out, progress)
            print(json.dumps({"records": count}))
    except ServiceError as error:
        return _fail(f"The export is not complete: {error}")
    except TargetError as error:
        return _fail(f"Nothing was exported: {error}.")
    except OSError as error:  # of the output
        sys.stdout = None  # what it still holds cannot be written either
        return _fail(f"The export is not complete: the output cannot be written: {said(error)}.")
    progress(f"complete: {count:,} records")
    return 0


def import_(options: argparse.Namespace) -> int:
    """Send an export's memories and stores to an account; what is refused is told by its line."""
    from local import functions, template
    from local.importing import FileError, import_file
    from local.service import ServiceError

    functions.prepare(template.load())
    from commonplace.export.reading import LINE_BYTES, read_json

    try:
        with (
            contextlib.nullcontext(sys.stdin.buffer)
            if options.file == "-"
            else Path(options.file).open("rb") as file
        ):
            done = import_file(_service(options), file, _progress(options), read_json, LINE_BYTES)
    except OSError as error:
        return _fail(f"{options.file} cannot be read: {error.strerror}.", 2)
    except FileError as error:
        return _fail(f"Nothing was imported: {error}.", 2)
    except ServiceError as error:
        return _fail(
            f"The import stopped: {error}. Import the file again to go on: what is there is left as it is."
        )
    for number, why in sorted(done.refused):
        print(f"{done.unit} {number}: {why}", file=sys.stderr)
    if not done.complete:
        after = f"after {done.unit} {done.last}"
        print(f"The file has no end: it may have been cut off {after}.", file=sys.stderr)
    print(json.dumps({**done.counts, "renamed": done.renamed, "refused": len(done.refused)}))
    return 1 if done.refused or not done.complete else 0


def backup(options: argparse.Namespace) -> int:
    """Copy all data as it stands into one file, beside a running server or without one."""
    signal.signal(signal.SIGTERM, _stop)  # what is half written is deleted
    from local import backups, data_folder

    try:
        backups.back_up(data_folder.DataFolder(options.data), options.file)
    except data_folder.DataError as error:
        return _fail(str(error))
    except sqlite3.DatabaseError as error:
        return _fail(_damaged(options.data, error))
    return 0


def restore(options: argparse.Namespace) -> int:
    """Put a backup in the place of the data, without what was erased since it was made. No server may run."""
    from local import backups, data_folder, deploy, template

    try:
        done = backups.restore(data_folder.DataFolder(options.data), options.file, template.load())
    except (data_folder.DataError, deploy.DeployError, template.TemplateError) as error:
        return _fail(str(error))
    except sqlite3.DatabaseError as error:
        return _fail(_damaged(options.file, error))
    print(json.dumps({"erased_anew": done.erased_anew}))
    if not done.knows_later:
        print(
            "This folder held no data of the backup's accounts: what was erased, reset or read since the backup"
            " was made is not known here. Erase anew what must not be there, and let agents begin new sessions.",
            file=sys.stderr,
        )
    return 0


def _service(options: argparse.Namespace) -> Service:
    from local.service import Service, ServiceError

    found = options.key or os.environ.get(KEY_VARIABLE)
    if not found:
        raise ServiceError(0, f"no key: give --key, or set {KEY_VARIABLE}")
    if not found.isascii() or not found.isprintable():
        raise ServiceError(0, "the key is none: it has letters, digits and underscores")
    if not options.url.startswith(("http://", "https://")):
        raise ServiceError(0, "the address must begin with http:// or https://")
    return Service(options.url, found)


def _progress(options: argparse.Namespace) -> Callable[[str], None]:
    return (lambda _: None) if options.quiet else (lambda text: print(text, file=sys.stderr))


def _damaged(data: Path, error: sqlite3.DatabaseError) -> str:
    from local.data_folder import DataFolder
    from local.disk import explain, fault_of

    if (fault := fault_of(error, DataFolder(data).database)) is not None:
        return explain(fault, data)
    if not isinstance(error, sqlite3.OperationalError):  # it is no database, or a damaged one
        advice = "Go back to a backup (python -m local restore FILE), or move the folder away to start anew."
    else:
        advice = "Nothing was changed."
    return f"The files in {data} cannot be used: {error}. {advice}"


def _fail(text: str, code: int = 1) -> int:
    print(text, file=sys.stderr)
    return code

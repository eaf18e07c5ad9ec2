"""``python -m local export``: joins the pages of an export into one JSON document, one record per line."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from local.service import Service

_HEAD_FIELDS = ("format", "version", "exported_at", "level")


class TargetError(Exception):
    """The file cannot be written; what was there before is as it was."""


def export(service: Service, out: BinaryIO, progress: Callable[[str], None], *, ascii_only: bool = False) -> int:
    """Write everything that the key may read; return the number of records.

    One page is in memory at a time. An incomplete document has no end and is not valid JSON.

    Parameters
    ----------
    service, out
        From where, and to where.
    progress
        Called with a line of text after each page.
    ascii_only
        Whether to write other characters as escapes: they stay what they are where a shell reads the output in
        its own code page and writes it anew, as PowerShell's ``>`` does.

    Raises
    ------
    ServiceError
        If the service does not answer.
    """
    cursor: str | None = None
    count = 0
    while True:
        page = service.post("/v1/owner/export", json.dumps({} if cursor is None else {"cursor": cursor}).encode())
        if cursor is None:
            about = json.dumps({name: page[name] for name in _HEAD_FIELDS}, separators=(",", ":"))
            out.write(f'{about[:-1]},"records":[\n'.encode())
        for record in page["records"]:
            out.write((b",\n" if count else b"") + _line(record, ascii_only=ascii_only))
            count += 1
        progress(f"page {page['page']}: {count:,} records")
        cursor = page["next_cursor"]
        if cursor is None:
            out.write(b"\n]}\n")
            out.flush()
            return count


@contextlib.contextmanager
def whole_file(path: Path, *, force: bool = False) -> Iterator[BinaryIO]:
    """Write a file that is there whole or not at all: beside its place first, for its owner's eyes alone.

    Parameters
    ----------
    path
        Where.
    force
        Whether a file that is there may be replaced; of a link, the file that it leads to.

    Raises
    ------
    TargetError
        If there is one, or it cannot be written.
    """
    if path.is_dir():
        raise TargetError(f"{path} is a folder; name a file in it")
    if path.exists() and not path.is_file():  # replacing a device or a pipe would take it away
        raise TargetError(f"{path} is no file; write to the output instead, and send that there")
    if not force and os.path.lexists(path):
        raise _there(path)
    path = path.resolve()  # of a link, what it leads to is replaced
    beside = path.with_name(f".{path.name[:200]}.{secrets.token_hex(4)}.part")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        _move(beside, path, force=force)
    except OSError as error:
        raise TargetError(f"{path} cannot be written: {said(error)}") from error
    finally:
        beside.unlink(missing_ok=True)


def said(error: OSError) -> str:
    """Say what kept a file from being written, and what to do about a full disk."""
    words = error.strerror or type(error).__name__
    is_full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    return f"{words}; free some space, or write to another disk" if is_full else words


def _move(beside: Path, path: Path, *, force: bool) -> None:
    if force:
        beside.replace(path)
        return
    try:
        os.link(beside, path)  # unlike a rename it never replaces what came there meanwhile
    except FileExistsError:
        raise _there(path) from None
    except OSError:  # a file system without links
        if os.path.lexists(path):
            raise _there(path) from None
        beside.rename(path)


def _there(path: Path) -> TargetError:
    return TargetError(f"{path} is there already; choose another file, or replace it with --force")


def _line(record: Any, *, ascii_only: bool) -> bytes:
    try:
        return json.dumps(record, ensure_ascii=ascii_only, separators=(",", ":")).encode()
    except UnicodeEncodeError:  # half a surrogate pair, in a connector's result
        return json.dumps(record, separators=(",", ":")).encode()

"""What keeps the file from being written: a full disk, a quota, a read-only disk, one that fails."""

from __future__ import annotations

import errno
import os
import sqlite3
import tempfile
from enum import StrEnum
from pathlib import Path

from .errors import ApiError

# More than a page of the log and of its index, which are what the database asks for first.
_PROBE = b"\0" * 131_072
_FAILED = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
}


class DiskFault(StrEnum):
    """Why the disk takes nothing."""

    FULL = "full"
    QUOTA = "quota"
    READ_ONLY = "read only"
    FAILING = "failing"


_BY_ERRNO = {
    errno.ENOSPC: DiskFault.FULL,
    errno.EDQUOT: DiskFault.QUOTA,
    errno.EROFS: DiskFault.READ_ONLY,
    errno.EACCES: DiskFault.READ_ONLY,
    errno.EPERM: DiskFault.READ_ONLY,
    errno.EIO: DiskFault.FAILING,
}
# DynamoDB has no such errors: its storage has no end.
_ERRORS = {
    DiskFault.FULL: ("StorageFullException", "The disk of the database is full", 507),
    DiskFault.QUOTA: ("StorageQuotaException", "The quota of the database's disk is used up", 507),
    DiskFault.READ_ONLY: ("StorageReadOnlyException", "The database may not be written", 507),
    DiskFault.FAILING: ("StorageFailedException", "The disk of the database fails", 500),
}


def disk_fault(error: BaseException, file: Path) -> DiskFault | None:
    """Return which fault of the disk an error of SQLite or of the system means; None: it means none.

    SQLite says of most of them the same, "disk I/O error": what they are is found out by writing a little beside
    the file.

    Parameters
    ----------
    error : BaseException
    file : Path
        The database.
    """
    if isinstance(error, OSError):
        return _BY_ERRNO.get(error.errno or 0)
    code = getattr(error, "sqlite_errorcode", None)
    if not isinstance(error, sqlite3.Error) or code is None or code & 0xFF not in _FAILED:
        return None
    found = probe(file.parent)
    if found is not None:
        return found
    match code & 0xFF:
        case sqlite3.SQLITE_FULL:
            return DiskFault.FULL
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return DiskFault.READ_ONLY
        case sqlite3.SQLITE_CANTOPEN if file.exists() and not os.access(file, os.R_OK | os.W_OK):
            return DiskFault.READ_ONLY
    return DiskFault.FAILING


def probe(folder: Path) -> DiskFault | None:
    """Write a little into a folder, and return what keeps it from being written; nothing of it stays."""
    try:
        with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
            written = 0
            while written < len(_PROBE):  # a disk that fills up takes a part
                written += file.write(_PROBE[written:])
            os.fsync(file.fileno())
    except OSError as error:
        return _BY_ERRNO.get(error.errno or 0, DiskFault.FAILING)
    return None


def api_error(fault: DiskFault) -> ApiError:
    """Return the error that a caller of the API sees."""
    return ApiError(*_ERRORS[fault])

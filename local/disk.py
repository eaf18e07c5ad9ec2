"""What is said where the disk takes nothing more: what happened, what to do, and that nothing is lost."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from local.dynamodb.disk import DiskFault, disk_fault, probe

if TYPE_CHECKING:
    from local.dynamodb import Engine

_SAFE = "Nothing that was stored is lost."


def fault_of(error: BaseException, database: Path) -> DiskFault | None:
    """Return which fault of the disk an error means, wherever it was raised; None: it means none.

    Parameters
    ----------
    error
        Also one of a DynamoDB client of the embedded engine, or one with such a cause.
    database
        The file of the engine.
    """
    if isinstance(error, OSError | sqlite3.Error):
        return disk_fault(error, database)
    response = getattr(error, "response", None)
    code = response.get("Error", {}).get("Code", "") if isinstance(response, dict) else ""
    return _BY_CODE.get(str(code))


_BY_CODE = {
    "StorageFullException": DiskFault.FULL,
    "StorageQuotaException": DiskFault.QUOTA,
    "StorageReadOnlyException": DiskFault.READ_ONLY,
    "StorageFailedException": DiskFault.FAILING,
}


def explain(fault: DiskFault, folder: Path) -> str:
    """Say what is wrong with the disk of the data folder, and what to do."""
    match fault:
        case DiskFault.FULL:
            return (
                f"The disk of {folder} is full ({_free(folder)}). {_SAFE} Make room on that disk: delete old"
                " backups and exports, downloads, the trash, container images or logs, and leave the files in"
                f" {folder} where they are."
            )
        case DiskFault.QUOTA:
            return (
                f"Your quota on the disk of {folder} is used up. {_SAFE} Delete other files of yours there, or"
                f" have the quota raised; leave the files in {folder} where they are."
            )
        case DiskFault.READ_ONLY:
            return (
                f"The files in {folder} may not be written: they belong to another user, or the disk is read-only."
                f" {_SAFE} Allow writing (ls -l {folder}; mount), or choose another folder (--data DIR,"
                " make run DATA=DIR)."
            )
        case DiskFault.FAILING:
            return (
                f"The disk of {folder} answers with errors (I/O error). Make a backup onto another disk now"
                " (python -m local backup FILE), and look at the system's log (dmesg)."
            )


def explain_target(fault: DiskFault, file: Path) -> str:
    """Say what is wrong with the disk that a file is written to; nothing of the file stays there."""
    folder = file.absolute().parent
    match fault:
        case DiskFault.FULL:
            return (
                f"The disk that {file} is to be written to is full ({_free(folder)}): make room there, or name a"
                " file on another disk. No part of it was left, and the data is untouched."
            )
        case DiskFault.QUOTA:
            return (
                f"Your quota on the disk that {file} is to be written to is used up: name a file on another disk."
                " No part of it was left, and the data is untouched."
            )
        case DiskFault.READ_ONLY:
            return f"{file} may not be written there: name a file in a folder of yours."
        case DiskFault.FAILING:
            return f"The disk that {file} is to be written to answers with errors: name a file on another disk."


def _free(folder: Path) -> str:
    try:
        found = os.statvfs(folder)
    except OSError:
        return "no room is left"
    free = found.f_bavail * found.f_frsize
    if free and not found.f_favail and found.f_files:
        return "it can hold no more files, however small"
    return f"{free / 1_048_576:,.1f} MB are free" if free else "no room is left"


class DiskWatch:
    """Says once that the disk takes nothing more, and once that it does again.

    Parameters
    ----------
    engine
        Counts what the disk has refused.
    folder
        Of the data.
    clock
        Epoch seconds.
    log
        Takes a line.
    """

    name = "disk"

    def __init__(
        self, engine: Engine, folder: Path, clock: Callable[[], float], log: Callable[[str], None]
    ) -> None:
        self._engine, self._folder, self._clock, self._log = engine, folder, clock, log
        self._seen = 0
        self._told: DiskFault | None = None
        self._not_before = 0.0

    def step(self) -> bool:
        """Look at what has been refused since the last step."""
        now = self._clock()
        refused = self._engine.disk_faults
        if (refused == self._seen and self._told is None) or now < self._not_before:
            return False
        self._seen, self._not_before = refused, now + _WATCH_SECONDS
        found = probe(self._folder)
        if found is not None and found is not self._told:
            self._log(f"{explain(found, self._folder)} The server goes on by itself once there is room.")
        elif found is None and self._told is not None:
            self._log("The disk takes writes again.")
        self._told = found
        return False


_WATCH_SECONDS = 5.0

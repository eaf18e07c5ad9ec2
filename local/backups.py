"""Backups of the local data: made while a server runs, and restored without what was erased since."""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from local.data_folder import DataError, DataFolder
from local.deploy import create_tables
from local.disk import explain, explain_target, fault_of
from local.functions import prepare
from local.stack import Stack

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

_LEDGER = "ErasuresTable"
_SESSIONS = "SessionsTable"
_DIRECTORY = "DirectoryTable"
_LOCK = "dispatcher.lock"
_RESTORED = "restored.db"  # while it is made
_SQLITE_SUFFIXES = ("-wal", "-shm")  # files of SQLite next to a database


@dataclass(frozen=True)
class Restored:
    """The result of a restore.

    Attributes
    ----------
    erased_anew
        How many items were deleted again from the restored data, by table.
    knows_later
        Whether the previous data could tell what was erased since the backup was made.
    """

    erased_anew: dict[str, int]
    knows_later: bool


def back_up(folder: DataFolder, to: Path) -> None:
    """Copy all tables into one new file; a server may run meanwhile.

    The copy is made under another name beside it, and is there as a whole or not at all. It holds rows alone, and
    nothing that was deleted.

    Raises
    ------
    DataError
        If there is no data, or the file exists or cannot be written.
    """
    folder.require()
    _check_new(to)
    part = to.with_name(f".{to.name}.{os.getpid()}.part")
    with contextlib.ExitStack() as stack:
        stack.callback(_delete, part)
        source = _open_to_read(folder, stack)
        try:
            source.execute("VACUUM INTO ?", (str(part),))
            _write_through(part)
            _check_new(to)
            part.rename(to)
        except (sqlite3.Error, OSError) as error:
            fault = fault_of(error, part)
            if fault is None:
                raise
            raise DataError(explain_target(fault, to)) from error


def _check_new(to: Path) -> None:
    if to.exists():
        raise DataError(f"{to} is there already; choose another file.")
    if not to.absolute().parent.is_dir():
        raise DataError(f"There is no folder {to.absolute().parent} to write {to.name} to.")


def _open_to_read(folder: DataFolder, stack: contextlib.ExitStack) -> sqlite3.Connection:
    """Open the database for reading, also where its disk is full or read-only.

    A reader shares a small file beside the database with writers; a full disk does not take it where no server has
    made it. Then nobody else may use the data, and nothing is shared.
    """
    uri = f"{folder.database.resolve().as_uri()}?mode=ro"
    opened = stack.enter_context(contextlib.closing(sqlite3.connect(uri, uri=True, isolation_level=None)))
    try:
        opened.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        fault, log = fault_of(error, folder.database), Path(f"{folder.database}-wal")
        if fault is None:
            raise
        if log.exists() and log.stat().st_size:  # what is in it would be left out
            raise DataError(explain(fault, folder.path)) from error
        stack.enter_context(_unused(folder))
        opened = sqlite3.connect(f"{uri}&immutable=1", uri=True, isolation_level=None)
        return stack.enter_context(contextlib.closing(opened))
    return opened


def _write_through(file: Path) -> None:
    """Have a file written to its disk: one that takes it only seemingly says so now."""
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())


def remove_leftovers(folder: DataFolder) -> None:
    """Delete what a restore that was killed has left, unless one is running."""
    with contextlib.suppress(DataError, OSError), _exclusive(folder):
        _delete(folder.path / _RESTORED)


def restore(folder: DataFolder, backup: Path, stack: Stack) -> Restored:
    """Replace the data with a backup, and erase again what was erased since the backup was made.

    The ledger of erasures keeps its current state, as does each session's level and generation: they record
    what must not come back. The backup replaces the data only when all of that is done.

    Raises
    ------
    DataError
        If there is no such backup, a server runs, or what was erased since cannot be read.
    """
    if not backup.is_file():
        raise DataError(f"There is no backup {backup}.")
    folder.make()
    restored = folder.path / _RESTORED
    with _exclusive(folder):
        _delete(restored)
        try:
            _copy_checked(backup, restored, stack)
            done = _replay(folder.database, restored, stack)
            _delete(folder.database, keep_file=True)
            restored.replace(folder.database)
        finally:
            _delete(restored)
        # Its checkpoints belong to the replaced streams; workers start with the last day of the backup.
        _delete(folder.path / "dispatcher.db")
    return done


def _copy_checked(backup: Path, copy: Path, stack: Stack) -> None:
    """Copy a backup; refuse one that is damaged or lacks our tables, as an empty file does."""
    try:
        _copy(backup, copy)
        whole = _is_whole(copy, stack)
    except sqlite3.DatabaseError as error:
        if (fault := fault_of(error, copy)) is not None:
            raise DataError(f"Nothing was restored. {explain(fault, copy.parent)}") from error
        raise DataError(f"{backup} is no whole backup: {error}; nothing was restored.") from error
    if not whole:
        raise DataError(f"{backup} is no whole backup; nothing was restored.")


def _is_whole(copy: Path, stack: Stack) -> bool:
    with contextlib.closing(sqlite3.connect(copy)) as opened:
        if opened.execute("PRAGMA quick_check").fetchall() != [("ok",)]:
            return False
        found = opened.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'tables'"
        ).fetchall()
        names = {name for (name,) in opened.execute("SELECT name FROM tables")} if found else set()
    return stack.tables[_DIRECTORY].name in names


def _replay(current: Path, restored: Path, stack: Stack) -> Restored:
    from local.dynamodb import Engine, connect  # boto3 is slow to import

    prepare(stack)
    before, after = Engine(current), Engine(restored)
    try:
        known, client = connect(before), connect(after)
        create_tables(known, stack)
        create_tables(client, stack)
        knows_later = _same_accounts(known, client, stack)
        _join_ledgers(known, client, stack)

        from commonplace.erasure.replay import Unreadable, replay
        from commonplace.operations.runtime import runtime
        from commonplace.storage.connection import use

        use(client)
        try:
            erased = replay(runtime(), _items(known, stack.tables[_SESSIONS].name))
        except Unreadable as error:
            raise DataError(f"Nothing was restored: {error}.") from error
        finally:
            use(None)
        after.rewrite()  # what was erased anew is in no free space of the file either
        after.truncate_log()
        return Restored(erased, knows_later)
    finally:
        before.close()
        after.close()


def _same_accounts(known: DynamoDBClient, client: DynamoDBClient, stack: Stack) -> bool:
    """Return whether the data and the backup share an account: then one ledger continues the other."""
    table = stack.tables[_DIRECTORY].name
    accounts, of_backup = (
        {item["entity"]["S"] for item in _items(one, table) if item["entity"]["S"].startswith("account/")}
        for one in (known, client)
    )
    return not of_backup or bool(accounts & of_backup)


def _join_ledgers(known: DynamoDBClient, client: DynamoDBClient, stack: Stack) -> None:
    """Update the backup's ledger with the data's; erasures that the data lacks stay as the backup has them.

    Data of the same accounts has every erasure of the backup in its current state. A new folder has none, so the
    erasures that were open when the backup was made continue.
    """
    from commonplace.storage.erasures import erasure_of

    table = stack.tables[_LEDGER]
    keys = [key["AttributeName"] for key in table.create["KeySchema"]]
    later = _items(known, table.name)
    current = {erasure_of(item) for item in later}
    for item in _items(client, table.name):
        if erasure_of(item) in current:
            client.delete_item(TableName=table.name, Key={key: item[key] for key in keys})
    for item in later:
        client.put_item(TableName=table.name, Item=item)


def _items(client: DynamoDBClient, table: str) -> list[dict[str, Any]]:
    pages = client.get_paginator("scan").paginate(TableName=table)
    return [item for page in pages for item in page["Items"]]


def _copy(source: Path, target: Path) -> None:
    with (
        contextlib.closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as opened,
        contextlib.closing(sqlite3.connect(target)) as made,
    ):
        opened.backup(made)


def _delete(file: Path, *, keep_file: bool = False) -> None:
    for path in (*([] if keep_file else [file]), *(Path(f"{file}{ending}") for ending in _SQLITE_SUFFIXES)):
        path.unlink(missing_ok=True)


@contextlib.contextmanager
def _exclusive(folder: DataFolder) -> Iterator[None]:
    """Hold the lock that a running server holds."""
    (folder.path / _LOCK).touch()
    with _unused(folder):
        yield


@contextlib.contextmanager
def _unused(folder: DataFolder) -> Iterator[None]:
    """Hold the lock that a running server holds, if there is its file: a read-only disk takes no new one."""
    if not (folder.path / _LOCK).exists():
        yield
        return
    with (folder.path / _LOCK).open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise DataError(f"A server uses {folder.path}; stop it first.") from None
        yield

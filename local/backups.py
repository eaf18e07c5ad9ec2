"""Backups of the local data: made beside a running server, and restored without what was erased since."""

from __future__ import annotations

import contextlib
import fcntl
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from local.data_folder import DataError, DataFolder
from local.deploy import create_tables
from local.functions import prepare
from local.stack import Stack

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

_LEDGER = "ErasuresTable"
_SESSIONS = "SessionsTable"
_DIRECTORY = "DirectoryTable"
_BESIDE = ("-wal", "-shm")  # what SQLite keeps beside a file


@dataclass(frozen=True)
class Restored:
    """What became of a backup.

    Attributes
    ----------
    erased_anew
        How many items were deleted from what was restored, by table.
    knows_later
        Whether there was data of before that knows what was erased since the backup was made.
    """

    erased_anew: dict[str, int]
    knows_later: bool


def back_up(folder: DataFolder, to: Path) -> None:
    """Copy all tables as they stand into one file; a server may go on meanwhile.

    Parameters
    ----------
    folder
        The data.
    to
        The new file.

    Raises
    ------
    DataError
        Where there is no data, or the file is there already.
    """
    folder.require()
    if to.exists():
        raise DataError(f"{to} is there already; choose another file.")
    _copy(folder.database, to)


def restore(folder: DataFolder, backup: Path, stack: Stack) -> Restored:
    """Put a backup in the place of the data, and erase anew what was erased since it was made.

    The ledger of erasures does not go back to what it was, nor does a session's level or generation: they tell
    what must not come back. The backup takes the data's place only when all of that is done.

    Parameters
    ----------
    folder
        The data; no server may use it.
    backup
        As :func:`back_up` made it.
    stack
        The loaded template.

    Returns
    -------
    Restored
        What was erased anew.

    Raises
    ------
    DataError
        Where there is no such backup, a server runs, or what was erased since cannot be read.
    """
    if not backup.is_file():
        raise DataError(f"There is no backup {backup}.")
    folder.make()
    restored = folder.path / "restored.db"
    with _alone(folder):
        _delete(restored)
        try:
            _take(backup, restored, stack)
            done = _replay(folder.database, restored, stack)
            _delete(folder.database, only_beside=True)
            restored.replace(folder.database)
        finally:
            _delete(restored)
        # Its places belong to the streams of before; they begin anew with what the backup holds of the last day.
        _delete(folder.path / "dispatcher.db")
    return done


def _take(backup: Path, copy: Path, stack: Stack) -> None:
    """Copy a backup, and refuse what is damaged, or never had our tables: an empty file is a database, too."""
    try:
        _copy(backup, copy)
        whole = _is_whole(copy, stack)
    except sqlite3.DatabaseError as error:
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
        return Restored(erased, knows_later)
    finally:
        before.close()
        after.close()


def _same_accounts(known: DynamoDBClient, client: DynamoDBClient, stack: Stack) -> bool:
    """Tell whether the data is of the accounts of the backup, so that its ledger goes on with the backup's."""
    table = stack.tables[_DIRECTORY].name
    accounts, of_backup = (
        {item["entity"]["S"] for item in _items(one, table) if item["entity"]["S"].startswith("account/")}
        for one in (known, client)
    )
    return not of_backup or bool(accounts & of_backup)


def _join_ledgers(known: DynamoDBClient, client: DynamoDBClient, stack: Stack) -> None:
    """Let the backup's ledger go on as the data's has; what the data does not know of stays as the backup has it.

    Data of the same accounts knows every erasure of the backup, and where it is by now. A new folder, or one that
    was begun anew after the data was lost, knows none: the erasures that were open when the backup was made go on.
    """
    from commonplace.storage.erasures import erasure_of

    table = stack.tables[_LEDGER]
    keys = [key["AttributeName"] for key in table.create["KeySchema"]]
    later = list(_items(known, table.name))
    met = {erasure_of(item) for item in later}
    for item in _items(client, table.name):
        if erasure_of(item) in met:
            client.delete_item(TableName=table.name, Key={key: item[key] for key in keys})
    for item in later:
        client.put_item(TableName=table.name, Item=item)


def _items(client: DynamoDBClient, table: str) -> Iterator[dict[str, Any]]:
    scan: dict[str, Any] = {"TableName": table}
    found: list[dict[str, Any]] = []
    while True:
        answer = client.scan(**scan)
        found += answer["Items"]
        if "LastEvaluatedKey" not in answer:
            return iter(found)
        scan["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


def _copy(source: Path, target: Path) -> None:
    with (
        contextlib.closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as opened,
        contextlib.closing(sqlite3.connect(target)) as made,
    ):
        opened.backup(made)


def _delete(file: Path, *, only_beside: bool = False) -> None:
    for path in (*([] if only_beside else [file]), *(Path(f"{file}{ending}") for ending in _BESIDE)):
        path.unlink(missing_ok=True)


@contextlib.contextmanager
def _alone(folder: DataFolder) -> Iterator[None]:
    """Hold what a running server holds."""
    with (folder.path / "dispatcher.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise DataError(f"A server uses {folder.path}; stop it first.") from None
        yield

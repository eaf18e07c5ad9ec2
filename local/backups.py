"""Backups of the local data: made beside a running server, and restored without what was erased since."""

from __future__ import annotations

import contextlib
import fcntl
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from local.data_folder import DataError, DataFolder
from local.deploy import create_tables
from local.functions import prepare
from local.stack import Stack

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

_LEDGER = "ErasuresTable"
_BESIDE = ("-wal", "-shm")  # what SQLite keeps beside a file


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
    if not folder.database.exists():
        raise DataError(f"There is no data in {folder.path}.")
    if to.exists():
        raise DataError(f"{to} is there already; choose another file.")
    _copy(folder.database, to)


def restore(folder: DataFolder, backup: Path, stack: Stack) -> dict[str, int]:
    """Put a backup in the place of the data, and erase anew what was erased since it was made.

    The ledger of erasures is not restored: it tells what must not come back. The backup takes the data's place
    only when all of that is done.

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
    dict[str, int]
        How many items were deleted from what was restored, by table.

    Raises
    ------
    DataError
        Where there is no such backup, or a server runs.
    """
    if not backup.is_file():
        raise DataError(f"There is no backup {backup}.")
    folder.make()
    restored = folder.path / "restored.db"
    with _alone(folder):
        _delete(restored)
        _copy(backup, restored)
        try:
            deleted = _replay(folder.database, restored, stack)
            _delete(folder.database, only_beside=True)
            restored.replace(folder.database)
        finally:
            _delete(restored)
        # Its places belong to the streams of before; they begin anew with what the backup holds of the last day.
        _delete(folder.path / "dispatcher.db")
    return deleted


def _replay(current: Path, restored: Path, stack: Stack) -> dict[str, int]:
    from local.dynamodb import Engine, connect  # boto3 is slow to import

    prepare(stack)
    before, after = Engine(current), Engine(restored)
    try:
        known, client = connect(before), connect(after)
        create_tables(known, stack)
        create_tables(client, stack)
        _replace_ledger(known, client, stack)

        from commonplace.erasure.replay import replay  # on the path since `prepare`
        from commonplace.runtime import runtime
        from commonplace.tables.connection import use

        use(client)
        try:
            return replay(runtime())
        finally:
            use(None)
    finally:
        before.close()
        after.close()


def _replace_ledger(known: DynamoDBClient, client: DynamoDBClient, stack: Stack) -> None:
    table = stack.tables[_LEDGER]
    keys = [key["AttributeName"] for key in table.create["KeySchema"]]
    for item in _items(client, table.name):
        client.delete_item(TableName=table.name, Key={key: item[key] for key in keys})
    for item in _items(known, table.name):
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

"""Taking what was deleted out of the file itself: out of its free space, its log and its stream records.

Every connection overwrites what it deletes (``secure_delete``). That is not all: where SQLite moves rows between
pages it may leave a copy in the unused middle of the page they came from, which the later deletion of the row does
not know of. Only a file that is written anew from its rows is known to hold nothing else.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path

from .database import Database
from .streams import sequence_of
from .tables import Table

# Milliseconds for which other writers wait for readers of an older state to be done.
_PATIENCE = 250


def last_record(database: Database) -> int:
    """Return the number of the last stream record that was written, in whatever stream."""
    with database.storage.reading() as session:
        found = session.execute("SELECT seq FROM sqlite_sequence WHERE name = 'records'").fetchone()
    return int(found[0]) if found else 0


def trim_records(database: Database, up_to: int, read: Mapping[str, str]) -> bool:
    """Delete the stream records up to a number, as far as their readers have them; return whether all are gone.

    Parameters
    ----------
    database : Database
    up_to : int
        As :func:`last_record` returns it.
    read : Mapping[str, str]
        Of each table whose stream has readers, the sequence number up to which all of them have read; empty where
        one has read nothing.
    """
    with database.storage.writing() as session:
        for table in session.tables().values():
            session.execute(
                "DELETE FROM records WHERE tbl = ? AND seq <= ?", (table.id, _most(table, up_to, read))
            )
        left = session.execute("SELECT 1 FROM records WHERE seq <= ? LIMIT 1", (up_to,)).fetchone()
    return left is None


def _most(table: Table, up_to: int, read: Mapping[str, str]) -> int:
    number = read.get(table.name)
    return up_to if number is None else min(up_to, sequence_of(number) if number else 0)


def rewrite(database: Database) -> None:
    """Write the file anew from its rows; other writers wait meanwhile, readers do not.

    It needs as much room again for the log, and as much for a temporary file.

    Raises
    ------
    sqlite3.Error
        If there is no room; everything is as it was then.
    """
    database.storage.rewrite(database.clock())


def truncate_log(database: Database) -> bool:
    """Empty the log into the file; False: a reader of an older state still needs it, in whatever process."""
    with database.storage.lock, database.storage.maintaining() as connection:
        connection.execute(f"PRAGMA busy_timeout = {_PATIENCE}")
        try:
            (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) and "busy" not in str(error):
                raise
            return False
    return not busy


def has_log(database: Database) -> bool:
    """Return whether anything is in the log."""
    log = Path(f"{database.storage.path}-wal")
    return log.exists() and log.stat().st_size > 0

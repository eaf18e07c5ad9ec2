"""The SQLite file: connections, schema, and reads and writes of items.

Write-ahead log, one commit per call that changes anything. A commit has been passed to the
operating system when the call returns, so it outlives the process. Readers have connections of
their own and see the last commit; they never wait for a writer.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .capacity import Capacity, index_units, write_units
from .errors import ApiError, not_found
from .tables import INDEXES_PER_TABLE, Index, Table
from .values import Item, Key

_APPLICATION = 0x434D4431
_SCHEMA = (
    """CREATE TABLE tables (
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, definition TEXT NOT NULL)""",
    """CREATE TABLE items (
        id INTEGER PRIMARY KEY, tbl INTEGER NOT NULL, pk BLOB NOT NULL, sk BLOB NOT NULL,
        size INTEGER NOT NULL, expires REAL, body TEXT NOT NULL)""",
    "CREATE UNIQUE INDEX items_by_key ON items (tbl, pk, sk)",
    "CREATE INDEX items_by_expiry ON items (tbl, expires) WHERE expires IS NOT NULL",
    # The entries of secondary indexes. Projected attributes are read from the item.
    """CREATE TABLE entries (
        idx INTEGER NOT NULL, pk BLOB NOT NULL, sk BLOB NOT NULL, tpk BLOB NOT NULL, tsk BLOB NOT NULL,
        size INTEGER NOT NULL, item INTEGER NOT NULL,
        PRIMARY KEY (idx, pk, sk, tpk, tsk)) WITHOUT ROWID""",
    # AUTOINCREMENT: a sequence number is not reused, even when its record is trimmed.
    """CREATE TABLE records (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, tbl INTEGER NOT NULL, at REAL NOT NULL, body TEXT NOT NULL)""",
    "CREATE INDEX records_by_table ON records (tbl, seq)",
    "CREATE INDEX records_by_time ON records (at)",
    """CREATE TABLE tokens (
        token TEXT PRIMARY KEY, at REAL NOT NULL, digest BLOB NOT NULL, reads TEXT NOT NULL) WITHOUT ROWID""",
    "CREATE INDEX tokens_by_time ON tokens (at)",
)
# Since when the file holds nothing but its rows; a file of before `secure_delete` was set is written anew once.
_MARKS = "CREATE TABLE marks (name TEXT PRIMARY KEY, at REAL NOT NULL) WITHOUT ROWID"
_REWRITTEN = "rewritten"
# What clients said of the time of their latest write, where they said it. Files of before do not have it.
_LATEST_WRITE = """CREATE TABLE IF NOT EXISTS latest_write (
    id INTEGER PRIMARY KEY CHECK (id = 1), time INTEGER NOT NULL)"""
_LOCK_TIMEOUT = 60.0
_IDLE_READERS = 8
RETENTION = 24 * 3600.0
_TRIM_EVERY = 256


def dumps(value: object) -> str:
    """Return compact JSON."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Row:
    """A stored item."""

    id: int
    size: int
    item: Item


def _execute_when_unlocked(statement: str, connection: sqlite3.Connection) -> None:
    """Run a statement, and retry in small steps while another process holds a lock.

    SQLite's own retries grow to a tenth of a second, and it does not retry at all where there may be a
    deadlock (as when two processes turn one new file to write-ahead logging).
    """
    deadline = time.monotonic() + _LOCK_TIMEOUT
    while True:
        try:
            connection.execute(statement)
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) and "busy" not in str(error):
                raise
            if time.monotonic() > deadline:
                raise ApiError("InternalServerError", "The database file is locked", 500) from error
            time.sleep(random.uniform(0.0002, 0.003))  # noqa: S311
        else:
            return


class Storage:
    """One SQLite file and the connections to it; it is created, with its folder, if it is missing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._writer: sqlite3.Connection | None = None
        self._readers: deque[sqlite3.Connection] = deque()
        self._pid = os.getpid()
        self.lock = threading.RLock()
        # The tables, and the generation of their definitions that they were read in.
        self.known_tables: tuple[int, dict[str, Table]] = (-1, {})
        self.writes = 0
        # How often the disk has kept something from being written.
        self.disk_faults = 0
        self._told = threading.local()
        path.parent.mkdir(parents=True, exist_ok=True)
        with self.writing():
            pass

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, timeout=_LOCK_TIMEOUT, isolation_level=None, check_same_thread=False
        )
        try:
            _execute_when_unlocked("PRAGMA journal_mode = WAL", connection)
            connection.execute("PRAGMA synchronous = NORMAL")
            # What is deleted is overwritten. Whether it is without this depends on how SQLite was built.
            connection.execute("PRAGMA secure_delete = ON")
            # No memories in the system's temporary files, and no failure where those have no room.
            connection.execute("PRAGMA temp_store = MEMORY")
        except BaseException:
            connection.close()
            raise
        return connection

    def _check_fork(self) -> None:
        """Drop the connections of a parent process: SQLite's must not be used or closed after a fork."""
        if self._pid == os.getpid():
            return
        self._pid = os.getpid()
        self.lock = threading.RLock()
        _ORPHANS.extend(self._readers)
        if self._writer is not None:
            _ORPHANS.append(self._writer)
        self._writer, self._readers = None, deque()

    def close(self) -> None:
        """Close the connections; the next call opens new ones."""
        with self.lock:
            if self._writer is not None:
                self._writer.close()
                self._writer = None
            while self._readers:
                self._readers.pop().close()

    def __del__(self) -> None:
        self._check_fork()
        self.close()

    @contextlib.contextmanager
    def reading(self) -> Iterator[Session]:
        """Open a session for reads; each statement sees the last commit."""
        self._check_fork()
        try:
            connection = self._readers.pop()
        except IndexError:
            connection = self._connect()
        try:
            yield Session(self, connection)
        except sqlite3.Error:
            connection.close()  # after a fault of the disk the next call begins with a new one
            raise
        except BaseException:
            self._keep(connection)
            raise
        self._keep(connection)

    def _keep(self, connection: sqlite3.Connection) -> None:
        if len(self._readers) < _IDLE_READERS:
            self._readers.append(connection)
        else:
            connection.close()

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[Session]:
        """Open a session whose reads all see one state."""
        with self.reading() as session:
            session.execute("BEGIN")
            try:
                yield session
            except BaseException:
                if session.in_transaction:
                    session.execute("COMMIT")
                raise
            session.execute("COMMIT")

    @contextlib.contextmanager
    def writing(self) -> Iterator[Session]:
        """Open a session of the one connection that writes, in a transaction that ends with the block."""
        self._check_fork()
        with self.lock:
            connection = self._writer
            if connection is None:
                connection = self._connect()
                # `_execute_when_unlocked` retries instead.
                connection.execute("PRAGMA busy_timeout = 0")
                # The log is truncated to this size after a checkpoint.
                connection.execute("PRAGMA journal_size_limit = 67108864")
                self._writer = connection
            try:
                _execute_when_unlocked("BEGIN IMMEDIATE", connection)
                if self.writes == 0:
                    self._create_schema(connection)
                self.writes += 1
                yield Session(self, connection)
                self._keep_latest_write(connection)
                connection.execute("COMMIT")
            except BaseException as error:
                self._roll_back(connection, error)
                raise

    def _roll_back(self, connection: sqlite3.Connection, error: BaseException) -> None:
        """Undo what an error has interrupted; SQLite has done so itself after most faults of the disk."""
        # They may have been read in the generation that is rolled back.
        self.known_tables = (-1, {})
        failed = isinstance(error, sqlite3.Error)
        try:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        except sqlite3.Error:
            failed = True
        if failed:  # begin with a new connection: a transaction that is stuck would refuse every later one
            self._writer = None
            connection.close()

    @contextlib.contextmanager
    def maintaining(self) -> Iterator[sqlite3.Connection]:
        """Open a connection of its own, in no transaction."""
        self._check_fork()
        connection = self._connect()
        try:
            yield connection
        finally:
            connection.close()

    def rewrite(self, at: float) -> None:
        """Write the file anew from its rows, and note when; other writers wait meanwhile."""
        with self.lock, self.maintaining() as connection:
            connection.execute("PRAGMA temp_store = DEFAULT")  # a copy of everything would not fit into memory
            _execute_when_unlocked("VACUUM", connection)
            connection.execute("INSERT OR REPLACE INTO marks VALUES (?, ?)", (_REWRITTEN, at))

    def is_rewritten(self) -> bool:
        """Return whether the file was made, or written anew, since connections overwrite what they delete."""
        with self.reading() as session:
            return session.execute("SELECT 1 FROM marks WHERE name = ?", (_REWRITTEN,)).fetchone() is not None

    @contextlib.contextmanager
    def told(self, time: int | None) -> Iterator[None]:
        """Keep, with what this thread commits, the time that a client says its latest write has."""
        self._told.time = time
        try:
            yield
        finally:
            self._told.time = None

    def latest_write(self) -> int | None:
        """Return the greatest time that was kept; None: there is none."""
        with self.reading() as session:
            found = session.execute("SELECT time FROM latest_write").fetchone()
        return None if found is None else int(found[0])

    def _keep_latest_write(self, connection: sqlite3.Connection) -> None:
        time = getattr(self._told, "time", None)
        if time is not None:
            connection.execute(
                "INSERT INTO latest_write (id, time) VALUES (1, ?)"
                " ON CONFLICT (id) DO UPDATE SET time = excluded.time WHERE excluded.time > latest_write.time",
                (time,),
            )

    @staticmethod
    def _create_schema(connection: sqlite3.Connection) -> None:
        """Create the schema in a new file, and what an older one lacks, in the open transaction."""
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        if application == _APPLICATION:
            connection.execute(_LATEST_WRITE)
            if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'marks'").fetchone():
                connection.execute(_MARKS)
            return
        if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise ValueError("The file is a SQLite database of something else")
        for statement in (*_SCHEMA, _MARKS, _LATEST_WRITE):
            connection.execute(statement)
        connection.execute("INSERT INTO marks VALUES (?, ?)", (_REWRITTEN, time.time()))
        connection.execute(f"PRAGMA application_id = {_APPLICATION}")


class Session:
    """Reads and writes of tables and items in one connection.

    Parameters
    ----------
    storage : Storage
    connection : sqlite3.Connection
        Writes need the writer's, with its open transaction.
    """

    __slots__ = ("_connection", "execute", "executemany", "storage")

    def __init__(self, storage: Storage, connection: sqlite3.Connection) -> None:
        self.storage = storage
        self._connection = connection
        self.execute = connection.execute
        self.executemany = connection.executemany

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open; SQLite ends one itself after a fault of the disk."""
        return self._connection.in_transaction

    # Tables ------------------------------------------------------------------------------------

    def _generation(self) -> int:
        return int(self.execute("PRAGMA user_version").fetchone()[0])

    def tables(self) -> dict[str, Table]:
        """Return the tables by name; they are read from the file only when they have changed."""
        generation = self._generation()
        known = self.storage.known_tables
        if known[0] != generation:
            rows = self.execute("SELECT id, name, definition FROM tables ORDER BY name")
            known = (generation, {name: Table(id_, json.loads(text)) for id_, name, text in rows})
            self.storage.known_tables = known
        return known[1]

    def table(self, name: object, message: str = "Requested resource not found") -> Table:
        """Return a table by name or ARN."""
        if isinstance(name, str) and name.startswith("arn:"):
            name = name.rsplit("/", 1)[-1]
        found = self.tables().get(name) if isinstance(name, str) else None
        if found is None:
            raise not_found(message)
        return found

    def _tables_changed(self) -> None:
        self.execute(f"PRAGMA user_version = {self._generation() + 1}")

    def add_table(self, definition: dict[str, Any]) -> Table:
        """Create a table."""
        cursor = self.execute(
            "INSERT INTO tables (name, definition) VALUES (?, ?)", (definition["TableName"], dumps(definition))
        )
        self._tables_changed()
        return Table(cursor.lastrowid or 0, definition)

    def drop_table(self, table: Table) -> None:
        """Delete a table with its items, index entries and stream."""
        first = table.id * INDEXES_PER_TABLE
        self.execute("DELETE FROM entries WHERE idx >= ? AND idx < ?", (first, first + INDEXES_PER_TABLE))
        for place in ("items", "records"):
            self.execute(f"DELETE FROM {place} WHERE tbl = ?", (table.id,))
        self.execute("DELETE FROM tables WHERE id = ?", (table.id,))
        self._tables_changed()

    def set_ttl(self, table: Table, attribute: str | None) -> None:
        """Turn TTL on or off, and set the expiry of every item."""
        definition = {**table.definition, "TimeToLive": attribute}
        self.execute("UPDATE tables SET definition = ? WHERE id = ?", (dumps(definition), table.id))
        self._tables_changed()
        changed = Table(table.id, definition)
        rows = self.execute("SELECT id, body FROM items WHERE tbl = ?", (table.id,)).fetchall()
        self.executemany(
            "UPDATE items SET expires = ? WHERE id = ?",
            ((changed.expiry(json.loads(body)), id_) for id_, body in rows),
        )

    def measure(self, table: Table) -> tuple[int, int]:
        """Return a table's item count and size in bytes."""
        count, size = self.execute(
            "SELECT count(*), coalesce(sum(size), 0) FROM items WHERE tbl = ?", (table.id,)
        ).fetchone()
        return count, size

    # Items -------------------------------------------------------------------------------------

    def get(self, table: Table, key: Key) -> Row | None:
        """Return an item by its encoded key."""
        found = self.execute(
            "SELECT id, size, body FROM items WHERE tbl = ? AND pk = ? AND sk = ?", (table.id, *key)
        ).fetchone()
        return None if found is None else Row(found[0], found[1], json.loads(found[2]))

    def write(
        self,
        table: Table,
        key: Key,
        old: Row | None,
        new: tuple[Item, int] | None,
        *,
        now: float,
        service: bool = False,
    ) -> Capacity:
        """Put or delete an item with its index entries and stream record.

        Parameters
        ----------
        table : Table
        key : Key
        old : Row or None
            The stored item.
        new : tuple[Item, int] or None
            The item and its size, or None to delete.
        now : float
            The time of the stream record.
        service : bool
            Whether TTL, not a caller, deletes it.
        """
        consumed = Capacity(table.name)
        consumed.add(write_units(max(old.size if old else 0, new[1] if new else 0)))
        id_ = self._write_body(table, key, old, new)
        for index in table.indexes.values():
            self._write_entry(table, index, key, old, new, id_, consumed)
        before, after = old.item if old else None, new[0] if new else None
        if table.view is not None and before != after:
            self._write_record(table, before, after, now=now, service=service)
        return consumed

    def _write_body(self, table: Table, key: Key, old: Row | None, new: tuple[Item, int] | None) -> int:
        """Write the item's row and return its id."""
        if new is None:
            if old is not None:
                self.execute("DELETE FROM items WHERE id = ?", (old.id,))
            return 0
        item, size = new
        if old is None:
            cursor = self.execute(
                "INSERT INTO items (tbl, pk, sk, size, expires, body) VALUES (?, ?, ?, ?, ?, ?)",
                (table.id, *key, size, table.expiry(item), dumps(item)),
            )
            return cursor.lastrowid or 0
        if old.item != item:
            self.execute(
                "UPDATE items SET size = ?, expires = ?, body = ? WHERE id = ?",
                (size, table.expiry(item), dumps(item), old.id),
            )
        return old.id

    def _write_entry(
        self,
        table: Table,
        index: Index,
        key: Key,
        old: Row | None,
        new: tuple[Item, int] | None,
        id_: int,
        consumed: Capacity,
    ) -> None:
        before = table.entry(index, old.item, old.size) if old else None
        after = table.entry(index, *new) if new else None
        if before is None and after is None:
            return
        same = bool(old and new and index.project(old.item) == index.project(new[0]))
        consumed.add(index_units(before, after, same=same), index)
        if before == after:
            return
        if before is not None:
            self.execute(
                "DELETE FROM entries WHERE idx = ? AND pk = ? AND sk = ? AND tpk = ? AND tsk = ?",
                (index.id, before.pk, before.sk, *key),
            )
        if after is not None:
            self.execute(
                "INSERT INTO entries (idx, pk, sk, tpk, tsk, size, item) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (index.id, after.pk, after.sk, *key, after.size, id_),
            )

    def _write_record(
        self, table: Table, before: Item | None, after: Item | None, *, now: float, service: bool
    ) -> None:
        present = after if after is not None else before
        if present is None:
            return
        body: dict[str, Any] = {"Keys": table.key_of(present)}
        if before is not None and table.view in ("OLD_IMAGE", "NEW_AND_OLD_IMAGES"):
            body["OldImage"] = before
        if after is not None and table.view in ("NEW_IMAGE", "NEW_AND_OLD_IMAGES"):
            body["NewImage"] = after
        name = "INSERT" if before is None else "REMOVE" if after is None else "MODIFY"
        self.execute(
            "INSERT INTO records (tbl, at, body) VALUES (?, ?, ?)",
            (table.id, now, dumps({"name": name, "service": service, "data": body})),
        )
        if self.storage.writes % _TRIM_EVERY == 0:
            self.trim(now)

    def trim(self, now: float) -> None:
        """Delete stream records older than a day."""
        self.execute("DELETE FROM records WHERE at < ?", (now - RETENTION,))


# Connections of a parent process; kept, since closing them here would drop its locks.
_ORPHANS: list[sqlite3.Connection] = []

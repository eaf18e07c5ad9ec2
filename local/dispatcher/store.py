"""The state of the dispatcher that outlives its process."""

from __future__ import annotations

import json
import sqlite3
import threading
from pathlib import Path
from typing import Any

_TABLES = """
CREATE TABLE IF NOT EXISTS checkpoints (binding TEXT PRIMARY KEY, stream TEXT NOT NULL, sequence TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS schedules (schedule TEXT PRIMARY KEY, expression TEXT NOT NULL, due REAL NOT NULL);
CREATE TABLE IF NOT EXISTS failures (
    id INTEGER PRIMARY KEY, at REAL NOT NULL, source TEXT NOT NULL, destination TEXT NOT NULL, body TEXT NOT NULL
);
"""


class Store:
    """Checkpoints, due times and failures, in one SQLite file of the data folder.

    The failures replace the queue or topic that the template names as on-failure destination.
    """

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute(
            "PRAGMA synchronous = NORMAL"
        )  # a kill loses nothing; a power failure repeats calls
        self._connection.executescript(_TABLES)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def _run(self, statement: str, *values: object) -> list[Any]:
        with self._lock:
            return self._connection.execute(statement, values).fetchall()

    def checkpoint(self, binding: str, stream: str) -> str | None:
        """Return the last processed sequence number; None if the binding has read nothing of this stream.

        The stream's ARN distinguishes a table from an earlier one of the same name.
        """
        rows = self._run("SELECT stream, sequence FROM checkpoints WHERE binding = ?", binding)
        return str(rows[0][1]) if rows and rows[0][0] == stream else None

    def set_checkpoint(self, binding: str, stream: str, sequence: str) -> None:
        """Store the last processed sequence number."""
        self._run("INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?)", binding, stream, sequence)

    def due(self, schedule: str, expression: str) -> float | None:
        """Return when a schedule is due; None if it is new or was changed."""
        rows = self._run("SELECT expression, due FROM schedules WHERE schedule = ?", schedule)
        return float(rows[0][1]) if rows and rows[0][0] == expression else None

    def set_due(self, schedule: str, expression: str, moment: float) -> None:
        """Store when a schedule is due next."""
        self._run("INSERT OR REPLACE INTO schedules VALUES (?, ?, ?)", schedule, expression, moment)

    def add_failure(self, at: float, source: str, destination: str, body: dict[str, Any]) -> None:
        """Store a message to an on-failure destination."""
        self._run(
            "INSERT INTO failures (at, source, destination, body) VALUES (?, ?, ?, ?)",
            at,
            source,
            destination,
            json.dumps(body),
        )

    def failures(self) -> list[dict[str, Any]]:
        """Return the messages to on-failure destinations, oldest first."""
        rows = self._run("SELECT at, source, destination, body FROM failures ORDER BY id")
        names = ("at", "source", "destination", "body")
        return [{**dict(zip(names, row, strict=True)), "body": json.loads(row[3])} for row in rows]

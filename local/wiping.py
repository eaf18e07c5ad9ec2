"""What an erasure does locally before its receipt: nothing that was erased stays in a file of the data folder."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from local.disk import explain
from local.dispatcher import Store
from local.dispatcher.source import Source
from local.stack import StreamBinding

if TYPE_CHECKING:
    from local.dynamodb import Engine

# Writing the file anew makes writers wait: it takes a tenth of the time at most.
_REST = 10
_TELL_AFTER_SECONDS = 60.0
_TRUNCATE_SECONDS = 60.0
_RETRY_SECONDS = 600.0
_LOOK_SECONDS = 1.0
_NEARLY_FULL_BYTES = 32 * 1_048_576


class Wiping:
    """Takes what was deleted out of the database's file, its log and its streams.

    The receipt waits until it returns True for the erasure's id. As a worker of the dispatcher it also empties the
    log once a minute, for what is deleted without an erasure, and once writes a file anew that is from before
    connections overwrote what they delete.

    Parameters
    ----------
    engine
        Whose file it is.
    store
        Has the checkpoints of the streams' readers.
    streams
        The readers.
    folder
        Of the data.
    log
        Takes a line.
    elapsed
        Seconds of a clock that only goes forward.
    """

    name = "wiping"

    def __init__(
        self,
        engine: Engine,
        store: Store,
        streams: Iterable[StreamBinding],
        folder: Path,
        log: Callable[[str], None],
        elapsed: Callable[[], float] = time.monotonic,
    ) -> None:
        self._engine, self._store, self._folder, self._log, self._elapsed = engine, store, folder, log, elapsed
        self._bindings = tuple(streams)
        self._sources = {one.table: Source(engine, one.table) for one in self._bindings}
        self._lock = threading.Lock()
        # By erasure, from the first call on: the last stream record of then, and the time.
        self._asked: dict[str, tuple[int, float]] = {}
        self._rewritten: set[str] = set()
        self._told: set[str] = set()
        self._not_before = 0.0
        self._next_truncation = elapsed() + _TRUNCATE_SECONDS
        self._next_look = 0.0
        self._old: bool | None = None

    def __call__(self, erasure_id: str) -> bool:
        """Go on with an erasure whose items are deleted; return whether no file holds any of it.

        Parameters
        ----------
        erasure_id
            As in its receipt.
        """
        with self._lock:
            if erasure_id not in self._asked:
                self._asked[erasure_id] = (self._engine.last_record(), self._elapsed())
            try:
                waits = self._continue(erasure_id)
            except sqlite3.Error as error:
                fault = self._engine.fault_of(error)
                if fault is None:
                    raise
                waits = (
                    f"writing the database anew takes as much room again as it has. {explain(fault, self._folder)}"
                )
            if waits is None:
                del self._asked[erasure_id]
                self._rewritten.discard(erasure_id)
                self._told.discard(erasure_id)
                return True
            self._tell(erasure_id, waits)
            return False

    def _continue(self, erasure_id: str) -> str | None:
        """Do what can be done now, and return what it waits for then."""
        if erasure_id not in self._rewritten:
            if not self._engine.trim_records(self._asked[erasure_id][0], self._read()):
                return "a function has not yet worked through a table's changes"
            if self._elapsed() < self._not_before:
                return "the database was written anew a moment ago"
            read = self._read()
            served = [one for one, (last, _) in self._asked.items() if self._engine.trim_records(last, read)]
            self._rewrite()
            self._rewritten.update(served)
        if not self._engine.truncate_log():
            return "another program has been reading an older state of the database"
        return None

    def _rewrite(self) -> None:
        begun = self._elapsed()
        self._engine.rewrite()
        ended = self._elapsed()
        self._not_before = ended + _REST * (ended - begun)

    def _read(self) -> Mapping[str, str]:
        """Return the sequence number up to which all readers of each stream have read."""
        read: dict[str, str] = {}
        for binding in self._bindings:
            reached = self._store.checkpoint(binding.key, self._sources[binding.table].arn) or ""
            read[binding.table] = min(read.get(binding.table, reached), reached)
        return read

    def _tell(self, erasure_id: str, waits: str) -> None:
        if erasure_id not in self._told and self._elapsed() - self._asked[erasure_id][1] > _TELL_AFTER_SECONDS:
            self._told.add(erasure_id)
            self._log(f"The receipt of the erasure {erasure_id} waits: {waits}.")

    def step(self) -> bool:
        """Empty the log, if that is due, and write an old file anew."""
        now = self._elapsed()
        if self._old is None:
            self._old = not self._engine.is_rewritten()
        if self._old and now >= self._not_before:
            self._write_old_file_anew()
        if now >= self._next_truncation or (now >= self._next_look and self._is_nearly_full()):
            self._next_truncation = now + _TRUNCATE_SECONDS
            self._truncate()
        if now >= self._next_look:
            self._next_look = now + _LOOK_SECONDS
        return False

    def _truncate(self) -> None:
        try:
            if self._engine.has_log():
                self._engine.truncate_log()
        except sqlite3.Error as error:
            if self._engine.fault_of(error) is None:
                raise

    def _is_nearly_full(self) -> bool:
        """Check whether the disk is so full that the log, which repeats what the file has, is better emptied."""
        found = os.statvfs(self._folder)
        return found.f_bavail * found.f_frsize < _NEARLY_FULL_BYTES

    def _write_old_file_anew(self) -> None:
        try:
            with self._lock:
                self._rewrite()
                self._old = False
                self._engine.truncate_log()
        except sqlite3.Error as error:
            fault = self._engine.fault_of(error)
            if fault is None:
                raise
            self._not_before = self._elapsed() + _RETRY_SECONDS
            self._log(
                "The database could not be written anew, which takes what older versions deleted out of its file;"
                f" it is tried again. {explain(fault, self._folder)}"
            )

"""Runs the streams and schedules of a stack, and the deletion of expired items, in the background."""

from __future__ import annotations

import fcntl
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO

from local.dispatcher.schedules import ScheduleWorker
from local.dispatcher.source import Engine
from local.dispatcher.store import Store
from local.dispatcher.streams import StreamWorker
from local.dispatcher.worker import Context, Worker, steady
from local.functions import LoadedFunction, describe
from local.stack import Stack

_POLL_SECONDS = 0.2
_AFTER_ERROR_SECONDS = 2.0
_LOCK_SECONDS = 1.0
_EXPIRY_SECONDS = 5.0
_STOP_SECONDS = 3.0


class ExpiryWorker:
    """Deletes expired items every few seconds, as DynamoDB does every few hours."""

    name = "expiry"

    def __init__(self, engine: Engine, clock: Callable[[], float]) -> None:
        self._engine, self._clock, self._steady = engine, clock, steady(clock)
        self._next = 0.0

    def step(self) -> bool:
        """Delete what has expired, if a run is due."""
        now = self._steady()
        if now < self._next:
            return False
        self._next = now + _EXPIRY_SECONDS
        return self._engine.expire(self._clock()) > 0


class Dispatcher:
    """The streams and schedules of a stack.

    Parameters
    ----------
    functions
        By logical id.
    folder
        Keeps the checkpoints.
    clock
        Epoch seconds.
    log
        Takes a line.

    Raises
    ------
    TemplateError
        If a filter, an expression or an input is not supported.
    """

    def __init__(
        self,
        stack: Stack,
        functions: Mapping[str, LoadedFunction],
        engine: Engine,
        folder: Path,
        clock: Callable[[], float] = time.time,
        log: Callable[[str], None] = lambda _line: None,
    ) -> None:
        self.store = Store(folder / "dispatcher.db")
        self._lock_path, self._log = folder / "dispatcher.lock", log
        context = Context(self.store, clock, log, lambda: engine.disk_faults)
        self.workers: list[Worker] = [
            ExpiryWorker(engine, clock),
            *(StreamWorker(one, functions[one.function], engine, context) for one in stack.streams),
            *(ScheduleWorker(one, functions[one.function], context) for one in stack.schedules),
        ]
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []

    def step(self) -> bool:
        """Run one step of each worker; return whether any had something to do."""
        return sum(worker.step() for worker in self.workers) > 0  # `any` would skip the rest

    def start(self) -> None:
        """Run each worker in a background thread until :meth:`stop`."""
        thread = threading.Thread(target=self._run_all, name="dispatcher", daemon=True)
        self._threads.append(thread)
        thread.start()

    def stop(self) -> None:
        """Stop the threads; a call that runs too long ends with the process."""
        self._stop.set()
        end = time.monotonic() + _STOP_SECONDS
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
        if not any(thread.is_alive() for thread in self._threads):
            self.store.close()

    def _run_all(self) -> None:
        """Wait until no other process dispatches for this folder, then run the workers.

        The system releases the lock when the process ends, however it ends.
        """
        while (opened := _open(self._lock_path)) is None:  # a disk that is full
            if self._stop.wait(_AFTER_ERROR_SECONDS):
                return
        with opened as lock:
            while not _locked(lock):
                if self._stop.wait(_LOCK_SECONDS):
                    return
            threads = [
                threading.Thread(target=self._run, args=(worker,), name=worker.name, daemon=True)
                for worker in self.workers
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

    def _run(self, worker: Worker) -> None:
        told = ""
        while not self._stop.is_set():
            try:
                pause, told = (0.0 if worker.step() else _POLL_SECONDS), ""
            except Exception as error:  # a worker goes on after any error
                line = f"{worker.name}: {describe(error)}"
                if line != told:  # not every two seconds, while a disk is full
                    self._log(line)
                told, pause = line, _AFTER_ERROR_SECONDS
            if pause:
                self._stop.wait(pause)


def _open(path: Path) -> IO[str] | None:
    try:
        return path.open("w")
    except OSError:
        return None


def _locked(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True

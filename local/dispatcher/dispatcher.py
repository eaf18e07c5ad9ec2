"""Runs all bindings of a stack, and the broom, beside the server."""

from __future__ import annotations

import fcntl
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Protocol

from local.dispatcher.schedules import ScheduleWorker
from local.dispatcher.source import Engine
from local.dispatcher.store import Store
from local.dispatcher.streams import StreamWorker
from local.functions import LoadedFunction, describe
from local.stack import Stack

_POLL_SECONDS = 0.2
_AFTER_FAULT_SECONDS = 2.0
_LEAD_SECONDS = 1.0
_BROOM_SECONDS = 5.0
_LEAVE_SECONDS = 3.0


class Worker(Protocol):
    """Does a small piece of work at each step."""

    @property
    def name(self) -> str:
        """Names the worker in logs."""

    def step(self) -> bool:
        """Do it; tell whether there was any."""


class Broom:
    """Deletes expired items every few seconds, as DynamoDB does every few hours."""

    name = "expiry"

    def __init__(self, engine: Engine, clock: Callable[[], float]) -> None:
        self._engine, self._clock = engine, clock
        self._next = 0.0

    def step(self) -> bool:
        """Sweep if it is time."""
        now = self._clock()
        if now < self._next:
            return False
        self._next = now + _BROOM_SECONDS
        return self._engine.expire(now) > 0


class Dispatcher:
    """The streams and schedules of a stack.

    Parameters
    ----------
    stack
        The loaded template.
    functions
        Its functions by logical id.
    engine
        The embedded engine.
    folder
        Where checkpoints are kept.
    clock
        Seconds since 1970.
    log
        Takes a line.

    Raises
    ------
    TemplateError
        Where a filter, an expression or an input is not known.
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
        self.workers: list[Worker] = [Broom(engine, clock)]
        for binding in stack.streams:
            function = functions[binding.function]
            self.workers.append(StreamWorker(binding, function, engine, self.store, clock, log))
        for schedule in stack.schedules:
            function = functions[schedule.function]
            self.workers.append(ScheduleWorker(schedule, function, self.store, clock, log))
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []

    def step(self) -> bool:
        """Let each worker do one thing; tell whether any had something to do."""
        return sum(worker.step() for worker in self.workers) > 0  # all of them, where `any` would stop

    def start(self) -> None:
        """Work in threads of the background, one a worker, until :meth:`stop`."""
        leader = threading.Thread(target=self._lead, name="dispatcher", daemon=True)
        self._threads.append(leader)
        leader.start()

    def stop(self) -> None:
        """End the threads; a call that runs too long is left to the end of the process."""
        self._stop.set()
        end = time.monotonic() + _LEAVE_SECONDS
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
        if not any(thread.is_alive() for thread in self._threads):
            self.store.close()

    def _lead(self) -> None:
        """Wait until no other process dispatches for this folder, then start the workers.

        The system lets go of the lock with the process, however that ends.
        """
        with self._lock_path.open("w") as lock:
            while not _locked(lock):
                if self._stop.wait(_LEAD_SECONDS):
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
        while not self._stop.is_set():
            try:
                pause = 0.0 if worker.step() else _POLL_SECONDS
            except Exception as error:  # a fault here must not end the background work for good
                self._log(f"{worker.name}: {describe(error)}")
                pause = _AFTER_FAULT_SECONDS
            if pause:
                self._stop.wait(pause)


def _locked(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True

"""Several processes of the functions in one: each with warm records of its own, on the same tables."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from commonplace.operations.runtime import Runtime
from commonplace.operations.settings import settings
from commonplace.storage.retry import Sleep
from commonplace.storage.store import Tables
from local.dynamodb import Engine, connect
from tests.support.clock import START, HandClock

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


class Processes:
    """Runs calls as one process or another.

    Parameters
    ----------
    client, clock
        Which all of them use.
    sleep
        Waits between attempts.
    """

    def __init__(self, client: DynamoDBClient, clock: Callable[[], int], sleep: Sleep = lambda _: None) -> None:
        self._client, self._clock, self._sleep = client, clock, sleep
        self._runtimes: dict[int, Runtime] = {}
        self._current = threading.local()
        self._lock = threading.Lock()

    def bind(self, monkeypatch: pytest.MonkeyPatch) -> Processes:
        """Let the functions run as these processes; process 0 unless said."""
        monkeypatch.setattr("commonplace.operations.http.runtime", self.runtime)
        return self

    def runtime(self) -> Runtime:
        with self._lock:
            number = getattr(self._current, "number", 0)
            if number not in self._runtimes:
                self._runtimes[number] = Runtime(Tables(self._client, settings(), self._sleep), self._clock)
            return self._runtimes[number]

    @contextmanager
    def process(self, number: int) -> Iterator[None]:
        """Run as a process in this thread."""
        before = getattr(self._current, "number", 0)
        self._current.number = number
        try:
            yield
        finally:
            self._current.number = before


class Machines:
    """Processes on one data folder, each with a clock, a connection to the file and warm records of its own.

    Parameters
    ----------
    path
        The embedded engine's file.
    """

    def __init__(self, path: Path, now: int = START) -> None:
        self._path, self._now = path, now
        self._clocks: dict[int, HandClock] = {}
        self._runtimes: dict[int, Runtime] = {}
        self._current = 0

    def bind(self, monkeypatch: pytest.MonkeyPatch) -> Machines:
        """Let the functions run as these processes; process 0 unless said."""
        monkeypatch.setattr("commonplace.operations.http.runtime", self.runtime)
        monkeypatch.setattr("commonplace.storage.connection._client", self._connect())  # the authorizer's
        return self

    def runtime(self) -> Runtime:
        if self._current not in self._runtimes:
            tables = Tables(self._connect(), settings(), lambda _: None)
            self._runtimes[self._current] = Runtime(tables, self.clock(self._current))
        return self._runtimes[self._current]

    def clock(self, number: int) -> HandClock:
        """The wall clock that a process sees; another's may be set otherwise."""
        return self._clocks.setdefault(number, HandClock(self._now))

    def restart(self, number: int) -> None:
        """Let a process forget all that it does not keep in the file."""
        self._runtimes.pop(number, None)

    @contextmanager
    def process(self, number: int) -> Iterator[None]:
        """Run as a process."""
        before, self._current = self._current, number
        try:
            yield
        finally:
            self._current = before

    def _connect(self) -> DynamoDBClient:
        # An engine of its own: two of one process would share their connection to the file.
        return connect(Engine(self._path))

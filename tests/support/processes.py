"""Several processes of the functions in one: each with warm records of its own, on the same tables."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from commonplace.operations.runtime import Runtime
from commonplace.operations.settings import settings
from commonplace.storage.retry import Sleep
from commonplace.storage.store import Tables

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

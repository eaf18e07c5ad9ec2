"""Calls a function with the records of a stream, in order, until each is done or given up."""

from __future__ import annotations

import json
import uuid
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from local.dispatcher.patterns import compile_filters
from local.dispatcher.source import Engine, Source, SourceError
from local.dispatcher.store import Store
from local.functions import FunctionError, LoadedFunction
from local.gateway import PAYLOAD_LIMIT
from local.stack import StreamBinding
from local.yaml_tags import ACCOUNT, REGION, Value

Record = dict[str, Any]

_READ = 1_000
_PAUSE_SECONDS = 1.0
_LONGEST_PAUSE_SECONDS = 60.0


class BatchError(Exception):
    """The whole batch failed."""


@dataclass
class Batch:
    """Records that are sent together, and how often that failed."""

    records: list[Record]
    attempts: int = 0

    @property
    def last(self) -> str:
        """The sequence number of the last record."""
        return _sequence(self.records[-1])


class StreamWorker:
    """Serves one binding. Each step does one thing, so that a test can hold the clock between them.

    Parameters
    ----------
    binding
        The binding of the template.
    function
        The function.
    engine
        The embedded engine.
    store
        Keeps the checkpoint.
    clock
        Seconds since 1970.
    log
        Takes a line.
    """

    def __init__(
        self,
        binding: StreamBinding,
        function: LoadedFunction,
        engine: Engine,
        store: Store,
        clock: Callable[[], float],
        log: Callable[[str], None],
    ) -> None:
        self._binding, self._function, self._store = binding, function, store
        self._clock, self._log = clock, log
        self._source = Source(engine, binding.table)
        self._passes = compile_filters(binding.filters, f"{binding.key} FilterCriteria")
        self._stream: str | None = None
        self._read_to: str | None = None
        self._buffer: deque[Record] = deque()
        self._since = 0.0  # when the first record of the buffer came
        self._work: deque[Batch] = deque()
        self._not_before = 0.0

    @property
    def name(self) -> str:
        """Names the worker in logs."""
        return self._binding.key

    def step(self) -> bool:
        """Read, or call the function once.

        Returns
        -------
        bool
            Whether something was done, so that another step may find more.
        """
        if self._stream is None:
            self._begin()
        now = self._clock()
        read = 0
        if not self._work:
            read = self._fill(now)
            self._form(now)
        if not self._work or now < self._not_before:
            return read > 0
        self._process(self._work.popleft(), now)
        return True

    def _begin(self) -> None:
        stream = self._source.arn
        place = self._store.checkpoint(self._binding.key, stream)
        if place is None and self._binding.start == "LATEST":
            place = self._end()
            # A place of its own at once, or records that come before the first batch were lost by a kill.
            self._store.set_checkpoint(self._binding.key, stream, place)
        self._read_to = place or None
        self._stream = stream

    def _end(self) -> str:
        place = ""
        while records := self._source.read(place or None, _READ):
            place = _sequence(records[-1])
        return place

    def _fill(self, now: float) -> int:
        if len(self._buffer) >= self._binding.batch_size:
            return 0
        try:
            records = self._source.read(self._read_to, _READ)
        except SourceError:
            # An iterator that is too old, or another table of that name: begin again at the checkpoint.
            self._stream = None
            self._buffer.clear()
            raise
        if not records:
            return 0
        self._read_to = _sequence(records[-1])
        passed = [event for event in map(self._event, records) if self._passes(event)]
        if passed and not self._buffer:
            self._since = now
        self._buffer.extend(passed)
        if not self._buffer:
            self._done(self._read_to)
        return len(records)

    def _event(self, record: Record) -> Record:
        """Write a record as Lambda does."""
        event = {**record, "eventSourceARN": self._stream}
        if (identity := record.get("userIdentity")) is not None:
            event["userIdentity"] = {"type": identity["Type"], "principalId": identity["PrincipalId"]}
        return event

    def _form(self, now: float) -> None:
        """Make a batch where it is full, or its first record has waited for the window."""
        full = len(self._buffer) >= self._binding.batch_size
        if not self._buffer or not (full or now - self._since >= self._binding.window_seconds):
            return
        records: list[Record] = []
        size = 0
        while self._buffer and len(records) < self._binding.batch_size:
            size += len(json.dumps(self._buffer[0]))
            if records and size > PAYLOAD_LIMIT:
                break
            records.append(self._buffer.popleft())
        self._since = now
        self._work.append(Batch(records))

    def _process(self, batch: Batch, now: float) -> None:
        batch = self._without_old(batch, now)
        if not batch.records:
            return
        failed: int | None
        try:
            failed = self._call(batch)
        except (FunctionError, BatchError) as error:
            self._log(f"{self.name}: failed on {len(batch.records)} records, {error}")
            if self._binding.bisect and len(batch.records) > 1:
                self._split(batch, now)
                return
            failed = 0
        if failed is None:
            self._finish(batch)
        else:
            self._retry(batch, failed, now)

    def _call(self, batch: Batch) -> int | None:
        """Call the function; return the index of the first record that failed."""
        event = json.loads(json.dumps({"Records": batch.records}))  # the function may change its own copy
        answer = self._function.invoke(event)
        return _first_failure(answer, batch.records) if self._binding.report_item_failures else None

    def _split(self, batch: Batch, now: float) -> None:
        """Halve a batch, to find the record that fails; this counts as no attempt."""
        middle = len(batch.records) // 2
        self._work.appendleft(Batch(batch.records[middle:], batch.attempts))
        self._work.appendleft(Batch(batch.records[:middle], batch.attempts))
        self._not_before = now + _pause(1)

    def _retry(self, batch: Batch, failed: int, now: float) -> None:
        if failed:
            self._done(_sequence(batch.records[failed - 1]))
            batch = Batch(batch.records[failed:], attempts=1)
        else:
            batch.attempts += 1
        if 0 <= self._binding.retries < batch.attempts:
            self._give_up(batch.records, "RetryAttemptsExhausted", batch.attempts, now)
            self._finish(batch)
        else:
            self._not_before = now + _pause(batch.attempts)
            self._work.appendleft(batch)

    def _without_old(self, batch: Batch, now: float) -> Batch:
        age = self._binding.max_age_seconds
        if age < 0:
            return batch
        old = [record for record in batch.records if now - _created(record) > age]
        if not old:
            return batch
        self._give_up(old, "RecordAgeExceeded", batch.attempts, now)
        rest = Batch(batch.records[len(old) :], batch.attempts)  # the oldest come first
        if not rest.records:
            self._finish(batch)
        return rest

    def _give_up(self, records: list[Record], condition: str, attempts: int, now: float) -> None:
        self._log(f"{self.name}: gave up {len(records)} records, {condition}")
        if self._binding.on_failure is None:
            return
        body = {
            "requestContext": {
                "requestId": str(uuid.uuid4()),
                "functionArn": f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:{self._function.function.name}",
                "condition": condition,
                "approximateInvokeCount": attempts,
            },
            "version": "1.0",
            "timestamp": _iso(now),
            "DDBStreamBatchInfo": {
                "shardId": self._source.shard,
                "startSequenceNumber": _sequence(records[0]),
                "endSequenceNumber": _sequence(records[-1]),
                "approximateArrivalOfFirstRecord": _iso(_created(records[0])),
                "approximateArrivalOfLastRecord": _iso(_created(records[-1])),
                "batchSize": len(records),
                "streamArn": self._stream,
            },
        }
        self._store.add_failure(now, self.name, self._binding.on_failure, body)

    def _finish(self, batch: Batch) -> None:
        """Set the checkpoint past a batch, and past what the filter left out where nothing else waits."""
        idle = not self._work and not self._buffer
        self._done(self._read_to if idle and self._read_to else batch.last)

    def _done(self, sequence: str) -> None:
        assert self._stream is not None  # noqa: S101 - `_begin` comes first
        self._store.set_checkpoint(self._binding.key, self._stream, sequence)


def _first_failure(answer: Value, records: list[Record]) -> int | None:
    """Read a report of failed items; what does not fit the batch fails it as a whole, as on AWS."""
    failures = answer.get("batchItemFailures") if isinstance(answer, dict) else answer
    if not failures and (failures is None or isinstance(failures, list)):
        return None
    if not isinstance(failures, list):
        raise BatchError("its report of failed items has not the right form")
    places = {_sequence(record): index for index, record in enumerate(records)}
    found = [places.get(str(item.get("itemIdentifier"))) for item in failures if isinstance(item, dict)]
    known = [place for place in found if place is not None]
    if len(known) < len(failures):
        raise BatchError("its report names an item that was not in the batch")
    return min(known)


def _sequence(record: Record) -> str:
    return str(record["dynamodb"]["SequenceNumber"])


def _created(record: Record) -> float:
    return float(record["dynamodb"]["ApproximateCreationDateTime"])


def _pause(attempts: int) -> float:
    return float(min(_LONGEST_PAUSE_SECONDS, _PAUSE_SECONDS * 2 ** min(attempts - 1, 16)))


def _iso(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

"""Calls a function with the records of a stream, in order, until each is processed or given up."""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass
from typing import Any

from local.dispatcher.patterns import compile_filters
from local.dispatcher.source import Engine, Source, SourceError
from local.dispatcher.worker import DISK_PAUSE_SECONDS, Context, iso
from local.functions import FunctionError, LoadedFunction
from local.gateway import PAYLOAD_LIMIT
from local.stack import StreamBinding
from local.yaml_tags import Value

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
    """Serves one binding. Each step does one thing, so that a test can set the clock between them."""

    def __init__(self, binding: StreamBinding, function: LoadedFunction, engine: Engine, context: Context) -> None:
        self.name = binding.key
        self._binding, self._function, self._context = binding, function, context
        self._source = Source(engine, binding.table)
        self._passes = compile_filters(binding.filters, f"{binding.key} FilterCriteria")
        self._stream: str | None = None
        self._read_to: str | None = None
        self._buffer: deque[Record] = deque()
        self._since = 0.0  # when the first record of the buffer arrived
        self._batches: deque[Batch] = deque()
        self._not_before = 0.0
        self._held_at = 0.0  # when the disk last kept a batch from being processed

    def step(self) -> bool:
        """Read, or call the function once; return whether another step may find more."""
        if self._stream is None:
            self._open()
        now = self._context.steady()
        read = 0
        if not self._batches:
            read = self._fill(now)
            self._form_batch(now)
        if not self._batches or now < self._not_before:
            return read > 0
        batch = self._batches.popleft()
        try:
            self._process(batch, now)
        except Exception:  # such as a checkpoint that a full disk does not take: none of the batch may be lost
            self._hold(batch, now)
            raise
        return True

    def _hold(self, batch: Batch, now: float) -> None:
        """Let a batch wait for the disk; neither its attempts nor its age count meanwhile."""
        self._batches.appendleft(batch)
        self._held_at, self._not_before = now, now + DISK_PAUSE_SECONDS

    def _open(self) -> None:
        """Find the stream and the checkpoint in it."""
        stream = self._source.arn
        sequence = self._context.store.checkpoint(self.name, stream)
        if sequence is None and self._binding.start == "LATEST":
            sequence = self._latest()
            # Stored before the first batch: after a kill, LATEST would skip the records of the meantime.
            self._context.store.set_checkpoint(self.name, stream, sequence)
        self._read_to = sequence or None
        self._stream = stream

    def _latest(self) -> str:
        sequence = ""
        while records := self._source.read(sequence or None, _READ):
            sequence = _sequence(records[-1])
        return sequence

    def _fill(self, now: float) -> int:
        if len(self._buffer) >= self._binding.batch_size:
            return 0
        try:
            records = self._source.read(self._read_to, _READ)
        except SourceError:
            # An expired iterator, or another table of that name: restart from the checkpoint.
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
            self._set_checkpoint(self._read_to)
        return len(records)

    def _event(self, record: Record) -> Record:
        """Return a record in the form that Lambda sends."""
        event = {**record, "eventSourceARN": self._stream}
        if (identity := record.get("userIdentity")) is not None:
            event["userIdentity"] = {"type": identity["Type"], "principalId": identity["PrincipalId"]}
        return event

    def _form_batch(self, now: float) -> None:
        """Form a batch if it is full, or if its first record has waited for the window."""
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
        self._batches.append(Batch(records))

    def _process(self, batch: Batch, now: float) -> None:
        batch = self._without_expired(batch, self._context.clock())
        if not batch.records:
            return
        failed: int | None
        refused = self._context.disk_faults()
        try:
            failed = self._call(batch)
        except (FunctionError, BatchError) as error:
            if self._context.disk_faults() != refused:
                self._hold(batch, now)
                return
            self._context.log(f"{self.name}: failed on {len(batch.records)} records, {error}")
            if self._binding.bisect and len(batch.records) > 1:
                self._split(batch, now)
                return
            failed = 0
        if failed is None:
            self._finish(batch)
        elif self._context.disk_faults() != refused:
            self._hold(batch, now)
        else:
            self._retry(batch, failed, now)

    def _call(self, batch: Batch) -> int | None:
        """Call the function; return the index of the first record that failed."""
        event = json.loads(json.dumps({"Records": batch.records}))  # the function may change its own copy
        answer = self._function.invoke(event)
        return _first_failure(answer, batch.records) if self._binding.report_item_failures else None

    def _split(self, batch: Batch, now: float) -> None:
        """Halve a batch to find the record that fails; this does not count as an attempt."""
        middle = len(batch.records) // 2
        self._batches.appendleft(Batch(batch.records[middle:], batch.attempts))
        self._batches.appendleft(Batch(batch.records[:middle], batch.attempts))
        self._not_before = now + _pause(1)

    def _retry(self, batch: Batch, failed: int, now: float) -> None:
        if failed:
            self._set_checkpoint(_sequence(batch.records[failed - 1]))
            batch = Batch(batch.records[failed:], attempts=1)
        else:
            batch.attempts += 1
        if 0 <= self._binding.retries < batch.attempts:
            self._give_up(batch.records, "RetryAttemptsExhausted", batch.attempts)
            self._finish(batch)
        else:
            self._not_before = now + _pause(batch.attempts)
            self._batches.appendleft(batch)

    def _without_expired(self, batch: Batch, now: float) -> Batch:
        """Give up the records that are too old, which come first in the batch."""
        age = self._binding.max_age_seconds
        expired = [
            record
            for record in batch.records
            if age >= 0 and now - _created(record) > age and _created(record) > self._held_at
        ]
        if not expired:
            return batch
        self._give_up(expired, "RecordAgeExceeded", batch.attempts)
        rest = Batch(batch.records[len(expired) :], batch.attempts)
        if not rest.records:
            self._finish(batch)
        return rest

    def _give_up(self, records: list[Record], condition: str, attempts: int) -> None:
        self._context.log(f"{self.name}: gave up {len(records)} records, {condition}")
        info = {
            "shardId": self._source.shard,
            "startSequenceNumber": _sequence(records[0]),
            "endSequenceNumber": _sequence(records[-1]),
            "approximateArrivalOfFirstRecord": iso(_created(records[0]), "milliseconds"),
            "approximateArrivalOfLastRecord": iso(_created(records[-1]), "milliseconds"),
            "batchSize": len(records),
            "streamArn": self._stream,
        }
        self._context.send_failure(
            self.name,
            self._binding.on_failure,
            self._function.function.name,
            condition,
            attempts,
            timespec="milliseconds",
            DDBStreamBatchInfo=info,
        )

    def _finish(self, batch: Batch) -> None:
        """Set the checkpoint after a batch; with nothing else to send, after the records filtered out as well."""
        idle = not self._batches and not self._buffer
        self._set_checkpoint(self._read_to if idle and self._read_to else batch.last)

    def _set_checkpoint(self, sequence: str) -> None:
        assert self._stream is not None  # noqa: S101 - `_open` comes first
        self._context.store.set_checkpoint(self.name, self._stream, sequence)


def _first_failure(answer: Value, records: list[Record]) -> int | None:
    """Return the index of the first failed item of a report; an invalid report fails the batch, as on AWS."""
    failures = answer.get("batchItemFailures") if isinstance(answer, dict) else answer
    if not failures and (failures is None or isinstance(failures, list)):
        return None
    if not isinstance(failures, list):
        raise BatchError("its report of failed items has not the right form")
    indexes = {_sequence(record): index for index, record in enumerate(records)}
    found = [indexes.get(str(item.get("itemIdentifier"))) for item in failures if isinstance(item, dict)]
    known = [index for index in found if index is not None]
    if len(known) < len(failures):
        raise BatchError("its report names an item that was not in the batch")
    return min(known)


def _sequence(record: Record) -> str:
    return str(record["dynamodb"]["SequenceNumber"])


def _created(record: Record) -> float:
    return float(record["dynamodb"]["ApproximateCreationDateTime"])


def _pause(attempts: int) -> float:
    return float(min(_LONGEST_PAUSE_SECONDS, _PAUSE_SECONDS * 2 ** min(attempts - 1, 16)))

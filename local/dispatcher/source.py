"""Reads the stream of one table from a sequence number on."""

from __future__ import annotations

from typing import Any, Protocol


class Engine(Protocol):
    """What the dispatcher needs of the embedded engine."""

    def handle(self, target: str, body: dict[str, Any] | bytes) -> tuple[int, dict[str, Any]]:
        """Answer one call of DynamoDB's API."""

    @property
    def disk_faults(self) -> int:
        """How often the disk has kept a call from being done."""

    def expire(self, now: float) -> int:
        """Delete expired items and return their number."""


class SourceError(Exception):
    """The engine refused a call."""

    def __init__(self, answer: dict[str, Any]) -> None:
        self.code = str(answer.get("__type", "")).rpartition("#")[2]
        super().__init__(self.code)


class Source:
    """A table's stream; the engine's streams have one shard.

    It calls the engine's HTTP operations rather than a client: their plain JSON is what Lambda sends.
    """

    def __init__(self, engine: Engine, table: str) -> None:
        self._engine, self._table = engine, table
        self._iterator: str | None = None
        self._arn: str | None = None
        self.shard = ""

    @property
    def arn(self) -> str:
        """The stream's ARN."""
        if self._arn is None:
            table = self._call("DynamoDB_20120810.DescribeTable", TableName=self._table)["Table"]
            described = self._streams("DescribeStream", StreamArn=table["LatestStreamArn"])
            self.shard = described["StreamDescription"]["Shards"][0]["ShardId"]
            self._arn = str(table["LatestStreamArn"])
        return self._arn

    def read(self, after: str | None, limit: int) -> list[dict[str, Any]]:
        """Return the stream records that follow a sequence number.

        Parameters
        ----------
        after
            None for the oldest record. It counts on the first read and after :meth:`forget`; later reads continue
            where the last one ended.
        limit

        Raises
        ------
        SourceError
            If the engine refuses.
        """
        if self._iterator is None:
            self._iterator = self._shard_iterator(after)
        try:
            answer = self._streams("GetRecords", ShardIterator=self._iterator, Limit=limit)
        except SourceError:
            self.forget()
            raise
        self._iterator = answer.get("NextShardIterator")
        records: list[dict[str, Any]] = answer["Records"]
        return records

    def forget(self) -> None:
        """Let the next read start at its own sequence number."""
        self._iterator = self._arn = None

    def _shard_iterator(self, after: str | None) -> str:
        start = {"StreamArn": self.arn, "ShardId": self.shard}
        if after:
            try:
                return self._iterator_of(**start, ShardIteratorType="AFTER_SEQUENCE_NUMBER", SequenceNumber=after)
            except SourceError as error:
                if error.code != "TrimmedDataAccessException":
                    raise
        return self._iterator_of(**start, ShardIteratorType="TRIM_HORIZON")

    def _iterator_of(self, **arguments: str) -> str:
        return str(self._streams("GetShardIterator", **arguments)["ShardIterator"])

    def _streams(self, operation: str, **arguments: object) -> dict[str, Any]:
        return self._call(f"DynamoDBStreams_20120810.{operation}", **arguments)

    def _call(self, target: str, **arguments: object) -> dict[str, Any]:
        status, answer = self._engine.handle(target, arguments)
        if status != 200:
            raise SourceError(answer)
        return answer

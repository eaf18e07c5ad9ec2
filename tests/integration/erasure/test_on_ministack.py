"""The same erasure on another implementation of DynamoDB and its streams."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from commonplace.domain.clock import system_clock
from local.dispatcher.patterns import compile_filters
from local.stack import StreamBinding
from tests.conftest import bind, new_key
from tests.contract.dynamodb import backends
from tests.contract.dynamodb.backends import Backend
from tests.support.agents import NO_CONTEXT, Agent, function, stack
from tests.support.clock import SECOND, HandClock
from tests.support.erasures import ERASING, Owner, held, holding
from tests.support.seeding import spread
from tests.support.stored import account_of, team_of

CANARY = "heliotrope"
MEMORIES = 400


@pytest.fixture(scope="module")
def ministack() -> Iterator[Backend]:
    lacking = backends.missing("ministack")
    if lacking:
        pytest.skip(lacking)
    with backends.ministack() as backend:
        yield backend


class Pump:
    """Reads the stream of the erasures table, and hands its records to the functions bound to it."""

    def __init__(self, backend: Backend) -> None:
        self._streams = backend.streams
        table = backend.client.describe_table(TableName=stack().environment["ERASURES_TABLE"])["Table"]
        self._arn = table["LatestStreamArn"]
        self._iterators: dict[str, str] = {}
        self._bindings = [one for one in stack().streams if one.function in ERASING]
        self._waiting: dict[str, list[dict[str, Any]]] = {one.key: [] for one in self._bindings}

    def run(self) -> None:
        """Hand on what is new, and what comes of it; what is gathered for a while, once."""
        self._hand_on([one for one in self._bindings if one.window_seconds])
        while self._gather():
            self._hand_on([one for one in self._bindings if not one.window_seconds])

    def _gather(self) -> int:
        records = [record for shard in self._shards() for record in self._read(shard)]
        for binding in self._bindings:
            passes = compile_filters(binding.filters, binding.key)
            self._waiting[binding.key] += [record for record in records if passes(record)]
        return len(records)

    def _hand_on(self, bindings: list[StreamBinding]) -> None:
        for binding in bindings:
            told, self._waiting[binding.key] = self._waiting[binding.key], []
            for begin in range(0, len(told), binding.batch_size):
                event = {"Records": told[begin : begin + binding.batch_size]}
                assert function(binding.function).handler(event, NO_CONTEXT) == {"batchItemFailures": []}

    def _shards(self) -> list[str]:
        described = self._streams.describe_stream(StreamArn=self._arn)["StreamDescription"]
        return [shard["ShardId"] for shard in described["Shards"]]

    def _read(self, shard: str) -> list[dict[str, Any]]:
        if shard not in self._iterators:
            self._iterators[shard] = self._streams.get_shard_iterator(
                StreamArn=self._arn, ShardId=shard, ShardIteratorType="TRIM_HORIZON"
            )["ShardIterator"]
        answer = self._streams.get_records(ShardIterator=self._iterators[shard])
        self._iterators[shard] = answer.get("NextShardIterator", self._iterators[shard])
        records: list[dict[str, Any]] = answer["Records"]
        return [{**record, "eventSourceARN": self._arn} for record in records]


@pytest.mark.requirement("A19")
def test_an_account_is_erased_and_the_receipt_counts_what_was_there(
    ministack: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, clock = (
        ministack.client,
        HandClock(system_clock()),
    )  # it deletes by the machine's clock what has expired
    bind(client, clock, monkeypatch)
    key = new_key("acme", team="crew", may_read=True, may_write=True, clock=clock)
    agent, owner, pump = Agent(key), Owner(key), Pump(ministack)
    spread(client, key, team_of(key), clock.now, sessions=5, stores=2, memories=MEMORIES)
    agent.in_session("s1").call("set_goal", goal=CANARY)
    agent.in_session("s2").call("/v1/sessions/taint", level="INTERNAL")
    result = {"rows": [f"{CANARY} " * 400]}
    for _ in range(2):
        agent.in_session("s3").call("/v1/tool-calls", connector="c", tool="t", arguments={}, result=result)
    was_there = held(client, account_of(key))
    assert all(was_there.values())
    assert was_there["memories"] >= MEMORIES

    receipt = owner.erase()
    agent.remember("after", durable=True)
    for _ in range(40):
        clock.advance(2 * SECOND)
        pump.run()
        if owner.receipt(receipt["id"])["status"] == "complete":
            break
    done = owner.receipt(receipt["id"])

    assert done["status"] == "complete"
    assert done["deleted"] == was_there
    assert holding(client, CANARY) == []
    assert agent.recall() == ["after"]
    # What stands: the memory of after, the head that keeps a session's level, the word that it was, who did it,
    # and how often was called since.
    assert {name: count for name, count in held(client, account_of(key)).items() if count} == {
        "memories": 1,
        "sessions": 1,
        "activity": 3,
    }

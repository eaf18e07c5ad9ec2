"""`kill -9` at random points: what was acknowledged is there, and nothing is there by half."""

from __future__ import annotations

import contextlib
import json
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from local.dynamodb import Engine
from tests.contract.dynamodb.backends import ROOT
from tests.contract.dynamodb.worker import TABLE, TARGET, create

State = dict[str, str]


@contextlib.contextmanager
def opened(path: Path) -> Iterator[Engine]:
    engine = Engine(path)
    try:
        yield engine
    finally:
        engine.close()


def run_and_kill(path: Path, seed: int, *, early: bool, delay: float) -> list[dict[str, Any]]:
    """Start a writer, kill it, and return what it said."""
    command = [sys.executable, "-m", "tests.contract.dynamodb.worker", str(path), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        if not early:
            lines.append(process.stdout.readline())
        # The time runs from when it begins to open the file, or has opened it.
        timer = threading.Timer(delay, process.send_signal, [signal.SIGKILL])
        timer.start()
        lines += process.stdout.readlines()
        timer.join()
        assert process.wait() == -signal.SIGKILL
    # The last line may be cut off; it was then not received.
    return [json.loads(line) for line in lines if line.endswith("\n")]


def after(state: State, writes: dict[str, str | None]) -> State:
    merged: dict[str, str | None] = {**state, **writes}
    return {key: mark for key, mark in merged.items() if mark is not None}


def contents(engine: Engine, index: str | None = None) -> State:
    body: dict[str, Any] = {"TableName": TABLE, "ConsistentRead": True}
    if index:
        body["IndexName"] = index
    status, answer = engine.handle(TARGET + "Scan", body)
    assert status == 200, answer
    return {one["sk"]["S"]: one["mark"]["S"] for one in answer["Items"]}


def replayed(engine: Engine) -> State:
    """Return what the stream says the table holds; each record must follow from the one before."""
    _, described = engine.handle(TARGET + "DescribeTable", {"TableName": TABLE})
    streams = "DynamoDBStreams_20120810."
    arn = described["Table"]["LatestStreamArn"]
    _, stream = engine.handle(streams + "DescribeStream", {"StreamArn": arn})
    shard = stream["StreamDescription"]["Shards"][0]["ShardId"]
    place = {"StreamArn": arn, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON"}
    iterator = engine.handle(streams + "GetShardIterator", place)[1]["ShardIterator"]
    images: dict[str, Any] = {}
    last = 0
    while True:
        _, answer = engine.handle(streams + "GetRecords", {"ShardIterator": iterator})
        if not answer["Records"]:
            return {key: image["mark"]["S"] for key, image in images.items()}
        for record in answer["Records"]:
            data = record["dynamodb"]
            assert int(data["SequenceNumber"]) > last
            last = int(data["SequenceNumber"])
            key = data["Keys"]["sk"]["S"]
            assert data.get("OldImage") == images.get(key)
            kind = "INSERT" if key not in images else "MODIFY" if "NewImage" in data else "REMOVE"
            assert record["eventName"] == kind
            images.pop(key, None)
            if "NewImage" in data:
                images[key] = data["NewImage"]
        iterator = answer["NextShardIterator"]


def rounds(folder: Path, count: int) -> int:
    """Kill so many times and return how many calls were acknowledged in all."""
    chosen = random.Random(count)
    acknowledged = 0
    path = folder / "0.db"
    state: State = {}
    for number in range(count):
        if number % 5 == 0:
            # Now and then a new file, so that its creation is killed too.
            path, state = folder / f"{number}.db", {}
        early = number % 5 < 2
        lines = run_and_kill(path, number, early=early, delay=chosen.uniform(0, 0.06 if early else 0.25))
        pending: State | None = None
        for line in lines:
            if "begin" in line:
                pending = after(state, line["writes"])
            elif "done" in line and pending is not None:
                state, pending = pending, None
                acknowledged += 1
        with opened(path) as engine:
            create(engine)
            found = contents(engine)
            # A call that was under way has happened or has not.
            assert found in (state, pending)
            assert replayed(engine) == found
            assert contents(engine, "by_rank") == found
        state = found
    return acknowledged


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    assert rounds(tmp_path, 10) > 50


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_in_many_rounds(tmp_path: Path) -> None:
    assert rounds(tmp_path, 60) > 300

"""Threads and processes on one file."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from botocore.exceptions import ClientError

from local.dynamodb import Engine, connect
from tests.contract.dynamodb.backends import ROOT, Backend
from tests.contract.dynamodb.database import Db
from tests.contract.dynamodb.values import bind, item
from tests.contract.dynamodb.worker import TABLE, TARGET, create

KEY = item(pk="p", sk="s")


@pytest.fixture
def own(embedded: Backend) -> Db:
    return Db(embedded)


def together(threads: int, work: Callable[[int], Any]) -> list[Any]:
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, range(threads)))


def test_no_increment_of_many_threads_is_lost(own: Db) -> None:
    table = own.create()

    def work(_number: int) -> None:
        for _ in range(40):
            own.client.update_item(
                TableName=table, Key=KEY, UpdateExpression="ADD n :v", ExpressionAttributeValues=bind(v=1)
            )

    together(8, work)
    assert own.client.get_item(TableName=table, Key=KEY)["Item"]["n"] == {"N": "320"}


def test_fifty_writers_of_one_condition_have_one_winner(own: Db) -> None:
    table = own.create()

    def work(number: int) -> bool:
        try:
            own.client.put_item(
                TableName=table,
                Item={**KEY, **item(n=number)},
                ConditionExpression="attribute_not_exists(pk)",
            )
        except ClientError as error:
            return error.response["Error"]["Code"] != "ConditionalCheckFailedException"
        return True

    won = together(50, work)
    assert sum(won) == 1
    assert own.client.get_item(TableName=table, Key=KEY)["Item"]["n"] == {"N": str(won.index(True))}


def test_transactions_are_seen_whole(own: Db) -> None:
    table = own.create()
    keys = [item(pk="a", sk="s"), item(pk="b", sk="s")]
    for key in keys:
        own.client.put_item(TableName=table, Item={**key, **item(n=50)})
    stop = threading.Event()
    torn: list[int] = []

    def move() -> None:
        for turn in range(150):
            by = 1 if turn % 2 else -1
            actions: list[Any] = [
                {
                    "Update": {
                        "TableName": table,
                        "Key": key,
                        "UpdateExpression": "ADD n :v",
                        "ExpressionAttributeValues": bind(v=amount),
                    }
                }
                for key, amount in zip(keys, (by, -by), strict=True)
            ]
            own.client.transact_write_items(TransactItems=actions)
        stop.set()

    def watch() -> None:
        gets: list[Any] = [{"Get": {"TableName": table, "Key": key}} for key in keys]
        while not stop.is_set():
            found = own.client.transact_get_items(TransactItems=gets)["Responses"]
            total = sum(int(one["Item"]["n"]["N"]) for one in found)
            batch = own.client.batch_get_item(RequestItems={table: {"Keys": keys}})["Responses"][table]
            total_of_batch = sum(int(one["n"]["N"]) for one in batch)
            if (total, total_of_batch) != (100, 100):
                torn.append(total)

    watcher = threading.Thread(target=watch)
    watcher.start()
    move()
    watcher.join()
    assert torn == []


def test_readers_do_not_wait_for_a_writer(own: Db) -> None:
    table = own.create()
    own.client.put_item(TableName=table, Item={**KEY, **item(n=1)})
    engine = own.backend.engine
    assert engine is not None
    with engine.storage.writing() as connection:
        connection.execute("UPDATE items SET body = '{}'")
        with ThreadPoolExecutor(1) as pool:
            read = pool.submit(own.client.get_item, TableName=table, Key=KEY)
            assert read.result(timeout=5)["Item"]["n"] == {"N": "1"}
            scanned = pool.submit(own.client.scan, TableName=table)
            assert scanned.result(timeout=5)["Count"] == 1
        connection.execute("UPDATE items SET body = ?", ('{"pk":{"S":"p"},"sk":{"S":"s"}}',))
    assert own.client.get_item(TableName=table, Key=KEY)["Item"] == KEY


@contextlib.contextmanager
def process(path: Path, seed: int, *more: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.contract.dynamodb.worker", str(path), str(seed), *more]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as started:
        yield started


def test_processes_open_one_new_file_at_once_and_share_it(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    with contextlib.ExitStack() as stack:
        started = [stack.enter_context(process(path, n, "100")) for n in range(3)]
        for one in started:
            output, _ = one.communicate(timeout=60)
            assert one.returncode == 0
            assert "finished" in output
    engine = Engine(path)
    key = item(pk="p", sk="counter")
    _, answer = engine.handle(TARGET + "GetItem", {"TableName": TABLE, "Key": key})
    engine.close()
    assert answer["Item"]["n"] == {"N": "300"}


def test_engines_open_one_new_file_at_once(tmp_path: Path) -> None:
    for number in range(10):
        path = tmp_path / f"{number}.db"
        engines = together(6, lambda _n, path=path: Engine(path))  # type: ignore[misc]
        for engine in engines:
            create(engine)
            assert engine.handle(TARGET + "ListTables", {}) == (200, {"TableNames": [TABLE]})
            engine.close()


def test_table_of_another_process_is_seen_and_written(tmp_path: Path) -> None:
    path = tmp_path / "shared.db"
    client = connect(path)
    assert client.list_tables()["TableNames"] == []
    with process(path, 1, "10") as other:
        other.communicate(timeout=60)
    assert client.list_tables()["TableNames"] == [TABLE]
    key = item(pk="p", sk="counter")
    assert client.get_item(TableName=TABLE, Key=key)["Item"]["n"] == {"N": "10"}


def test_two_processes_write_while_a_third_reads(tmp_path: Path) -> None:
    path = tmp_path / "busy.db"
    engine = Engine(path)
    create(engine)
    key = {"TableName": TABLE, "Key": item(pk="p", sk="counter")}
    slowest = 0.0
    seen = [0]
    with process(path, 1, "300") as one, process(path, 2, "300") as two:
        while one.poll() is None or two.poll() is None:
            begin = time.perf_counter()
            status, answer = engine.handle(TARGET + "GetItem", key)
            slowest = max(slowest, time.perf_counter() - begin)
            assert status == 200
            if "Item" in answer:
                seen.append(int(answer["Item"]["n"]["N"]))
        one.communicate()
        two.communicate()
    assert seen == sorted(seen)
    assert int(engine.handle(TARGET + "GetItem", key)[1]["Item"]["n"]["N"]) == 600
    # A reader that waited for a writer would wait for its whole turn; this is generous to a busy machine.
    assert slowest < 1
    engine.close()


FORK = """
import os, sys
from pathlib import Path
from local.dynamodb import Engine
from tests.contract.dynamodb.worker import create, increment
engine = Engine(Path(sys.argv[1]))
create(engine)
increment(engine, 1)
child = os.fork()
increment(engine, 50)
if child:
    assert os.waitpid(child, 0)[1] == 0
    engine.close()
else:
    os._exit(0)
"""


def test_engine_survives_a_fork(tmp_path: Path) -> None:
    path = tmp_path / "fork.db"
    subprocess.run([sys.executable, "-c", FORK, str(path)], cwd=ROOT, check=True, timeout=60)
    engine = Engine(path)
    key = {"TableName": TABLE, "Key": item(pk="p", sk="counter")}
    assert engine.handle(TARGET + "GetItem", key)[1]["Item"]["n"] == {"N": "101"}
    engine.close()

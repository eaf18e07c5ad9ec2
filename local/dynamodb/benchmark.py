"""Medians of the engine's calls: ``python -m local.dynamodb.benchmark [--against URL] [--moto]``.

5,000 items of 500 bytes in one partition, and the process's memory at 100,000. Other servers are
measured with the same calls through boto3's ordinary transport.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

TABLE = "benchmark"
PARTITION = {"S": "one-partition"}
_RANDOM = random.Random(7)  # noqa: S311


def item(number: int, partition: dict[str, str] | None = None) -> dict[str, Any]:
    """Return an item of about 500 bytes."""
    return {
        "pk": partition or PARTITION,
        "sk": {"S": f"item-{number:06d}"},
        "rank": {"S": f"{number * 7919 % 100_000:06d}"},
        "text": {"S": "x" * 400},
        "count": {"N": str(number)},
        "flag": {"BOOL": True},
    }


def create(client: Any) -> None:
    """Create the table."""
    keys = [{"AttributeName": "pk", "KeyType": "HASH"}]
    client.create_table(
        TableName=TABLE,
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": n, "AttributeType": "S"} for n in ("pk", "sk", "rank")],
        KeySchema=[*keys, {"AttributeName": "sk", "KeyType": "RANGE"}],
        LocalSecondaryIndexes=[
            {
                "IndexName": "by_rank",
                "KeySchema": [*keys, {"AttributeName": "rank", "KeyType": "RANGE"}],
                "Projection": {"ProjectionType": "ALL"},
            }
        ],
        StreamSpecification={"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"},
    )


def fill(client: Any, start: int, end: int, partition: dict[str, str] | None = None) -> None:
    """Put items in batches of 25."""
    for first in range(start, end, 25):
        requests = [{"PutRequest": {"Item": item(n, partition)}} for n in range(first, min(first + 25, end))]
        client.batch_write_item(RequestItems={TABLE: requests})


def median(call: Callable[[], object], rounds: int) -> tuple[float, float]:
    """Return the median and the 95th percentile of a call, in milliseconds."""
    call()
    taken = []
    for _ in range(rounds):
        begin = time.perf_counter()
        call()
        taken.append((time.perf_counter() - begin) * 1000)
    taken.sort()
    return statistics.median(taken), taken[int(len(taken) * 0.95)]


def calls(client: Any, count: int) -> dict[str, Callable[[], object]]:
    """Return the calls that are measured."""

    def key() -> dict[str, Any]:
        return {"pk": PARTITION, "sk": {"S": f"item-{_RANDOM.randrange(count):06d}"}}

    def transaction() -> None:
        first, second, third = _RANDOM.sample(range(count), 3)
        update = {
            "TableName": TABLE,
            "Key": {"pk": PARTITION, "sk": {"S": f"item-{second:06d}"}},
            "UpdateExpression": "ADD #c :one",
            "ExpressionAttributeNames": {"#c": "count"},
            "ExpressionAttributeValues": {":one": {"N": "1"}},
        }
        check = {
            "TableName": TABLE,
            "Key": {"pk": PARTITION, "sk": {"S": f"item-{third:06d}"}},
            "ConditionExpression": "attribute_exists(pk)",
        }
        client.transact_write_items(
            TransactItems=[
                {"Put": {"TableName": TABLE, "Item": item(first)}},
                {"Update": update},
                {"ConditionCheck": check},
            ]
        )

    return {
        "get": lambda: client.get_item(TableName=TABLE, Key=key(), ConsistentRead=True),
        "put": lambda: client.put_item(TableName=TABLE, Item=item(_RANDOM.randrange(count))),
        "query of 10 by a local index": lambda: client.query(
            TableName=TABLE,
            IndexName="by_rank",
            KeyConditionExpression="pk = :p AND #r < :r",
            ExpressionAttributeNames={"#r": "rank"},
            ExpressionAttributeValues={":p": PARTITION, ":r": {"S": f"{_RANDOM.randrange(20_000, 100_000):06d}"}},
            ScanIndexForward=False,
            Limit=10,
            ConsistentRead=True,
        ),
        "transaction of 3": transaction,
    }


def measure(name: str, client: Any, count: int, rounds: int) -> None:
    """Fill a table and print the medians of its calls."""
    create(client)
    fill(client, 0, count)
    print(f"\n{name}: {count} items in one partition, {rounds} rounds")
    for label, call in calls(client, count).items():
        middle, late = median(call, rounds)
        print(f"  {label:30} p50 {middle:8.3f} ms   p95 {late:8.3f} ms")


def memory() -> tuple[float, float]:
    """Return this process's memory now and at its peak, in megabytes (on Linux)."""
    lines = Path("/proc/self/status").read_text().splitlines()
    kilobytes = {line.split(":")[0]: int(line.split()[1]) for line in lines if line.startswith(("VmRSS", "VmHWM"))}
    return kilobytes["VmRSS"] / 1e3, kilobytes["VmHWM"] / 1e3


def memory_at(count: int) -> None:
    """Print the memory of a process that has an engine with so many items."""
    import boto3  # noqa: F401

    from local.dynamodb import connect

    bare = memory()[0]
    with tempfile.TemporaryDirectory() as folder:
        begin = time.perf_counter()
        client = connect(Path(folder) / "memory.db")
        opened = time.perf_counter() - begin
        create(client)
        started = memory()[0]
        for part in range(0, count, 5000):
            fill(client, part, part + 5000, {"S": f"partition-{part}"})
        page: dict[str, Any] = {
            "TableName": TABLE,
            "KeyConditionExpression": "pk = :p",
            "ExpressionAttributeValues": {":p": {"S": "partition-0"}},
        }
        client.query(**page, Limit=10)
        filled = memory()[0]
        client.query(**page)
        now, peak = memory()
    print(f"\nmemory: boto3 imported {bare:.1f} MB, with a client and an empty table {started:.1f} MB")
    print(f"  {count} items written, 10 queried: {filled:.1f} MB")
    print(f"  a page of 1 MB queried: {now:.1f} MB, at most {peak:.1f} MB")
    print(f"first client, opening a new file: {opened * 1000:.0f} ms")


def import_time(modules: str) -> float:
    """Return the least time of a new interpreter that imports something, in milliseconds."""
    taken = []
    for _ in range(7):
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", f"import {modules}"], check=True)  # noqa: S603
        taken.append((time.perf_counter() - begin) * 1000)
    return min(taken)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--memory", type=int, default=100_000, help="items at which memory is read; 0 for none")
    parser.add_argument("--memory-only", action="store_true")
    parser.add_argument("--against", action="append", default=[], help="the URL of another server")
    parser.add_argument("--moto", action="store_true", help="measure moto too (slow)")
    options = parser.parse_args()
    if options.memory_only:
        memory_at(options.memory)
        return
    from local.dynamodb import connect

    with tempfile.TemporaryDirectory() as folder:
        measure("engine", connect(Path(folder) / "benchmark.db"), options.items, options.rounds)
    import boto3

    dummy: dict[str, Any] = {"region_name": "us-east-1", "aws_access_key_id": "x", "aws_secret_access_key": "x"}
    for url in options.against:
        measure(url, boto3.client("dynamodb", endpoint_url=url, **dummy), options.items, options.rounds // 10)
    if options.moto:
        from moto import mock_aws

        with mock_aws():
            measure("moto", boto3.client("dynamodb", **dummy), options.items, max(5, options.rounds // 100))
    # Where no bytecode is kept, this counts its compilation too.
    alone, both = import_time("boto3"), import_time("boto3, local.dynamodb")
    print(f"\nstart: a process that imports boto3 {alone:.0f} ms, local.dynamodb too {both:.0f} ms")
    if options.memory:
        # In a process of its own, so that nothing measured above is counted.
        arguments = [sys.executable, "-m", "local.dynamodb.benchmark", "--memory-only"]
        subprocess.run([*arguments, "--memory", str(options.memory)], check=True)  # noqa: S603


if __name__ == "__main__":
    main()

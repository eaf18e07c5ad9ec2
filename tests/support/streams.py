"""The stream of the erasures table as its functions are called with it, from what stands in the table."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from local.stack import Stack
from tests.support.agents import stack

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

# Which function is told of which partitions, as the filters of template.yaml have it.
TOLD = {"order/": "FanOutErasureFunction", "task/": "SweepSpaceFunction"}


def ledger_event(keys: Iterable[tuple[str, str]], name: str = "MODIFY") -> dict[str, Any]:
    """The event of a batch of records, by ledger and entry."""
    return {
        "Records": [
            {
                "eventID": str(number),
                "eventName": name,
                "eventVersion": "1.1",
                "eventSource": "aws:dynamodb",
                "awsRegion": "us-east-1",
                "dynamodb": {
                    "Keys": {"ledger": {"S": ledger}, "entry": {"S": entry}},
                    "SequenceNumber": str(number),
                    "SizeBytes": 100,
                    "StreamViewType": "KEYS_ONLY",
                },
            }
            for number, (ledger, entry) in enumerate(keys, 1)
        ]
    }


def under_way(client: DynamoDBClient, prefix: str) -> Iterator[tuple[str, str]]:
    """The keys of the orders (``order/``) or tasks (``task/``) that stand in the table."""
    scan: dict[str, Any] = {"TableName": stack().environment["ERASURES_TABLE"], "ConsistentRead": True}
    for item in client.scan(**scan)["Items"]:
        if item["ledger"]["S"].startswith(prefix):
            yield item["ledger"]["S"], item["entry"]["S"]


def part_of_stack(functions: Iterable[str]) -> Stack:
    """The stack with the streams and schedules of some functions alone."""
    whole, wanted = stack(), set(functions)
    return dataclasses.replace(
        whole,
        streams=tuple(one for one in whole.streams if one.function in wanted),
        schedules=tuple(one for one in whole.schedules if one.function in wanted),
    )

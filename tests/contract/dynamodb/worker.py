"""A process that writes to an engine's file until it is killed, or until it has done its share.

It says on its standard output what it is about to write and what was acknowledged, a JSON line each.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

from local.dynamodb import Engine
from tests.contract.dynamodb.values import item

TABLE = "kill"
KEYS = 12
TARGET = "DynamoDB_20120810."


def say(**line: Any) -> None:
    print(json.dumps(line), flush=True)


def call(engine: Engine, operation: str, **body: Any) -> dict[str, Any]:
    status, answer = engine.handle(TARGET + operation, body)
    if status != 200:
        raise RuntimeError(answer)
    return answer


def create(engine: Engine) -> None:
    """Create the table unless it is there."""
    status, answer = engine.handle(
        TARGET + "CreateTable",
        {
            "TableName": TABLE,
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": one, "AttributeType": "S"} for one in ("pk", "sk", "rank")],
            "KeySchema": [
                {"AttributeName": "pk", "KeyType": "HASH"},
                {"AttributeName": "sk", "KeyType": "RANGE"},
            ],
            "LocalSecondaryIndexes": [
                {
                    "IndexName": "by_rank",
                    "KeySchema": [
                        {"AttributeName": "pk", "KeyType": "HASH"},
                        {"AttributeName": "rank", "KeyType": "RANGE"},
                    ],
                    "Projection": {"ProjectionType": "ALL"},
                }
            ],
            "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
        },
    )
    if status != 200 and "ResourceInUse" not in answer["__type"]:
        raise RuntimeError(answer)


def key(number: int) -> dict[str, Any]:
    return item(pk="p", sk=f"{number}")


def whole(number: int, mark: str) -> dict[str, Any]:
    return item(pk="p", sk=f"{number}", rank=f"{len(mark)}-{mark}", mark=mark, filler="x" * 300)


def step(engine: Engine, chosen: random.Random, mark: str) -> None:
    """Make one call; say before which key will hold which mark, and after it that it was done."""
    numbers = chosen.sample(range(KEYS), 4)
    kind = chosen.choice(["put", "delete", "update", "batch", "transaction"])
    writes: dict[int, str | None]
    match kind:
        case "put" | "update":
            writes = {numbers[0]: mark}
        case "delete":
            writes = {numbers[0]: None}
        case _:
            writes = {**dict.fromkeys(numbers[:3], mark), numbers[3]: None}
    say(begin=mark, writes=writes)
    match kind:
        case "put":
            call(engine, "PutItem", TableName=TABLE, Item=whole(numbers[0], mark))
        case "delete":
            call(engine, "DeleteItem", TableName=TABLE, Key=key(numbers[0]))
        case "update":
            call(
                engine,
                "UpdateItem",
                TableName=TABLE,
                Key=key(numbers[0]),
                UpdateExpression="SET mark = :m, #r = :r",
                ExpressionAttributeNames={"#r": "rank"},
                ExpressionAttributeValues={":m": {"S": mark}, ":r": {"S": f"{len(mark)}-{mark}"}},
            )
        case "batch":
            requests: list[dict[str, Any]] = [{"PutRequest": {"Item": whole(n, mark)}} for n in numbers[:3]]
            requests.append({"DeleteRequest": {"Key": key(numbers[3])}})
            call(engine, "BatchWriteItem", RequestItems={TABLE: requests})
        case "transaction":
            actions: list[dict[str, Any]] = [
                {"Put": {"TableName": TABLE, "Item": whole(n, mark)}} for n in numbers[:3]
            ]
            actions.append({"Delete": {"TableName": TABLE, "Key": key(numbers[3])}})
            call(engine, "TransactWriteItems", TransactItems=actions, ClientRequestToken=mark)
    say(done=mark)


def increment(engine: Engine, times: int) -> None:
    """Add one to a counter, so many times."""
    for _ in range(times):
        call(
            engine,
            "UpdateItem",
            TableName=TABLE,
            Key=item(pk="p", sk="counter"),
            UpdateExpression="ADD n :one",
            ExpressionAttributeValues={":one": {"N": "1"}},
        )


def main() -> None:
    path, seed, *more = sys.argv[1:]
    say(started=seed)
    engine = Engine(Path(path))
    create(engine)
    say(opened=seed)
    if more:
        increment(engine, int(more[0]))
        say(finished=seed)
        return
    chosen = random.Random(int(seed))
    number = 0
    while True:
        number += 1
        step(engine, chosen, f"{seed}-{number}")


if __name__ == "__main__":
    main()

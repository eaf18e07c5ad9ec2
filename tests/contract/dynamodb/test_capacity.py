"""Consumed capacity of reads and writes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.contract.dynamodb.database import Db
from tests.contract.dynamodb.values import bind, item, names

READS = "developerguide/read-write-operations.html"
LOCAL = "developerguide/LSI.html#LSI.ThroughputConsiderations"
GLOBAL = "developerguide/GSI.html#GSI.ThroughputConsiderations"
TRANSACTIONS = "developerguide/transaction-apis.html"
KEY = item(pk="p", sk="s")


def sized(size: int, sk: str = "s", **more: Any) -> dict[str, Any]:
    """Return an item of so many bytes in all."""
    whole = item(pk="p", sk=sk, **more)
    used = sum(len(name) + len(str(next(iter(value.values())))) for name, value in whole.items())
    return {**whole, "v": {"S": "x" * (size - used - 1)}}


def units(answer: Any) -> float:
    return float(answer["ConsumedCapacity"]["CapacityUnits"])


@pytest.mark.page(READS)
@pytest.mark.parametrize(
    ("size", "strong", "eventual"), [(100, 1, 0.5), (4096, 1, 0.5), (4097, 2, 1), (8192, 2, 1), (9000, 3, 1.5)]
)
def test_get_costs_a_unit_for_4_kb(db: Db, size: int, strong: float, eventual: float) -> None:
    table = db.create()
    db.client.put_item(TableName=table, Item=sized(size))
    call: dict[str, Any] = {"TableName": table, "Key": KEY, "ReturnConsumedCapacity": "TOTAL"}
    assert units(db.client.get_item(**call, ConsistentRead=True)) == strong
    assert units(db.client.get_item(**call)) == eventual
    # A projection saves nothing.
    assert units(db.client.get_item(**call, ProjectionExpression="pk")) == eventual


@pytest.mark.page(READS)
def test_get_of_nothing_costs_the_least(db: Db) -> None:
    call: dict[str, Any] = {"TableName": db.create(), "Key": KEY, "ReturnConsumedCapacity": "TOTAL"}
    assert units(db.client.get_item(**call, ConsistentRead=True)) == 1
    assert units(db.client.get_item(**call)) == 0.5


@pytest.mark.page(READS)
@pytest.mark.parametrize(("size", "wanted"), [(100, 1), (1024, 1), (1025, 2), (5000, 5)])
def test_put_costs_a_unit_for_1_kb(db: Db, size: int, wanted: float) -> None:
    table = db.create()
    assert units(db.client.put_item(TableName=table, Item=sized(size), ReturnConsumedCapacity="TOTAL")) == wanted


@pytest.mark.page(READS)
def test_write_costs_the_larger_of_old_and_new(db: Db) -> None:
    table = db.create()
    db.client.put_item(TableName=table, Item=sized(3000))
    assert units(db.client.put_item(TableName=table, Item=sized(100), ReturnConsumedCapacity="TOTAL")) == 3
    update: dict[str, Any] = {
        "TableName": table,
        "Key": KEY,
        "UpdateExpression": "SET v = :v",
        "ReturnConsumedCapacity": "TOTAL",
    }
    assert units(db.client.update_item(**update, ExpressionAttributeValues=bind(v="x" * 2100))) == 3
    assert units(db.client.update_item(**update, ExpressionAttributeValues=bind(v="x"))) == 3


@pytest.mark.page(READS)
def test_delete_costs_what_it_deletes(db: Db) -> None:
    table = db.create()
    db.client.put_item(TableName=table, Item=sized(3000))
    call: dict[str, Any] = {"TableName": table, "Key": KEY, "ReturnConsumedCapacity": "TOTAL"}
    assert units(db.client.delete_item(**call)) == 3
    assert units(db.client.delete_item(**call)) == 1


@pytest.mark.page(READS)
def test_query_costs_the_sum_rounded_once(db: Db) -> None:
    table = db.create()
    for n in range(10):
        db.client.put_item(TableName=table, Item=sized(1000, sk=f"{n}"))
    call: dict[str, Any] = {
        "TableName": table,
        "KeyConditionExpression": "pk = :p",
        "ExpressionAttributeValues": bind(p="p"),
        "ReturnConsumedCapacity": "TOTAL",
    }
    assert units(db.client.query(**call, ConsistentRead=True)) == 3
    assert units(db.client.query(**call)) == 1.5
    assert units(db.client.query(**call, Limit=4)) == 0.5
    # Neither a filter nor a count saves anything.
    assert units(db.client.query(**call, FilterExpression="v = :p")) == 1.5
    assert units(db.client.query(**call, Select="COUNT")) == 1.5
    assert units(db.client.scan(TableName=table, ReturnConsumedCapacity="TOTAL")) == 1.5


@pytest.mark.page("APIReference/API_BatchGetItem.html")
def test_batch_get_rounds_each_item(db: Db) -> None:
    table = db.create()
    for n in range(3):
        db.client.put_item(TableName=table, Item=sized(1000, sk=f"{n}"))
    answer = db.client.batch_get_item(
        RequestItems={table: {"Keys": [item(pk="p", sk=f"{n}") for n in range(3)]}},
        ReturnConsumedCapacity="TOTAL",
    )
    (consumed,) = answer["ConsumedCapacity"]
    assert (consumed["TableName"], consumed["CapacityUnits"]) == (table, 1.5)


@pytest.mark.page("APIReference/API_BatchWriteItem.html")
def test_batch_write_costs_its_writes(db: Db) -> None:
    table = db.create()
    answer = db.client.batch_write_item(
        RequestItems={table: [{"PutRequest": {"Item": sized(1500, sk=f"{n}")}} for n in range(3)]},
        ReturnConsumedCapacity="TOTAL",
    )
    assert answer["ConsumedCapacity"][0]["CapacityUnits"] == 6


@pytest.mark.page(READS)
def test_nothing_is_told_unless_asked(db: Db) -> None:
    table = db.create()
    assert "ConsumedCapacity" not in db.client.get_item(TableName=table, Key=KEY)
    assert "ConsumedCapacity" not in db.client.put_item(TableName=table, Item=KEY, ReturnConsumedCapacity="NONE")


def parts(answer: Any) -> dict[str, float]:
    """Return the units of the table and of each index."""
    consumed = answer["ConsumedCapacity"]
    out = {"table": float(consumed["Table"]["CapacityUnits"])}
    for group in ("LocalSecondaryIndexes", "GlobalSecondaryIndexes"):
        for name, one in consumed.get(group, {}).items():
            out[name] = float(one["CapacityUnits"])
    assert consumed["CapacityUnits"] == sum(out.values())
    return {name: amount for name, amount in out.items() if amount or name == "table"}


@pytest.mark.page(LOCAL)
def test_put_writes_the_indexes_it_belongs_to(db: Db) -> None:
    table = db.indexed()

    def put(**more: Any) -> dict[str, float]:
        return parts(
            db.client.put_item(TableName=table, Item={**KEY, **item(**more)}, ReturnConsumedCapacity="INDEXES")
        )

    assert put(x=1) == {"table": 1}
    assert put(x=1, rank=1) == {"table": 1, "by_rank": 1}
    # Unchanged in the index: nothing to write there but where everything is projected.
    assert put(x=2, rank=1) == {"table": 1, "by_rank": 1}
    assert put(x=2, rank=1, name="n") == {"table": 1, "by_rank": 1, "by_name": 1}
    assert put(x=3, rank=1, name="n") == {"table": 1, "by_rank": 1}
    # An index key that changes costs a delete and a put.
    assert put(x=3, rank=2, name="n") == {"table": 1, "by_rank": 2}
    assert put(x=3, name="n") == {"table": 1, "by_rank": 1}


@pytest.mark.page(GLOBAL)
def test_write_costs_of_global_indexes(db: Db) -> None:
    table = db.indexed()
    key = {"TableName": table, "Key": KEY, "ReturnConsumedCapacity": "INDEXES"}

    def update(expression: str, **values: Any) -> dict[str, float]:
        used = [one for one in ("owner", "rank", "name") if f"#{one}" in expression]
        more: dict[str, Any] = {"ExpressionAttributeNames": names(" ".join(used))} if used else {}
        if values:
            more["ExpressionAttributeValues"] = bind(**values)
        return parts(db.client.update_item(**key, UpdateExpression=expression, **more))

    assert update("SET #owner = :o", o="o") == {"table": 1, "owner_keys": 1}
    assert update("SET rest = :r", r="r") == {"table": 1}
    assert update("SET #name = :n, extra = :e", n="n", e="e") == {"table": 1, "by_name": 1, "owner_some": 1}
    assert update("SET extra = :e", e="f") == {"table": 1, "owner_some": 1}
    assert update("SET #owner = :o", o="q") == {"table": 1, "owner_keys": 2, "owner_some": 2}
    assert parts(db.client.delete_item(**key)) == {"table": 1, "owner_keys": 1, "owner_some": 1, "by_name": 1}


@pytest.mark.page(LOCAL)
def test_query_of_an_index_costs_what_is_projected(db: Db) -> None:
    table = db.indexed()
    for n in range(4):
        db.client.put_item(TableName=table, Item=sized(3000, sk=f"{n}", rank=n, name=f"n{n}"))
    call: dict[str, Any] = {
        "TableName": table,
        "KeyConditionExpression": "pk = :p",
        "ExpressionAttributeValues": bind(p="p"),
        "ReturnConsumedCapacity": "INDEXES",
        "ConsistentRead": True,
    }
    assert parts(db.client.query(**call, IndexName="by_rank")) == {"table": 0, "by_rank": 3}
    assert parts(db.client.query(**call, IndexName="by_name")) == {"table": 0, "by_name": 1}
    # What is fetched from the table is read item by item.
    assert parts(db.client.query(**call, IndexName="by_name", Select="ALL_ATTRIBUTES")) == {
        "table": 4,
        "by_name": 1,
    }


@pytest.mark.page(TRANSACTIONS)
def test_transaction_writes_cost_double(db: Db) -> None:
    table = db.create()
    answer = db.client.transact_write_items(
        TransactItems=[
            {"Put": {"TableName": table, "Item": sized(1500, sk="a")}},
            {"Put": {"TableName": table, "Item": sized(100, sk="b")}},
        ],
        ReturnConsumedCapacity="TOTAL",
    )
    (consumed,) = answer["ConsumedCapacity"]
    assert (consumed["CapacityUnits"], consumed["WriteCapacityUnits"]) == (6, 6)


@pytest.mark.page(TRANSACTIONS)
def test_transaction_reads_cost_double(db: Db) -> None:
    table = db.create()
    db.client.put_item(TableName=table, Item=sized(5000))
    answer = db.client.transact_get_items(
        TransactItems=[
            {"Get": {"TableName": table, "Key": KEY}},
            {"Get": {"TableName": table, "Key": item(pk="p", sk="absent")}},
        ],
        ReturnConsumedCapacity="TOTAL",
    )
    (consumed,) = answer["ConsumedCapacity"]
    assert (consumed["CapacityUnits"], consumed["ReadCapacityUnits"]) == (6, 6)


@pytest.mark.page(TRANSACTIONS)
def test_repeated_transaction_costs_reads(db: Db) -> None:
    table = db.create()
    call: dict[str, Any] = {
        "TransactItems": [{"Put": {"TableName": table, "Item": sized(1500)}}],
        "ClientRequestToken": f"{table}-token",
        "ReturnConsumedCapacity": "TOTAL",
    }
    db.client.transact_write_items(**call)
    (consumed,) = db.client.transact_write_items(**call)["ConsumedCapacity"]
    assert (consumed["CapacityUnits"], consumed["ReadCapacityUnits"]) == (2, 2)

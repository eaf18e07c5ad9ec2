"""Streams: what is recorded, in which order, and how it is read."""

from __future__ import annotations

from typing import Any

import pytest

from tests.contract.dynamodb.database import Db
from tests.contract.dynamodb.values import bind, item

STREAMS = "developerguide/Streams.html"
RECORDS = "APIReference/API_streams_GetRecords.html"
ITERATOR = "APIReference/API_streams_GetShardIterator.html"
KEY = item(pk="p", sk="s")


def streaming(db: Db, view: str = "NEW_AND_OLD_IMAGES") -> tuple[str, str]:
    table = db.create(StreamSpecification={"StreamEnabled": True, "StreamViewType": view})
    return table, db.client.describe_table(TableName=table)["Table"]["LatestStreamArn"]


def shard(db: Db, arn: str) -> dict[str, Any]:
    return dict(db.streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"][0])


def records(db: Db, arn: str, kind: str = "TRIM_HORIZON", **more: Any) -> list[dict[str, Any]]:
    iterator = db.streams.get_shard_iterator(
        StreamArn=arn, ShardId=shard(db, arn)["ShardId"], ShardIteratorType=kind, **more
    )["ShardIterator"]
    return list(db.streams.get_records(ShardIterator=iterator)["Records"])


@pytest.mark.page(STREAMS)
def test_description_of_a_stream(db: Db) -> None:
    table, arn = streaming(db, "KEYS_ONLY")
    found = db.streams.describe_stream(StreamArn=arn)["StreamDescription"]
    assert (found["TableName"], found["StreamStatus"], found["StreamViewType"]) == (table, "ENABLED", "KEYS_ONLY")
    assert len(found["Shards"]) == 1


VIEWS: list[tuple[str, set[str], set[str], set[str]]] = [
    ("KEYS_ONLY", set(), set(), set()),
    ("NEW_IMAGE", {"NewImage"}, {"NewImage"}, set()),
    ("OLD_IMAGE", set(), {"OldImage"}, {"OldImage"}),
    ("NEW_AND_OLD_IMAGES", {"NewImage"}, {"NewImage", "OldImage"}, {"OldImage"}),
]


@pytest.mark.page(STREAMS)
@pytest.mark.parametrize(("view", "insert", "modify", "remove"), VIEWS, ids=[c[0] for c in VIEWS])
def test_images_of_each_view(db: Db, view: str, insert: set[str], modify: set[str], remove: set[str]) -> None:
    table, arn = streaming(db, view)
    db.client.put_item(TableName=table, Item={**KEY, **item(v=1)})
    db.client.put_item(TableName=table, Item={**KEY, **item(v=2)})
    db.client.delete_item(TableName=table, Key=KEY)
    found = records(db, arn)
    assert [one["eventName"] for one in found] == ["INSERT", "MODIFY", "REMOVE"]
    for one, images in zip(found, (insert, modify, remove), strict=True):
        data = one["dynamodb"]
        assert data["Keys"] == KEY
        assert data["StreamViewType"] == view
        assert {name for name in ("NewImage", "OldImage") if name in data} == images
    if modify >= {"NewImage", "OldImage"}:
        assert found[1]["dynamodb"]["OldImage"] == {**KEY, **item(v=1)}
        assert found[1]["dynamodb"]["NewImage"] == {**KEY, **item(v=2)}


@pytest.mark.page(STREAMS)
def test_write_that_changes_nothing_is_not_recorded(db: Db) -> None:
    table, arn = streaming(db)
    for _ in range(2):
        db.client.put_item(TableName=table, Item={**KEY, **item(v=1)})
    db.client.update_item(
        TableName=table, Key=KEY, UpdateExpression="SET v = :v", ExpressionAttributeValues=bind(v=1)
    )
    db.client.delete_item(TableName=table, Key=item(pk="p", sk="absent"))
    assert [one["eventName"] for one in records(db, arn)] == ["INSERT"]


@pytest.mark.page(STREAMS)
def test_failed_write_is_not_recorded(db: Db) -> None:
    table, arn = streaming(db)
    db.fails(
        "ConditionalCheckFailedException",
        db.client.put_item,
        TableName=table,
        Item=KEY,
        ConditionExpression="attribute_exists(pk)",
    )
    assert records(db, arn) == []


@pytest.mark.page(STREAMS)
def test_batches_and_transactions_are_recorded(db: Db) -> None:
    table, arn = streaming(db)
    db.client.batch_write_item(
        RequestItems={table: [{"PutRequest": {"Item": item(pk="p", sk=f"{n}")}} for n in range(3)]}
    )
    db.client.transact_write_items(
        TransactItems=[
            {"Delete": {"TableName": table, "Key": item(pk="p", sk="0")}},
            {"Put": {"TableName": table, "Item": item(pk="p", sk="9")}},
        ]
    )
    found = [(one["eventName"], one["dynamodb"]["Keys"]["sk"]["S"]) for one in records(db, arn)]
    assert sorted(found[:3]) == [("INSERT", "0"), ("INSERT", "1"), ("INSERT", "2")]
    assert sorted(found[3:]) == [("INSERT", "9"), ("REMOVE", "0")]


@pytest.mark.page(RECORDS)
def test_records_of_a_key_are_in_order(db: Db) -> None:
    table, arn = streaming(db, "NEW_IMAGE")
    for n in range(20):
        db.client.put_item(TableName=table, Item={**KEY, **item(v=n)})
    found = records(db, arn)
    assert [one["dynamodb"]["NewImage"]["v"]["N"] for one in found] == [str(n) for n in range(20)]
    sequence = [int(one["dynamodb"]["SequenceNumber"]) for one in found]
    assert sequence == sorted(set(sequence))
    assert all(21 <= len(one["dynamodb"]["SequenceNumber"]) <= 40 for one in found)
    assert len({one["eventID"] for one in found}) == 20


@pytest.mark.page(RECORDS)
def test_records_are_read_page_by_page(db: Db) -> None:
    table, arn = streaming(db, "KEYS_ONLY")
    for n in range(5):
        db.client.put_item(TableName=table, Item=item(pk="p", sk=f"{n}"))
    iterator = db.streams.get_shard_iterator(
        StreamArn=arn, ShardId=shard(db, arn)["ShardId"], ShardIteratorType="TRIM_HORIZON"
    )["ShardIterator"]
    found = []
    for size in (2, 2, 1, 0):
        answer = db.streams.get_records(ShardIterator=iterator, Limit=2)
        assert len(answer["Records"]) == size
        found += [one["dynamodb"]["Keys"]["sk"]["S"] for one in answer["Records"]]
        iterator = answer["NextShardIterator"]
    assert found == [f"{n}" for n in range(5)]
    # The shard is open: what comes later is read with the same iterator.
    db.client.put_item(TableName=table, Item=item(pk="p", sk="later"))
    assert len(db.streams.get_records(ShardIterator=iterator)["Records"]) == 1


@pytest.mark.page(ITERATOR)
def test_kinds_of_iterators(db: Db) -> None:
    table, arn = streaming(db, "KEYS_ONLY")
    for n in range(3):
        db.client.put_item(TableName=table, Item=item(pk="p", sk=f"{n}"))
    everything = records(db, arn)
    second = everything[1]["dynamodb"]["SequenceNumber"]

    def found(kind: str) -> list[str]:
        return [one["dynamodb"]["Keys"]["sk"]["S"] for one in records(db, arn, kind, SequenceNumber=second)]

    assert found("AT_SEQUENCE_NUMBER") == ["1", "2"]
    assert found("AFTER_SEQUENCE_NUMBER") == ["2"]
    iterator = db.streams.get_shard_iterator(
        StreamArn=arn, ShardId=shard(db, arn)["ShardId"], ShardIteratorType="LATEST"
    )["ShardIterator"]
    answer = db.streams.get_records(ShardIterator=iterator)
    assert answer["Records"] == []
    db.client.put_item(TableName=table, Item=item(pk="p", sk="new"))
    later = db.streams.get_records(ShardIterator=answer["NextShardIterator"])["Records"]
    assert [one["dynamodb"]["Keys"]["sk"]["S"] for one in later] == ["new"]


@pytest.mark.page("APIReference/API_streams_ListStreams.html")
def test_list_of_streams(db: Db) -> None:
    table, arn = streaming(db)
    found = db.streams.list_streams(TableName=table)["Streams"]
    assert [one["StreamArn"] for one in found] == [arn]


@pytest.mark.page("APIReference/API_streams_DescribeStream.html")
def test_stream_that_is_not_there(db: Db) -> None:
    _, arn = streaming(db)
    db.fails("ResourceNotFoundException", db.streams.describe_stream, StreamArn=arn[:-4] + "0000")


@pytest.mark.page(RECORDS)
def test_iterator_that_is_none(db: Db) -> None:
    db.fails("ValidationException", db.streams.get_records, ShardIterator="this-is-no-iterator")

"""What only the engine has: refusals by name, expiry, retention, faults, the meter, its own interface."""

from __future__ import annotations

import doctest
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from botocore.config import Config
from botocore.exceptions import ClientError

from local import dynamodb
from local.dynamodb import Engine, Meter, connect, connect_streams
from local.dynamodb.engine import OPERATIONS
from tests.contract.dynamodb import backends
from tests.contract.dynamodb.backends import Backend, Clock
from tests.contract.dynamodb.database import Db
from tests.contract.dynamodb.values import bind, item

DAY = 24 * 3600
KEY = item(pk="p", sk="s")
STREAM: dict[str, Any] = {"StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}}


@pytest.fixture
def own(embedded: Backend) -> Db:
    return Db(embedded)


def engine_of(db: Db) -> Engine:
    assert db.backend.engine is not None
    return db.backend.engine


def code_of(status_and_body: tuple[int, dict[str, Any]]) -> str:
    status, body = status_and_body
    assert status >= 400
    return str(body["__type"]).split("#")[1]


# Refusals --------------------------------------------------------------------------------------


def model_operations(client: Any) -> Iterator[tuple[str, list[str]]]:
    model = client.meta.service_model
    for name in model.operation_names:
        shape = model.operation_model(name).input_shape
        yield name, list(shape.members) if shape else []


def test_every_other_operation_is_refused_by_name(own: Db) -> None:
    engine = engine_of(own)
    unknown = [name for name, _ in model_operations(own.client) if name not in OPERATIONS["DynamoDB_20120810"]]
    assert "ExecuteStatement" in unknown
    for name in unknown:
        status, body = engine.handle(f"DynamoDB_20120810.{name}", {})
        assert (status, code_of((status, body))) == (400, "UnknownOperationException")
        assert name in body["message"]


def test_every_other_parameter_is_refused_by_name(own: Db) -> None:
    engine = engine_of(own)
    refused = 0
    for client, service in ((own.client, "DynamoDB_20120810"), (own.streams, "DynamoDBStreams_20120810")):
        for name, members in model_operations(client):
            operation = OPERATIONS[service].get(name)
            if operation is None:
                continue
            accepted = {*operation.required, *operation.optional}
            assert accepted <= set(members)
            for member in set(members) - accepted:
                status, body = engine.handle(f"{service}.{name}", {member: "x"})
                assert code_of((status, body)) == "ValidationException"
                assert f"Parameter {member} of {name}" in body["message"]
                refused += 1
    assert refused > 20


def test_parameters_inside_a_request_are_refused_by_name(own: Db) -> None:
    table = own.create()
    put = {"TableName": table, "Item": KEY, "ReturnValues": "NONE"}
    status, body = engine_of(own).handle("DynamoDB_20120810.TransactWriteItems", {"TransactItems": [{"Put": put}]})
    assert code_of((status, body)) == "ValidationException"
    assert "ReturnValues" in body["message"]
    get = {table: {"Keys": [KEY], "AttributesToGet": ["pk"]}}
    with pytest.raises(ClientError, match="AttributesToGet"):
        own.client.batch_get_item(RequestItems=get)


def test_provisioned_billing_is_refused_by_name(own: Db) -> None:
    own.fails(
        "ValidationException",
        own.client.create_table,
        "BillingMode PROVISIONED is not supported by the embedded engine",
        TableName="provisioned",
        BillingMode="PROVISIONED",
        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
    )


BODIES: list[Any] = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"\xff",
    b"[" * 100_000,
    {"TableName": 5},
    {"TableName": "t", "Item": []},
    {"TableName": "t", "Item": {"pk": "x"}},
    {"TableName": "t", "Item": {"pk": {"S": 5}}},
    {"TableName": "t", "Item": {"pk": {}}},
    {"TableName": "t", "Item": {"pk": {"X": "y"}}},
    {"TableName": "t", "Item": {"pk": {"S": "x", "N": "1"}}},
    {"TableName": "t", "Item": {"pk": {"B": "no base64!"}}},
    {"TableName": "t", "Item": {"pk": {"S": "\ud800"}}},
    {"TableName": "t", "Item": {"pk": {"L": {}}}},
    {"TableName": "t", "Item": {"pk": {"SS": "x"}}},
    {"TableName": "t", "Item": {"pk": {"NS": [1]}}},
    {"TableName": "t", "Item": {"pk": {"BOOL": "true"}}},
    {"TableName": "t", "Item": {"pk": {"S": "x"}}, "ExpressionAttributeNames": {"#a": 5}},
    {"TableName": "t", "Item": {"pk": {"S": "x"}}, "ConditionExpression": 5},
    {"TableName": "t"},
    {},
]


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
def test_body_that_is_malformed(own: Db, body: Any) -> None:
    own.client.create_table(
        TableName="table",
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
    )
    if isinstance(body, dict) and body.get("TableName") == "t":
        body = {**body, "TableName": "table"}
    answer = engine_of(own).handle("DynamoDB_20120810.PutItem", body)
    assert code_of(answer) in ("SerializationException", "ValidationException")


# Expiry ----------------------------------------------------------------------------------------


def expiring(db: Db, **more: Any) -> str:
    table = db.create(**more)
    db.client.update_time_to_live(
        TableName=table, TimeToLiveSpecification={"Enabled": True, "AttributeName": "expires_at"}
    )
    return table


def stream_records(db: Db, table: str) -> list[dict[str, Any]]:
    arn = db.client.describe_table(TableName=table)["Table"]["LatestStreamArn"]
    shard = db.streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"][0]["ShardId"]
    iterator = db.streams.get_shard_iterator(StreamArn=arn, ShardId=shard, ShardIteratorType="TRIM_HORIZON")
    return list(db.streams.get_records(ShardIterator=iterator["ShardIterator"])["Records"])


def test_expired_items_are_deleted_by_the_service(own: Db, clock: Clock) -> None:
    table = expiring(own, **STREAM)
    now = int(clock.now)
    own.client.put_item(TableName=table, Item=item(pk="p", sk="old", expires_at=now - 1))
    own.client.put_item(TableName=table, Item=item(pk="p", sk="young", expires_at=now + 100))
    own.client.put_item(TableName=table, Item=item(pk="p", sk="none"))
    own.client.put_item(TableName=table, Item=item(pk="p", sk="text", expires_at="1"))
    assert engine_of(own).expire(now) == 1
    assert engine_of(own).expire(now) == 0
    left = {one["sk"]["S"] for one in own.client.scan(TableName=table)["Items"]}
    assert left == {"young", "none", "text"}
    record = stream_records(own, table)[-1]
    assert record["eventName"] == "REMOVE"
    assert record["userIdentity"] == {"Type": "Service", "PrincipalId": "dynamodb.amazonaws.com"}
    assert record["dynamodb"]["OldImage"]["sk"] == {"S": "old"}
    # A deletion by a caller has no such mark.
    own.client.delete_item(TableName=table, Key=item(pk="p", sk="none"))
    assert "userIdentity" not in stream_records(own, table)[-1]


def test_items_expired_for_five_years_are_not_deleted(own: Db, clock: Clock) -> None:
    table = expiring(own)
    own.client.put_item(TableName=table, Item=item(pk="p", sk="s", expires_at=int(clock.now) - 6 * 365 * DAY))
    assert engine_of(own).expire(clock.now) == 0


def test_items_written_before_ttl_was_enabled_expire(own: Db, clock: Clock) -> None:
    table = own.create()
    for n in range(250):
        own.client.put_item(TableName=table, Item=item(pk="p", sk=f"{n}", expires_at=int(clock.now) - n))
    assert engine_of(own).expire(clock.now) == 0
    setting: dict[str, Any] = {
        "TableName": table,
        "TimeToLiveSpecification": {"Enabled": True, "AttributeName": "expires_at"},
    }
    own.client.update_time_to_live(**setting)
    assert engine_of(own).expire(clock.now) == 249
    setting["TimeToLiveSpecification"]["Enabled"] = False
    own.client.update_time_to_live(**setting)
    assert engine_of(own).expire(clock.now + 10) == 0


def test_expired_item_is_read_until_it_is_swept(own: Db, clock: Clock) -> None:
    table = expiring(own)
    own.client.put_item(TableName=table, Item={**KEY, **item(expires_at=1)})
    assert "Item" in own.client.get_item(TableName=table, Key=KEY)


def test_expiry_takes_the_index_entries_along(own: Db, clock: Clock) -> None:
    table = own.indexed()
    own.client.update_time_to_live(
        TableName=table, TimeToLiveSpecification={"Enabled": True, "AttributeName": "expires_at"}
    )
    own.client.put_item(TableName=table, Item={**KEY, **item(rank=1, owner="o", expires_at=int(clock.now) - 1)})
    assert engine_of(own).expire(clock.now) == 1
    for index in ("by_rank", "by_owner"):
        assert own.client.scan(TableName=table, IndexName=index)["Count"] == 0


# Streams and tokens in time --------------------------------------------------------------------


def test_records_are_kept_for_a_day(own: Db, clock: Clock) -> None:
    table = own.create(**STREAM)
    own.client.put_item(TableName=table, Item=item(pk="p", sk="a"))
    first = stream_records(own, table)[0]["dynamodb"]["SequenceNumber"]
    clock.now += DAY - 10
    own.client.put_item(TableName=table, Item=item(pk="p", sk="b"))
    assert len(stream_records(own, table)) == 2
    clock.now += 20
    assert [one["dynamodb"]["Keys"]["sk"]["S"] for one in stream_records(own, table)] == ["b"]
    engine_of(own).expire(clock.now)
    own.client.put_item(TableName=table, Item=item(pk="p", sk="c"))
    assert [one["dynamodb"]["Keys"]["sk"]["S"] for one in stream_records(own, table)] == ["b", "c"]
    # The place is gone.
    arn = own.client.describe_table(TableName=table)["Table"]["LatestStreamArn"]
    shard = own.streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"][0]["ShardId"]
    own.fails(
        "TrimmedDataAccessException",
        own.streams.get_shard_iterator,
        StreamArn=arn,
        ShardId=shard,
        ShardIteratorType="AT_SEQUENCE_NUMBER",
        SequenceNumber=first,
    )


def test_iterator_lives_for_fifteen_minutes(own: Db, clock: Clock) -> None:
    table = own.create(**STREAM)
    arn = own.client.describe_table(TableName=table)["Table"]["LatestStreamArn"]
    shard = own.streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"][0]["ShardId"]
    iterator = own.streams.get_shard_iterator(StreamArn=arn, ShardId=shard, ShardIteratorType="LATEST")
    clock.now += 901
    own.fails("ExpiredIteratorException", own.streams.get_records, ShardIterator=iterator["ShardIterator"])


def test_client_token_is_kept_for_ten_minutes(own: Db, clock: Clock) -> None:
    table = own.create()
    update = {
        "TableName": table,
        "Key": KEY,
        "UpdateExpression": "ADD v :v",
        "ExpressionAttributeValues": bind(v=1),
    }
    for wait, wanted in ((0, "1"), (599, "1"), (2, "2")):
        clock.now += wait
        own.client.transact_write_items(TransactItems=[{"Update": update}], ClientRequestToken="token")
        assert own.client.get_item(TableName=table, Key=KEY)["Item"]["v"]["N"] == wanted


# Faults ----------------------------------------------------------------------------------------


def test_throttle_hits_the_next_calls(own: Db) -> None:
    table, other = own.create(), own.create()
    faults = engine_of(own).faults
    faults.throttle(2, operation="PutItem", table=table)
    own.client.get_item(TableName=table, Key=KEY)
    own.client.put_item(TableName=other, Item=KEY)
    for _ in range(2):
        own.fails("ProvisionedThroughputExceededException", own.client.put_item, TableName=table, Item=KEY)
    own.client.put_item(TableName=table, Item=KEY)
    faults.throttle(code="ThrottlingException")
    own.fails("ThrottlingException", own.client.scan, TableName=table)
    own.client.scan(TableName=table)


def test_throttle_is_retried_by_a_client_that_retries(own: Db) -> None:
    table = own.create()
    client = connect(engine_of(own), config=Config(retries={"mode": "standard", "total_max_attempts": 2}))
    engine_of(own).faults.throttle(1)
    assert client.get_item(TableName=table, Key=KEY)["ResponseMetadata"]["RetryAttempts"] == 1


def test_conflict_cancels_a_transaction(own: Db) -> None:
    table = own.create()
    actions = [{"Put": {"TableName": table, "Item": item(pk="p", sk=f"{n}")}} for n in range(3)]
    engine_of(own).faults.transaction_conflict(item=1)
    response = own.fails(
        "TransactionCanceledException",
        own.client.transact_write_items,
        "[None, TransactionConflict, None]",
        TransactItems=actions,
    )
    assert [one["Code"] for one in response["CancellationReasons"]] == ["None", "TransactionConflict", "None"]
    own.client.transact_write_items(TransactItems=actions)
    engine_of(own).faults.transaction_conflict()
    own.fails("TransactionConflictException", own.client.put_item, TableName=table, Item=KEY)


def test_batches_leave_items_unprocessed(own: Db) -> None:
    table = own.create()
    faults = engine_of(own).faults
    requests = [{"PutRequest": {"Item": item(pk="p", sk=f"{n}")}} for n in range(5)]
    faults.leave_unprocessed(items=2)
    answer = own.client.batch_write_item(RequestItems={table: requests})
    assert answer["UnprocessedItems"] == {table: requests[3:]}
    assert own.client.scan(TableName=table)["Count"] == 3
    assert own.client.batch_write_item(RequestItems=answer["UnprocessedItems"])["UnprocessedItems"] == {}
    faults.leave_unprocessed(operation="BatchGetItem", items=4)
    keys = {table: {"Keys": [item(pk="p", sk=f"{n}") for n in range(5)], "ConsistentRead": True}}
    got = own.client.batch_get_item(RequestItems=keys)
    assert len(got["Responses"][table]) == 1
    assert len(got["UnprocessedKeys"][table]["Keys"]) == 4
    assert got["UnprocessedKeys"][table]["ConsistentRead"] is True
    faults.leave_unprocessed()
    faults.clear()
    assert own.client.batch_get_item(RequestItems=keys)["UnprocessedKeys"] == {}


# Meter -----------------------------------------------------------------------------------------


@pytest.mark.page("APIReference/API_ConsumedCapacity.html")
def test_meter_counts_on_every_backend(db: Db) -> None:
    table = db.indexed()
    with Meter(db.client) as meter:
        db.client.put_item(TableName=table, Item=item(pk="p", sk="s", rank=1))
        answer = db.client.query(
            TableName=table,
            IndexName="by_rank",
            KeyConditionExpression="pk = :p",
            ExpressionAttributeValues=bind(p="p"),
        )
        with pytest.raises(ClientError):
            db.client.get_item(TableName="absent-table", Key=KEY)
    db.client.scan(TableName=table)
    # The caller did not ask, so it does not see.
    assert "ConsumedCapacity" not in answer
    assert [call.operation for call in meter.calls] == ["PutItem", "Query", "GetItem"]
    assert [call.index for call in meter.calls] == [None, "by_rank", None]
    assert meter.calls[0].tables == (table,)
    assert meter.calls[2].error == "ResourceNotFoundException"
    assert meter.count("Query") == 1
    if db.name in ("engine", "ministack"):
        # The others do not count an index's units as AWS does.
        assert (meter.read, meter.write) == (0.5, 2)


def test_meter_leaves_what_the_caller_asked_for(own: Db) -> None:
    table = own.create()
    with Meter(own.client) as meter:
        answer = own.client.put_item(TableName=table, Item=KEY, ReturnConsumedCapacity="TOTAL")
        assert answer["ConsumedCapacity"] == {"TableName": table, "CapacityUnits": 1.0}
        own.client.transact_write_items(TransactItems=[{"Put": {"TableName": table, "Item": KEY}}])
        own.client.batch_get_item(RequestItems={table: {"Keys": [KEY]}})
    assert (meter.write, meter.read, meter.count()) == (3, 0.5, 3)
    assert [call.tables for call in meter.calls] == [(table,)] * 3
    meter.clear()
    assert meter.calls == []


# The client and the file -----------------------------------------------------------------------


def test_no_socket_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: Any, **_named: Any) -> None:
        raise AssertionError("a socket")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    with backends.engine(tmp_path) as backend:
        db = Db(backend)
        table = db.create(**STREAM)
        db.client.put_item(TableName=table, Item=KEY)
        assert len(stream_records(db, table)) == 1


def test_client_works_beside_an_active_moto(own: Db) -> None:
    with backends.moto() as moto:
        table = own.create()
        client = connect(engine_of(own))
        client.put_item(TableName=table, Item=KEY)
        assert client.scan(TableName=table)["Count"] == 1
        assert table not in moto.client.list_tables()["TableNames"]


def test_environment_of_the_caller_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_DEFAULT_REGION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
    with backends.engine(tmp_path) as backend:
        assert backend.client.list_tables()["TableNames"] == []


def test_file_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "file.db"
    first = Engine(path)
    db = Db(Backend("engine", connect(first), connect_streams(first), first))
    table = db.indexed(**STREAM)
    db.client.put_item(TableName=table, Item={**KEY, **item(rank=1)})
    first.close()
    second = Engine(path)
    again = Db(Backend("engine", connect(second), connect_streams(second), second))
    assert again.client.scan(TableName=table, IndexName="by_rank")["Count"] == 1
    assert len(stream_records(again, table)) == 1
    # A closed engine opens its file again when it is called.
    assert first.handle("DynamoDB_20120810.ListTables", b"{}") == (200, {"TableNames": [table]})
    first.close()
    second.close()


def test_foreign_database_is_left_alone(tmp_path: Path) -> None:
    import contextlib
    import sqlite3

    path = tmp_path / "foreign.db"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE something (x)")
        connection.commit()
    with pytest.raises(ValueError, match="something else"):
        Engine(path)


def test_connect_shares_one_engine_per_file(tmp_path: Path) -> None:
    client = connect(tmp_path / "shared.db")
    streams = connect_streams(tmp_path / "shared.db")
    client.create_table(
        TableName="shared",
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
        **STREAM,
    )
    assert len(streams.list_streams()["Streams"]) == 1


def test_handle_answers_bytes_and_mappings(own: Db) -> None:
    table = own.create()
    body = {"TableName": table, "Item": KEY}
    engine = engine_of(own)
    assert engine.handle("DynamoDB_20120810.PutItem", json.dumps(body).encode()) == (200, {})
    status, answer = engine.handle("DynamoDB_20120810.GetItem", {"TableName": table, "Key": KEY})
    assert (status, answer) == (200, {"Item": KEY})
    status, answer = engine.handle("DynamoDB_20120810.GetItem", {"TableName": "absent", "Key": KEY})
    assert status == 400
    assert answer["__type"] == "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException"


def test_table_dropped_under_a_reader(own: Db) -> None:
    table = own.create()
    engine = engine_of(own)
    other = Engine(engine.storage.path)
    assert other.handle("DynamoDB_20120810.GetItem", {"TableName": table, "Key": KEY})[0] == 200
    own.client.delete_table(TableName=table)
    assert (
        code_of(other.handle("DynamoDB_20120810.GetItem", {"TableName": table, "Key": KEY}))
        == "ResourceNotFoundException"
    )
    other.close()


def test_deletion_protection(own: Db) -> None:
    table = own.create(DeletionProtectionEnabled=True)
    own.fails("ValidationException", own.client.delete_table, "protected against deletion", TableName=table)


def test_order_of_one_thread_is_seen_by_another(own: Db) -> None:
    table = own.create()
    seen: list[Any] = []
    own.client.put_item(TableName=table, Item=KEY)
    thread = threading.Thread(target=lambda: seen.append(own.client.get_item(TableName=table, Key=KEY)["Item"]))
    thread.start()
    thread.join()
    assert seen == [KEY]


def test_fault_of_the_file_is_the_server_s(own: Db) -> None:
    table = own.create()
    engine = engine_of(own)
    with engine.storage.writing() as connection:
        connection.execute("DROP TABLE items")
    own.fails("InternalServerError", own.client.put_item, TableName=table, Item=KEY)
    assert engine.handle("DynamoDB_20120810.ListTables", {}) == (200, {"TableNames": [table]})


def test_the_example_of_the_package_runs() -> None:
    result = doctest.testmod(dynamodb)
    assert result.attempted > 0
    assert result.failed == 0

"""Tables: creation, description, deletion, expiry settings."""

from __future__ import annotations

from typing import Any

import pytest

from tests.contract.dynamodb.database import Db, schema
from tests.contract.dynamodb.values import item

CREATE = "APIReference/API_CreateTable.html"
DESCRIBE = "APIReference/API_DescribeTable.html"
TTL = "APIReference/API_UpdateTimeToLive.html"


@pytest.mark.page(DESCRIBE)
def test_description_of_a_table(db: Db) -> None:
    table = db.indexed(StreamSpecification={"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"})
    found = db.client.describe_table(TableName=table)["Table"]
    assert found["TableName"] == table
    assert found["TableStatus"] == "ACTIVE"
    assert found["KeySchema"] == schema("pk", "sk")
    assert {one["AttributeName"] for one in found["AttributeDefinitions"]} == {"pk", "sk", "rank", "name", "owner"}
    assert found["TableArn"].endswith(f":table/{table}")
    assert found["BillingModeSummary"]["BillingMode"] == "PAY_PER_REQUEST"
    assert {one["IndexName"] for one in found["LocalSecondaryIndexes"]} == {"by_rank", "by_name"}
    across = {one["IndexName"]: one for one in found["GlobalSecondaryIndexes"]}
    assert set(across) == {"by_owner", "owner_keys", "owner_some"}
    assert across["owner_some"]["Projection"] == {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["extra"]}
    assert across["by_owner"]["IndexStatus"] == "ACTIVE"
    assert found["StreamSpecification"] == {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}
    assert found["LatestStreamArn"].startswith(found["TableArn"] + "/stream/")


@pytest.mark.page(DESCRIBE)
def test_description_counts_items(db: Db) -> None:
    table = db.create()
    db.client.put_item(TableName=table, Item=item(pk="p", sk="s"))
    assert db.client.describe_table(TableName=table)["Table"]["ItemCount"] == 1


@pytest.mark.page(CREATE)
def test_creating_a_table_twice(db: Db) -> None:
    table = db.create()
    db.fails(
        "ResourceInUseException",
        db.client.create_table,
        TableName=table,
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
        KeySchema=schema("pk"),
    )


@pytest.mark.page(DESCRIBE)
@pytest.mark.parametrize("operation", ["describe_table", "delete_table"])
def test_table_that_is_not_there(db: Db, operation: str) -> None:
    db.fails("ResourceNotFoundException", getattr(db.client, operation), "Table: no-such", TableName="no-such")


@pytest.mark.page("APIReference/API_DeleteTable.html")
def test_deleted_table_is_gone(db: Db) -> None:
    table = db.create()
    db.client.put_item(TableName=table, Item=item(pk="p", sk="s"))
    db.client.delete_table(TableName=table)
    while db.name == "dynalite" and table in db.client.list_tables()["TableNames"]:
        pass
    db.fails("ResourceNotFoundException", db.client.get_item, TableName=table, Key=item(pk="p", sk="s"))


@pytest.mark.page("APIReference/API_ListTables.html")
def test_list_of_tables(db: Db) -> None:
    tables = sorted(db.create() for _ in range(3))
    found: list[str] = []
    more: dict[str, Any] = {}
    while True:
        answer = db.client.list_tables(Limit=2, **more)
        found += answer["TableNames"]
        if "LastEvaluatedTableName" not in answer:
            break
        more = {"ExclusiveStartTableName": answer["LastEvaluatedTableName"]}
    assert [one for one in found if one in tables] == tables


def local(name: str, *keys: str, kind: str = "ALL", **more: Any) -> dict[str, Any]:
    return {"IndexName": name, "KeySchema": schema(*keys), "Projection": {"ProjectionType": kind, **more}}


BAD_TABLES: list[tuple[str, dict[str, Any]]] = [
    ("undefined key", {"AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}]}),
    ("unused definition", {"KeySchema": schema("pk")}),
    (
        "key of a wrong type",
        {"KeySchema": schema("pk"), "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "M"}]},
    ),
    ("first key is no HASH", {"KeySchema": [{"AttributeName": "pk", "KeyType": "RANGE"}]}),
    ("one attribute twice", {"KeySchema": schema("pk", "pk")}),
    ("local index of another partition", {"LocalSecondaryIndexes": [local("index", "sk", "pk")]}),
    ("local index without a sort key", {"LocalSecondaryIndexes": [local("index", "pk")]}),
    (
        "two indexes of one name",
        {"LocalSecondaryIndexes": [local("index", "pk", "sk"), local("index", "pk", "sk")]},
    ),
    ("no local index", {"LocalSecondaryIndexes": []}),
    ("six local indexes", {"LocalSecondaryIndexes": [local(f"index{n}", "pk", "sk") for n in range(6)]}),
    ("include of nothing", {"LocalSecondaryIndexes": [local("index", "pk", "sk", kind="INCLUDE")]}),
    ("all and some", {"LocalSecondaryIndexes": [local("index", "pk", "sk", NonKeyAttributes=["a"])]}),
    ("unknown projection", {"LocalSecondaryIndexes": [local("index", "pk", "sk", kind="SOME")]}),
    ("undefined index key", {"GlobalSecondaryIndexes": [local("index", "absent")]}),
    ("stream without a view", {"StreamSpecification": {"StreamEnabled": True}}),
]


@pytest.mark.page(CREATE)
@pytest.mark.parametrize(("label", "more"), BAD_TABLES, ids=[c[0] for c in BAD_TABLES])
def test_table_that_is_refused(db: Db, label: str, more: dict[str, Any]) -> None:
    call: dict[str, Any] = {
        "TableName": "contract-bad-" + label.replace(" ", "-"),
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": one, "AttributeType": "S"} for one in ("pk", "sk")],
        "KeySchema": schema("pk", "sk"),
        **more,
    }
    db.fails("ValidationException", db.client.create_table, **call)


@pytest.mark.page(CREATE)
@pytest.mark.parametrize("name", ["bad name", "bad/name", "bäd"])
def test_table_name_that_is_refused(db: Db, name: str) -> None:
    db.fails(
        "ValidationException",
        db.client.create_table,
        TableName=name,
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
        KeySchema=schema("pk"),
    )


@pytest.mark.page(TTL)
def test_expiry_settings(db: Db) -> None:
    table = db.create()
    describe = db.client.describe_time_to_live
    assert describe(TableName=table)["TimeToLiveDescription"]["TimeToLiveStatus"] == "DISABLED"
    wanted = {"Enabled": True, "AttributeName": "expires_at"}
    answer = db.client.update_time_to_live(TableName=table, TimeToLiveSpecification=wanted)
    assert answer["TimeToLiveSpecification"] == wanted
    assert describe(TableName=table)["TimeToLiveDescription"] == {
        "TimeToLiveStatus": "ENABLED",
        "AttributeName": "expires_at",
    }


@pytest.mark.page(TTL)
def test_expiry_cannot_be_enabled_twice(db: Db) -> None:
    call: dict[str, Any] = {
        "TableName": db.create(),
        "TimeToLiveSpecification": {"Enabled": True, "AttributeName": "expires_at"},
    }
    db.client.update_time_to_live(**call)
    db.fails("ValidationException", db.client.update_time_to_live, "TimeToLive is already enabled", **call)

"""The embedded engine keeps, with its data, the greatest time that clients gave their writes, and tells it."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from local.dynamodb import Engine

TARGET = "DynamoDB_20120810."
TABLE = {
    "TableName": "things",
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
    "BillingMode": "PAY_PER_REQUEST",
}
PUT = {"TableName": "things", "Item": {"pk": {"S": "a"}}}
GET = {"TableName": "things", "Key": {"pk": {"S": "a"}}}


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    engine = Engine(tmp_path / "tables.db")
    engine.handle(TARGET + "CreateTable", TABLE)
    return engine


def told(engine: Engine, operation: str, body: dict[str, Any], sent: str | None = None) -> tuple[int, str]:
    status, _, headers = engine.answer(TARGET + operation, body, sent)
    return status, headers["x-latest-write"]


@pytest.mark.requirement("E1")
def test_the_greatest_time_of_a_committed_write_is_told(engine: Engine, tmp_path: Path) -> None:
    assert told(engine, "GetItem", GET, "50") == (200, "0")  # it writes nothing
    assert told(engine, "PutItem", PUT) == (200, "0")
    assert told(engine, "PutItem", PUT, "20") == (200, "20")
    assert told(engine, "PutItem", PUT, "10") == (200, "20")
    failing = {**PUT, "ConditionExpression": "attribute_not_exists(pk)"}
    assert told(engine, "PutItem", failing, "40") == (400, "20")
    assert told(engine, "GetItem", GET) == (200, "20")

    other = Engine(tmp_path / "tables.db")  # as another process
    assert told(other, "PutItem", PUT, "30") == (200, "30")
    assert told(engine, "GetItem", GET) == (200, "30")
    other.close()
    engine.close()
    assert told(Engine(tmp_path / "tables.db"), "GetItem", GET) == (200, "30")


@pytest.mark.requirement("E1")
@pytest.mark.parametrize("sent", ["", "x", "-1", "1.5", "9" * 19, "٣"])
def test_what_is_no_time_is_not_kept(engine: Engine, sent: str) -> None:
    assert told(engine, "PutItem", PUT, sent) == (200, "0")


@pytest.mark.requirement("E1", "F1")
def test_a_file_of_before_keeps_times_from_now_on(engine: Engine, tmp_path: Path) -> None:
    engine.handle(TARGET + "PutItem", PUT)
    engine.close()
    file = sqlite3.connect(tmp_path / "tables.db")
    file.execute("DROP TABLE latest_write")
    file.close()

    again = Engine(tmp_path / "tables.db")
    assert told(again, "GetItem", GET) == (200, "0")
    assert told(again, "PutItem", PUT, "7") == (200, "7")

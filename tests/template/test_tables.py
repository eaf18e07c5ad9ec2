"""The six tables: keys, indexes, expiry, recovery, streams."""

from __future__ import annotations

from typing import Any

import pytest

from commonplace.storage.memories import TTL_ATTRIBUTE
from tests.template.reading import STACK, resources

TABLE = "AWS::DynamoDB::Table"

KEYS = {
    "memories": ("space", "memory_id"),
    "sessions": ("account_id", "session_id"),
    "tool-results": ("space", "result_part"),
    "activity": ("feed", "entry_id"),
    "directory": ("entity", "part"),
    "erasures": ("ledger", "entry"),
}
LOCAL_INDEXES = {
    "memories": {
        "by_rank": ("space", "rank_key", "ALL"),
        "by_time": ("space", "time_key", "ALL"),
        "by_speaker": ("space", "speaker_key", "ALL"),
    }
}
GLOBAL_INDEXES = {"memories": {"by_owner": ("account_id", "owner_key", "KEYS_ONLY")}}
STREAMS = {"memories": "KEYS_ONLY", "erasures": "KEYS_ONLY"}


def tables(stage: str = "dev") -> dict[str, dict[str, Any]]:
    """By the name without the stack's."""
    return {table["TableName"].removeprefix(f"{STACK}-"): table for table in resources(TABLE, stage).values()}


def key(part: dict[str, Any]) -> tuple[str, ...]:
    assert [one["KeyType"] for one in part["KeySchema"]] == ["HASH", "RANGE"]
    return tuple(one["AttributeName"] for one in part["KeySchema"])


def indexes(table: dict[str, Any], kind: str) -> dict[str, tuple[str, ...]]:
    return {
        index["IndexName"]: (*key(index), index["Projection"]["ProjectionType"]) for index in table.get(kind, [])
    }


def test_tables_are_the_six_with_their_keys() -> None:
    assert {name: key(table) for name, table in tables().items()} == KEYS


@pytest.mark.parametrize("name", KEYS)
def test_indexes_are_those_that_are_read(name: str) -> None:
    table = tables()[name]

    assert indexes(table, "LocalSecondaryIndexes") == LOCAL_INDEXES.get(name, {})
    assert indexes(table, "GlobalSecondaryIndexes") == GLOBAL_INDEXES.get(name, {})


@pytest.mark.parametrize("name", KEYS)
def test_all_keys_are_texts(name: str) -> None:
    assert {one["AttributeType"] for one in tables()[name]["AttributeDefinitions"]} == {"S"}


@pytest.mark.requirement("A9")
@pytest.mark.parametrize("name", KEYS)
def test_time_to_live_is_the_attribute_that_the_code_writes(name: str) -> None:
    assert tables()[name]["TimeToLiveSpecification"] == {"AttributeName": TTL_ATTRIBUTE, "Enabled": True}


@pytest.mark.parametrize("name", KEYS)
def test_table_can_be_brought_back(name: str) -> None:
    table = tables()[name]

    assert table["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True}
    assert table["DeletionPolicy"] == "RetainExceptOnCreate"
    assert table["UpdateReplacePolicy"] == "Retain"
    assert table["DeletionProtectionEnabled"] is False  # a dev stack may be thrown away
    assert tables("prod")[name]["DeletionProtectionEnabled"] is True


@pytest.mark.parametrize("name", KEYS)
def test_table_is_paid_by_request(name: str) -> None:
    assert tables()[name]["BillingMode"] == "PAY_PER_REQUEST"
    assert "ProvisionedThroughput" not in tables()[name]


def test_streams_tell_keys_alone_and_only_where_something_listens() -> None:
    assert {
        name: table["StreamSpecification"]["StreamViewType"]
        for name, table in tables().items()
        if "StreamSpecification" in table
    } == STREAMS

"""Creating the tables: once, twice, at the same time, and after a start that was killed half-way."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import boto3
import pytest
from moto import mock_aws

from local import template
from local.deploy import DeployError, create_tables
from local.dynamodb import Engine, connect

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

STACK = template.load()
NAMES = [table.name for table in STACK.tables.values()]


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = Engine(tmp_path / "tables.db")
    yield engine
    engine.close()


def keeps_time(engine: Engine, client: DynamoDBClient) -> bool:
    """Tell whether the sessions' TTL is on, by what it does."""
    key = {"account_id": {"S": "a"}, "session_id": {"S": "s"}}
    client.put_item(TableName="commonplace-sessions", Item={**key, "expires_at": {"N": "1"}})
    engine.expire(10_000_000)
    return "Item" not in client.get_item(TableName="commonplace-sessions", Key=key)


def test_moto_has_them_all() -> None:
    with mock_aws():
        client = boto3.client("dynamodb", region_name="us-east-1")

        assert create_tables(client, STACK) == NAMES
        assert create_tables(client, STACK) == []

        assert sorted(client.list_tables()["TableNames"]) == sorted(NAMES)
        ttl = client.describe_time_to_live(TableName="commonplace-memories")["TimeToLiveDescription"]
        assert ttl == {"AttributeName": "expires_at", "TimeToLiveStatus": "ENABLED"}
        described = client.describe_table(TableName="commonplace-memories")["Table"]
        assert described["StreamSpecification"] == {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}


def test_the_engine_has_them_all(engine: Engine) -> None:
    client = connect(engine)

    assert create_tables(client, STACK) == NAMES
    assert create_tables(client, STACK) == []
    assert keeps_time(engine, client)


@pytest.mark.parametrize("done", range(3))
def test_a_half_done_start_is_completed(engine: Engine, done: int) -> None:
    client = connect(engine)
    for table in list(STACK.tables.values())[:done]:
        client.create_table(**table.create)  # killed before its TTL was switched on

    assert create_tables(client, STACK) == NAMES[done:]
    assert keeps_time(engine, client)


def test_several_at_once(tmp_path: Path) -> None:
    engines = [Engine(tmp_path / "tables.db") for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        created = list(pool.map(lambda engine: create_tables(connect(engine), STACK), engines))

    assert sorted(name for names in created for name in names) == sorted(NAMES)
    for engine in engines:
        engine.close()


def test_a_table_with_other_keys_is_refused(engine: Engine) -> None:
    sessions = STACK.tables["SessionsTable"]
    keys = [{"AttributeName": "account_id", "KeyType": "HASH"}]
    attributes = [{"AttributeName": "account_id", "AttributeType": "S"}]
    older = replace(sessions, create={**sessions.create, "KeySchema": keys, "AttributeDefinitions": attributes})
    client = connect(engine)
    create_tables(client, replace(STACK, tables={"SessionsTable": older}))

    with pytest.raises(DeployError, match=r"commonplace-sessions.*key is account_id, wanted account_id\+"):
        create_tables(client, STACK)


def test_a_missing_index_is_refused(engine: Engine) -> None:
    memories = STACK.tables["MemoriesTable"]
    fewer = memories.create["LocalSecondaryIndexes"][:1]
    used = {"space", "memory_id", "rank_key", "account_id", "owner_key"}
    attributes = [each for each in memories.create["AttributeDefinitions"] if each["AttributeName"] in used]
    older = replace(
        memories,
        create={**memories.create, "LocalSecondaryIndexes": fewer, "AttributeDefinitions": attributes},
    )
    client = connect(engine)
    create_tables(client, replace(STACK, tables={"MemoriesTable": older}))

    with pytest.raises(DeployError, match="index by_speaker is missing"):
        create_tables(client, STACK)

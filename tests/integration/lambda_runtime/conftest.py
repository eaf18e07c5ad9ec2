"""The built functions, and the tables of a running local server that they work on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import boto3
import pytest

from tests.support.agents import stack
from tests.support.lambda_runtime import LambdaRuntime, lambda_runtime
from tests.support.server import launcher

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


@pytest.fixture(scope="session")
def dynamodb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of the tables of a local server that lets other processes reach them."""
    for start in launcher(tmp_path_factory.mktemp("server") / "data"):
        yield f"http://127.0.0.1:{start('--quiet', '--dynamodb').wait().port}/_dynamodb"


@pytest.fixture(scope="session")
def runtime(dynamodb: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LambdaRuntime]:
    with lambda_runtime(dynamodb, tmp_path_factory.mktemp("lambda")) as running:
        yield running


@pytest.fixture
def emptied(dynamodb: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[DynamoDBClient]:
    """The same tables without an item, bound to the code of this process as well."""
    from commonplace.storage import connection

    client = boto3.client("dynamodb", endpoint_url=dynamodb)
    for table in stack().tables.values():
        keys = [key["AttributeName"] for key in table.create["KeySchema"]]
        for item in client.scan(TableName=table.name)["Items"]:
            client.delete_item(TableName=table.name, Key={name: item[name] for name in keys})
    monkeypatch.setattr(connection, "_client", client)
    yield client
    client.close()

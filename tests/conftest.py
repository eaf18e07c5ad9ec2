"""Fixtures that all tests may use."""

from __future__ import annotations

import gc
import logging
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.agents import Agent, stack
from tests.support.apps import App
from tests.support.clock import HandClock

# Nothing here may reach AWS: dummy credentials, and what tests need of the environment.
os.environ.update(
    AWS_ACCESS_KEY_ID="testing",
    AWS_SECRET_ACCESS_KEY="testing",
    AWS_DEFAULT_REGION="eu-central-1",
    AWS_ACCOUNT_ID_ENDPOINT_MODE="disabled",
    AWS_EC2_METADATA_DISABLED="true",
    **stack().environment,
)

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark of what runs on both engines."""
    config.addinivalue_line("markers", "both_engines: runs on moto, too: the main path of each tool")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Keep the thousands of tests out of what the garbage collector walks through, again and again."""
    gc.collect()
    gc.freeze()
    if getattr(session.config.option, "loadgroup", False):  # in a worker: what is set up once must not be twice
        grouped = [item for item in session.items if item.get_closest_marker("xdist_group")]
        if not all("@" in item.nodeid for item in grouped):
            raise pytest.UsageError("pytest-xdist does not know the groups of this pytest's tests")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what is marked `both_engines` on moto as well."""
    if metafunc.definition.get_closest_marker("both_engines"):
        metafunc.parametrize("tables", ["moto", "engine"], indirect=True)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def moto_client() -> Iterator[DynamoDBClient]:
    import boto3
    from moto import mock_aws

    with mock_aws():
        client = boto3.client("dynamodb")
        yield client
        client.close()


@pytest.fixture(scope="session")
def empty_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The embedded engine's file with the stack's tables: to copy it takes a tenth of making them."""
    from local.deploy import create_tables
    from local.dynamodb import Engine, connect

    engine = Engine(tmp_path_factory.mktemp("empty") / "tables.db")
    client = connect(engine)
    create_tables(client, stack())
    client.close()
    engine.storage.close()
    return engine.storage.path


@pytest.fixture
def engine_client(empty_tables: Path, tmp_path: Path) -> Iterator[DynamoDBClient]:
    from local.dynamodb import connect

    client = connect(shutil.copy(empty_tables, tmp_path / "tables.db"))
    yield client
    client.close()


@pytest.fixture
def tables(request: pytest.FixtureRequest, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> DynamoDBClient:
    """The stack's tables, bound to the functions, with the clock turned by hand; see `both_engines`."""
    client: DynamoDBClient = request.getfixturevalue(f"{getattr(request, 'param', 'engine')}_client")
    bind(client, clock, monkeypatch)
    return client


def bind(client: DynamoDBClient, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the stack's tables, unless they are there, and bind the functions to them."""
    from commonplace.operations import runtime as core
    from commonplace.operations.settings import settings
    from commonplace.storage import connection
    from commonplace.storage.store import Tables
    from local.deploy import create_tables

    if not {table.name for table in stack().tables.values()} <= set(client.list_tables()["TableNames"]):
        create_tables(client, stack())
    monkeypatch.setattr(connection, "_client", client)
    running = core.Runtime(Tables(client, settings(), sleep=lambda _: None), clock)
    monkeypatch.setattr("commonplace.operations.http.runtime", lambda: running)


@pytest.fixture
def agent(tables: DynamoDBClient, clock: HandClock) -> Agent:
    """An agent of an account of its own."""
    return Agent(new_key("acme", clock=clock))


@pytest.fixture
def engine_agent(engine_client: DynamoDBClient, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> Agent:
    """An agent on the embedded engine alone, where a test makes many calls."""
    bind(engine_client, clock, monkeypatch)
    return Agent(new_key("acme", clock=clock))


@pytest.fixture
def app(tables: DynamoDBClient, clock: HandClock) -> App:
    """An application with a key of the same account as ``agent``."""
    return App(new_key("acme", clock=clock))


@pytest.fixture
def engine_app(engine_client: DynamoDBClient, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> App:
    """An application on the embedded engine alone, where a test makes many calls."""
    bind(engine_client, clock, monkeypatch)
    return App(new_key("acme", clock=clock))


def as_on_aws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Log and count faults as on AWS, and to the output that this test captures."""
    monkeypatch.setenv("POWERTOOLS_METRICS_DISABLED", "false")  # the local server has it otherwise
    for handler in logging.getLogger("commonplace").handlers:
        if isinstance(handler, logging.StreamHandler):
            handler.stream = sys.stdout  # what an earlier test captured is closed


def new_key(account: str, **options: object) -> str:
    """A key with every scope, unless said: one agent of a test also resets sessions, erases and connects.

    What each scope is needed for is tested in tests/unit/core/test_scopes.py.
    """
    from commonplace.auth.keys import issue_key
    from commonplace.operations.caller import SCOPES

    return issue_key(account=account, **{"scopes": SCOPES, **options})  # type: ignore[arg-type]

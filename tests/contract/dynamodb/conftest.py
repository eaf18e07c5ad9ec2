"""Fixtures of the contract: each test runs against every backend, on tables of its own."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from botocore.exceptions import ClientError

from tests.contract.dynamodb import backends
from tests.contract.dynamodb.backends import Backend, Clock
from tests.contract.dynamodb.differences import DIFFERENCES

_numbers = itertools.count()


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark that names a test's source."""
    config.addinivalue_line("markers", "page(path): the page of AWS's documentation a contract test stands on")


class Db:
    """A backend, as the tests speak to it."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.name = backend.name
        self.client = backend.client
        self.streams = backend.streams
        # Messages are compared where they are meant to be AWS's own.
        self.exact = backend.name in ("engine", "dynalite")

    def create(self, keys: str = "pk:S sk:S", **more: Any) -> str:
        """Create a table with the given keys and return its name."""
        types = dict(one.split(":") for one in keys.split())
        attributes = {**types, **more.pop("attributes", {})}
        name = f"contract-{next(_numbers)}"
        self.client.create_table(
            TableName=name,
            BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[
                {"AttributeName": one, "AttributeType": kind} for one, kind in attributes.items()
            ],
            KeySchema=schema(*types),
            **more,
        )
        if self.name != "engine":
            # dynalite answers before the table is there.
            while self.client.describe_table(TableName=name)["Table"]["TableStatus"] != "ACTIVE":
                pass
        return name

    def indexed(self, **more: Any) -> str:
        """Create a table with local and global indexes of every projection."""

        def local(name: str, key: str, **projection: Any) -> dict[str, Any]:
            return {"IndexName": name, "KeySchema": schema("pk", key), "Projection": projection}

        def across(name: str, *keys: str, **projection: Any) -> dict[str, Any]:
            return {"IndexName": name, "KeySchema": schema(*keys), "Projection": projection}

        return self.create(
            attributes={"rank": "N", "name": "S", "owner": "S"},
            LocalSecondaryIndexes=[
                local("by_rank", "rank", ProjectionType="ALL"),
                local("by_name", "name", ProjectionType="KEYS_ONLY"),
            ],
            GlobalSecondaryIndexes=[
                across("by_owner", "owner", "rank", ProjectionType="ALL"),
                across("owner_keys", "owner", ProjectionType="KEYS_ONLY"),
                across("owner_some", "owner", "name", ProjectionType="INCLUDE", NonKeyAttributes=["extra"]),
            ],
            **more,
        )

    def fails(self, code: str, call: Callable[..., Any], message: str = "", /, **arguments: Any) -> dict[str, Any]:
        """Make a call that must fail and return the error's response."""
        with pytest.raises(ClientError) as caught:
            call(**arguments)
        response: dict[str, Any] = dict(caught.value.response)
        assert response["Error"]["Code"] == code, response["Error"]
        if self.exact:
            assert message in response["Error"]["Message"]
        return response


def schema(*names: str) -> list[dict[str, str]]:
    """Return a key schema."""
    roles = ("HASH", "RANGE")
    return [{"AttributeName": name, "KeyType": role} for name, role in zip(names, roles, strict=False)]


@pytest.fixture(scope="session")
def ministack_backend() -> Iterator[Backend]:
    """One ministack for all tests."""
    with backends.ministack() as backend:
        yield backend


@pytest.fixture(scope="session")
def dynalite_backend() -> Iterator[Backend]:
    """One dynalite for all tests."""
    with backends.dynalite() as backend:
        yield backend


@pytest.fixture(scope="module")
def moto_backend() -> Iterator[Backend]:
    """One moto for a module, so that it is not left active in this process."""
    with backends.moto() as backend:
        yield backend


@pytest.fixture(scope="session")
def engine_backend(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backend]:
    """One engine for all tests of the contract."""
    with backends.engine(tmp_path_factory.mktemp("engine")) as backend:
        yield backend


@pytest.fixture
def clock() -> Clock:
    """The engine's time."""
    return Clock()


@pytest.fixture
def embedded(tmp_path: Path, clock: Clock) -> Iterator[Backend]:
    """The engine alone, for what only it has."""
    with backends.engine(tmp_path, clock) as backend:
        yield backend


@pytest.fixture(params=backends.NAMES)
def db(request: pytest.FixtureRequest) -> Db:
    """Each backend in turn; a listed difference must still be one."""
    name: str = request.param
    if request.node.get_closest_marker("page") is None:
        pytest.fail("a contract test names the page it stands on")
    lacking = backends.missing(name)
    if lacking:
        pytest.skip(lacking)
    case = request.node.name.replace(f"{name}-", "", 1).replace(f"[{name}]", "")
    for pattern, reason in DIFFERENCES.get(name, {}).items():
        if case == pattern or (pattern.endswith("*") and case.startswith(pattern[:-1])):
            request.applymarker(pytest.mark.xfail(reason=reason, strict=True))
    return Db(request.getfixturevalue(f"{name}_backend"))

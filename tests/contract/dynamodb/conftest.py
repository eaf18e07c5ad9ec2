"""Fixtures of the contract: each test runs against every backend, on tables of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contract.dynamodb import backends
from tests.contract.dynamodb.backends import Backend, Clock
from tests.contract.dynamodb.database import Db
from tests.contract.dynamodb.differences import DIFFERENCES


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark that names a test's source."""
    config.addinivalue_line("markers", "page(path): the page of AWS's documentation a contract test stands on")


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

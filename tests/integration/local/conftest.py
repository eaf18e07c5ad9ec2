"""The real server as a process on a free port; only what was started here is stopped."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.server import Launch, Running, launcher, run


@pytest.fixture
def command() -> Callable[..., subprocess.CompletedProcess[str]]:
    return run


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Launch]:
    """Start servers, all on one data folder."""
    yield from launcher(tmp_path / "data")


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for the tests that leave it as it is."""
    for start in launcher(tmp_path_factory.mktemp("shared") / "data"):
        yield start().wait()

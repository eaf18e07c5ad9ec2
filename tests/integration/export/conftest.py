"""A server on a data folder of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.server import Launch, launcher


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Launch]:
    yield from launcher(tmp_path / "data")

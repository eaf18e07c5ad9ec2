"""Tables on the embedded engine, with the background that erases in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.clock import HandClock
from tests.support.erasures import Service, serve


@pytest.fixture
def service(tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> Service:
    return serve(tmp_path, clock, monkeypatch)

"""A clock that tests turn by hand."""

from __future__ import annotations

from datetime import UTC, datetime

START = int(datetime(2026, 10, 20, 10, 0, tzinfo=UTC).timestamp()) * 1_000_000
DAY = 24 * 60 * 60 * 1_000_000
SECOND = 1_000_000


class HandClock:
    """Moves a millisecond a look, so that two writes never share a moment; and by hand."""

    def __init__(self, now: int = START, step: int = 1000) -> None:
        self.now = now
        self.step = step

    def __call__(self) -> int:
        self.now += self.step
        return self.now

    def advance(self, microseconds: int) -> None:
        self.now += microseconds

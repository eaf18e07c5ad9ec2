"""Time as microseconds since 1970 in UTC. The clock is injected, so that tests set it."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

Clock = Callable[[], int]
Micros = int  # since 1970
Seconds = int  # since 1970

SECOND = 1_000_000
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def system_clock() -> int:
    """Microseconds since 1970 in UTC, by the machine's clock, which may step."""
    return time.time_ns() // 1000


def monotonic_clock() -> int:
    """Microseconds since some moment; they never go back."""
    return time.monotonic_ns() // 1000


def iso(moment: int) -> str:
    """Return a moment as RFC 3339 in UTC with microseconds.

    >>> iso(1_792_490_400_000_000)
    '2026-10-20T10:00:00.000000Z'
    """
    # Integer arithmetic: a float of seconds would lose the last digit.
    return (EPOCH + timedelta(microseconds=moment)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")

"""Counts calls by day, key, dialect and store, for the owner and for `usage`. Counting never fails a call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from ..domain.clock import EPOCH, SECOND
from ..storage.activity import count
from ..storage.usage import Dialect, entry_of
from .call import Call

KEPT_SECONDS = 400 * 24 * 60 * 60


def day_of(now: int) -> str:
    """Name the day of a moment in UTC, as ``2026-10-20``.

    Parameters
    ----------
    now
        Microseconds since 1970.
    """
    return (EPOCH + timedelta(microseconds=now)).date().isoformat()


@contextmanager
def counted(call: Call, dialect: Dialect | None, *, writes: bool) -> Iterator[None]:
    """Count a call while it runs; without a dialect it is not counted. A failed count never fails the call."""
    if dialect is None:
        yield
        return
    under_way = call.runtime.tables.submit(_counting(call, dialect, writes=writes))
    try:
        yield
    finally:
        under_way.result()  # nothing may be under way when the function is frozen


def _counting(call: Call, dialect: Dialect, *, writes: bool) -> Callable[[], None]:
    now = call.runtime.clock()
    tables = call.runtime.tables
    update = count(
        tables.names.activity_table,
        call.caller.account_id,
        entry_of(day_of(now), call.caller.key_id, dialect, call.store),
        now,
        now // SECOND + KEPT_SECONDS,
        "writes" if writes else "reads",
    )

    def write() -> None:
        try:
            tables.commit([update], attempts=2)  # it may not hold up the call
        except Exception as error:
            from .logs import log_fault

            log_fault(error, function="count", request_id="")

    return write

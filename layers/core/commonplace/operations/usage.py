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
    """Return the day in UTC of a moment in microseconds since 1970.

    >>> day_of(1_792_490_400_000_000)
    '2026-10-20'
    """
    return (EPOCH + timedelta(microseconds=now)).date().isoformat()


@contextmanager
def counted(call: Call, dialect: Dialect | None, *, writes: bool) -> Iterator[None]:
    """Count a call while it runs; without a dialect it is not counted. A failed count never fails the call."""
    if dialect is None:
        yield
        return
    counting = call.runtime.tables.submit(_counting(call, dialect, writes=writes))
    try:
        yield
    finally:
        counting.result()  # nothing may run when Lambda freezes the function


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
            tables.commit([update], attempts=2)  # it must not delay the call
        except Exception as error:
            from .logs import log_fault

            log_fault(error, function="count", request_id="")

    return write

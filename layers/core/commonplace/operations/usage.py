"""Counts calls by day, key, dialect and store, for the owner and for `usage`. Counting never fails a call."""

from __future__ import annotations

from collections.abc import Iterator
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
    now, table = call.runtime.wall(), call.runtime.tables.names.activity_table
    name = entry_of(day_of(now), call.caller.key_id, dialect, call.store)
    kind, expires_at = ("writes" if writes else "reads"), now // SECOND + KEPT_SECONDS
    action = count(table, call.caller.account_id, name, call.runtime.clock(), expires_at, kind)
    counting = call.runtime.tables.submit(lambda: call.runtime.try_to_write(action, "count"))
    try:
        yield
    finally:
        counting.result()  # nothing may run when Lambda freezes the function

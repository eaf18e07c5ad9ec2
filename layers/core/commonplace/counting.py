"""Counts calls by day, key, dialect and store, for the owner and for `usage`. Counting never fails a call."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from .call import Call
from .clock import EPOCH, SECOND
from .tables.activity import count
from .tables.usage import Dialect, entry_of

KEPT_SECONDS = 400 * 24 * 60 * 60


def day_of(now: int) -> str:
    """Name the day of a moment in UTC, as ``2026-10-20``.

    Parameters
    ----------
    now
        Microseconds since 1970.
    """
    return (EPOCH + timedelta(microseconds=now)).date().isoformat()


def counting(call: Call, dialect: Dialect, *, writes: bool) -> Callable[[], None]:
    """Return what counts a call, to be done beside the call's own work.

    Parameters
    ----------
    call
        Whose key, on which store.
    dialect
        In which it came.
    writes
        Whether it is a write.
    """
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

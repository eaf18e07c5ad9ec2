"""The background functions, which the stream of the erasures table and the schedule invoke.

A stream record may come twice, late, or after its work is done: the table's present items decide what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..domain.times import SWEEP_STEP_MILLISECONDS
from ..operations.logs import log_fault
from ..operations.runtime import Runtime
from ..storage.erasures import ledger_of
from .rounds import advance
from .sweeping import continue_later, sweep

Key = tuple[str, str]  # ledger and entry


class Batch:
    """One batch of stream records; several records of one item are processed once.

    Parameters
    ----------
    work
        Done once for each item.
    """

    def __init__(self, work: Callable[[Key], None]) -> None:
        self._work = work
        self._done: set[Key] = set()

    def do(self, record: Any) -> None:
        """Process a stream record.

        Parameters
        ----------
        record
            As Powertools hands it on.

        Raises
        ------
        Exception
            Whatever kept it from being done; the other records are done all the same.
        """
        try:
            key = _key(record.raw_event)
            if key not in self._done:
                self._work(key)
                self._done.add(key)
        except Exception as error:
            log_fault(error, function="erasure", request_id="")
            raise


def fan_out(runtime: Runtime) -> Batch:
    """Advance the orders that are new or were changed."""

    def work(key: Key) -> None:
        order = ledger_of(runtime.tables).order(key[0])
        if order is not None:
            advance(runtime, order, scheduled=False)

    return Batch(work)


def sweep_spaces(runtime: Runtime, remaining: Callable[[], int]) -> Batch:
    """Continue tasks.

    Parameters
    ----------
    runtime
        Tables and clock.
    remaining
        Milliseconds until the function is ended.
    """

    def has_time() -> bool:
        return remaining() >= SWEEP_STEP_MILLISECONDS

    def work(key: Key) -> None:
        if has_time():
            sweep(runtime, key[0], has_time)
        else:
            continue_later(runtime, key[0])

    return Batch(work)


def advance_all(runtime: Runtime) -> int:
    """Advance the open orders that nobody has advanced for a while.

    One that fails, or cannot be read, does not hold up the others.

    Returns
    -------
    int
        How many are open.

    Raises
    ------
    Exception
        The last failure.
    """
    failure: Exception | None = None
    ledger = ledger_of(runtime.tables)
    opened = ledger.open_orders()
    for one in opened:
        try:
            order = ledger.order(one)
            if order is not None:
                advance(runtime, order, scheduled=True)
        except Exception as error:
            log_fault(error, function="close_erasures", request_id="")
            failure = error
    if failure is not None:
        raise failure
    return len(opened)


def _key(record: Mapping[str, Any]) -> Key:
    keys = record["dynamodb"]["Keys"]
    return str(keys["ledger"]["S"]), str(keys["entry"]["S"])

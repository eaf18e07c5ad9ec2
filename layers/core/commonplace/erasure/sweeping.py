"""Carrying out one task: transactions of deletions with their count, until nothing older is found."""

from __future__ import annotations

from collections.abc import Callable

from ..domain.erasures import Progress
from ..operations.runtime import Runtime
from ..storage import sweeps
from ..storage.commit import ConditionFailed
from ..storage.erasures import ledger_of
from ..storage.retry import tries
from .registry import SWEEPS

# Tells whether there is time for one step more: a page is read, and a transaction written and repeated.
HasTime = Callable[[], bool]


def sweep(runtime: Runtime, ledger: str, has_time: HasTime) -> None:
    """Continue a task until nothing older is in its partition, or time is short.

    Each step writes how far the task is, in the transaction that deletes. That change is the stream record by
    which another call goes on, should this one end here, for whatever reason. So steps may be killed, repeated
    and done by two at once: what is counted is what one transaction deleted.

    Parameters
    ----------
    runtime
        Tables and clock.
    ledger
        Partition key of the task; one that is done is no more.
    has_time
        Asked between steps.

    Raises
    ------
    Busy
        If the tables are too busy for too long.
    KeyError, ValueError
        If what is there is no task of ours.
    """
    tables = runtime.tables
    for _ in tries(tables.sleep, first=0.01, longest=0.4):
        progress = ledger_of(tables).progress(ledger)
        if progress is None:
            return
        try:
            while progress is not None:
                progress = _step(runtime, progress, has_time)
        except ConditionFailed:  # an item was written again, or another call is at this task: look again
            continue
        return
    continue_later(runtime, ledger)


def continue_later(runtime: Runtime, ledger: str) -> None:
    """Change a task that there is no time for now, so that another call takes it up; one that is done is gone."""
    try:
        runtime.tables.commit([ledger_of(runtime.tables).touch_task(ledger)])
    except ConditionFailed:
        return


def _step(runtime: Runtime, progress: Progress, has_time: HasTime) -> Progress | None:
    """Read one page and delete what is older in it; return where the task is, or None if this call is through."""
    tables, how = runtime.tables, SWEEPS[progress.task.sweep]
    for chunk in sweeps.find(tables, how, progress):
        tables.commit(sweeps.deletions(tables, how, progress, chunk))
        if sweeps.is_over(progress, chunk):
            return None
        progress = sweeps.after_chunk(progress, chunk)
        if not has_time():
            return None
    return progress

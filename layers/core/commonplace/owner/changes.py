"""Changes that are decided by what was read, and written on condition that it still is so."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

from ..errors import Busy
from ..runtime import Runtime
from ..tables.commit import ConditionFailed
from ..tables.directory import Directory

ATTEMPTS = 30
T = TypeVar("T")


def directory_of(runtime: Runtime) -> Directory:
    """Open the directory with the runtime's client."""
    return Directory(runtime.tables.client, runtime.tables.names.directory_table)


def until_unchanged(runtime: Runtime, attempt: Callable[[], T]) -> T:
    """Read, decide and write, again where another change came between.

    Parameters
    ----------
    runtime
        Waits between attempts.
    attempt
        Does all three; what it raises but a failed condition is the answer.

    Raises
    ------
    Busy
        If others keep changing the same.
    """
    for number in range(ATTEMPTS):
        if number:
            runtime.tables.sleep(random.uniform(0, min(0.2, 0.005 * 2**number)))  # noqa: S311
        try:
            return attempt()
        except ConditionFailed:
            continue
    raise Busy("too many changes at once to the same; send the call again")

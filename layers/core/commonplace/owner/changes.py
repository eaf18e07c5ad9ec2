"""Changes that are decided by what was read, and written on condition that it still is so."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Annotated, TypeVar

from pydantic import Field

from ..auth.keys import new_id
from ..operations.runtime import Runtime
from ..storage.directory import Directory

ATTEMPTS = 30
T = TypeVar("T")
Once = Annotated[str, Field(min_length=1, max_length=64)]  # what a form draws anew, see :func:`id_for`


def directory_of(runtime: Runtime) -> Directory:
    """Open the directory with the runtime's client."""
    return Directory(runtime.tables.client, runtime.tables.names.directory_table)


def id_for(kind: str, account_id: str, once: str | None) -> str:
    """Return the id of what is to be made: of the same form of the same account, the same.

    Parameters
    ----------
    kind
        What the id begins with.
    account_id
        Whose.
    once
        Drawn anew for each form; None: a new id each time.
    """
    if once is None:
        return new_id(kind)
    digest = hashlib.sha256(f"{account_id}/{once}".encode())
    return f"{kind}_{digest.hexdigest()[:32]}"


def until_unchanged(runtime: Runtime, attempt: Callable[[], T]) -> T:
    """Read, decide and write, again where another change came between; see :meth:`Tables.retry`."""
    return runtime.tables.retry(attempt, "service.busy.changes", ATTEMPTS)

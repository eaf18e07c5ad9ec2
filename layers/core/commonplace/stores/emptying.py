"""Emptying a store, and deleting it: at once for every reader, and for writers who come late."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..call import Call
from ..errors import Busy
from ..records.heads import Heads
from ..tables import stores
from ..tables.commit import Action, ConditionFailed
from .stores import require_store

ATTEMPTS = 20


def empty_store(call: Call, store_id: str) -> None:
    """Let nothing count any more that was written to a store so far.

    Raises
    ------
    NotFound
        If there is no such store.
    """
    _do(
        call,
        store_id,
        lambda heads: stores.empty(
            call.runtime.tables.names.directory_table,
            call.caller.account_id,
            call.store,
            heads.store,
            heads.account,
        ),
    )


def delete_store(call: Call, store_id: str) -> None:
    """Delete a store with its speakers; one that is made anew under its id begins empty.

    Raises
    ------
    NotFound
        If there is no such store.
    """
    _do(
        call,
        store_id,
        lambda heads: stores.delete(
            call.runtime.tables.names.directory_table, call.caller.account_id, call.store, heads.store
        ),
    )


def _do(call: Call, store_id: str, change: Callable[[Heads], Sequence[Action]]) -> None:
    tables = call.runtime.tables
    for _ in range(ATTEMPTS):
        heads = tables.heads(call.heads_request())
        require_store(heads.store, store_id)
        try:
            tables.commit(change(heads))
        except ConditionFailed:  # changed meanwhile: look again
            continue
        return
    raise Busy("this store changes too fast; send the call again")

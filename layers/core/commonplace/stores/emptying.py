"""Emptying a store, and deleting it: at once for every reader and for writers who come late, swept soon after."""

from __future__ import annotations

from ..erasure.request import ask
from ..erasure.targets import Store
from ..operations.call import Call
from .stores import require_store


def empty_store(call: Call, store_id: str) -> None:
    """Erase everything that was written to a store so far; its speakers stay registered.

    Parameters
    ----------
    call
        Who asks.
    store_id
        As sent.

    Raises
    ------
    NotFound
        If there is no such store.
    """
    _erase(call, store_id, delete=False)


def delete_store(call: Call, store_id: str) -> None:
    """Erase a store with its speakers; one that is made anew under its id begins empty.

    Parameters
    ----------
    call, store_id
        As for :func:`empty_store`.

    Raises
    ------
    NotFound
        If there is no such store.
    """
    _erase(call, store_id, delete=True)


def _erase(call: Call, store_id: str, *, delete: bool) -> None:
    ask(
        call.runtime,
        call.caller.account_id,
        Store(call.store, delete),
        lambda heads: require_store(heads.store, store_id),
    )

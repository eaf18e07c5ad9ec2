"""Changing who is registered in a store: optimistic, so that the limit and unique names hold under any load."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..domain.heads import StoreHead
from ..operations.call import Call
from ..storage import former_speakers, stores
from .stores import require_store

ATTEMPTS = 60  # as many as could want to register at once, and some

Change = Callable[[StoreHead], Mapping[str, str] | None]


def change_speakers(call: Call, store_id: str, change: Change, now: int) -> StoreHead:
    """Change a store's speakers.

    Parameters
    ----------
    call
        Who changes them.
    store_id
        As sent.
    change
        Tells all speakers from now on by those that are registered, by registration id; None: they stay as they
        are. What it raises, nothing was changed for.
    now
        When a new one is registered, in microseconds since 1970.

    Returns
    -------
    StoreHead
        As it is then, as far as speakers go.

    Raises
    ------
    NotFound
        If there is no such store.
    Busy
        If others keep changing them.
    """
    tables = call.runtime.tables

    def attempt() -> StoreHead:
        heads = tables.heads(call.heads_request())
        head = heads.store
        require_store(head, store_id)
        speakers = change(head)
        if speakers is None:
            return head
        registered_at = {one: head.registered_at.get(one, now) for one in speakers}
        table, account_id = tables.names.directory_table, call.caller.account_id
        removed = [
            former_speakers.keep(table, account_id, call.store, one, name, heads.account.epoch)
            for one, name in head.speakers.items()
            if one not in speakers
        ]
        changed = stores.put_speakers(table, account_id, call.store, head, speakers, registered_at)
        tables.commit([changed, *removed])
        return StoreHead(store_id=head.store_id, speakers=speakers, registered_at=registered_at)

    return tables.retry(attempt, "speaker.busy", ATTEMPTS)

"""Which store a call means, and whether it is there."""

from __future__ import annotations

from ..domain.heads import StoreHead
from ..domain.spaces import DEFAULT_STORE
from ..domain.stores import STORE_FIELD, same_store
from ..refusals.errors import NotFound


def require_store(head: StoreHead, store_id: str, field: str = STORE_FIELD) -> None:
    """Refuse a store that nobody created; ``default`` is always there.

    Parameters
    ----------
    head
        As found under the id's canonical form.
    store_id
        As asked for.
    field
        What the caller knows it by.

    Raises
    ------
    NotFound
        If there is none, or one whose id differs in its punctuation.
    """
    if same_store(store_id, DEFAULT_STORE) or (head.store_id is not None and same_store(head.store_id, store_id)):
        return
    raise NotFound("store.not_found", field=field)

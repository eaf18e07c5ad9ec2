"""Records put straight into the table: many at once, or with times that no call could give them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from commonplace.auth.keys import caller_by_key, directory
from commonplace.domain import ids
from commonplace.domain.heads import Heads
from commonplace.domain.levels import Level
from commonplace.domain.memory import Kind, Memory
from commonplace.domain.spaces import account_space
from commonplace.domain.speakers import speaker_id
from commonplace.domain.stores import canonical_id
from commonplace.operations.http import process
from commonplace.storage import memories
from commonplace.storage.store import HeadsRequest
from tests.support.apps import App


def account_of(app: App) -> str:
    """The account of an application's key."""
    caller = caller_by_key(app.key, directory())
    assert caller is not None
    return caller.account_id


def heads_of(app: App) -> Heads:
    """The heads of the application's account and store."""
    store = canonical_id(app.store or "default")
    return process().tables.heads(HeadsRequest(account_of(app), "default", None, store))


def put_record(app: App, text: str, *, speaker: str | None = None, at: int | None = None, **fields: Any) -> Memory:
    """Put an active fact into the application's store, as it would be written now, but for what is given.

    Parameters
    ----------
    app
        Whose account and store.
    text, speaker
        The speaker must be registered.
    at
        When it is written, in microseconds since 1970; None: now.
    **fields
        Of the record.
    """
    tables, heads = process().tables, heads_of(app)
    now = process().clock() if at is None else at
    memory = Memory(
        space=account_space(heads.account_id, canonical_id(app.store or "default")),
        memory_id=ids.time_ordered_id(now),
        account_id=heads.account_id,
        epoch=heads.account.epoch,
        text=text,
        kind=Kind.FACT,
        level=Level.PUBLIC,
        importance=0.6,
        created_at=now,
        updated_at=now,
        speaker_id=speaker_id(speaker, heads.store.speakers),
        chunks=1,
    )
    memory = replace(memory, **fields)
    tables.commit([memories.put(tables.names.memories_table, memory)])
    return memory

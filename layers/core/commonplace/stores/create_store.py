"""create_store: make a store."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ..domain.heads import Heads, StoreHead
from ..domain.spaces import DEFAULT_STORE
from ..domain.stores import STORE_FIELD, canonical_id, same_store
from ..guards.admission import refuse_credential_as_id
from ..operations.call import Call
from ..operations.contract import Result
from ..refusals.errors import Conflict, InvalidInput
from ..storage import stores
from .contract import StoreArguments, operation

STORE_LIMIT = 1_000  # stores of an account, without `default`


class StoreCreated(Result):
    """What create_store answers."""

    user_id: str = Field(description="As it was sent.")
    status: Literal["created", "exists"]
    canonical_id: str | None = Field(
        default=None, description="What it is filed under, where that is not the id itself."
    )
    note: str | None = Field(default=None, description="Which ids name this store, too.")


def create_store(call: Call, arguments: StoreArguments) -> StoreCreated:
    """Make a store; creating it again changes nothing."""
    store_id = arguments.user_id
    if same_store(store_id, DEFAULT_STORE):
        return _answer(store_id, "exists")
    refuse_credential_as_id(STORE_FIELD, store_id)
    tables = call.runtime.tables

    def attempt() -> StoreCreated:
        heads = tables.heads(call.heads_request())
        if _is_there(heads.store, store_id):
            return _answer(store_id, "exists")
        if heads.account.stores >= STORE_LIMIT:
            raise InvalidInput("store.limit", field=STORE_FIELD, details={"store_limit": STORE_LIMIT})
        table, new = tables.names.directory_table, _new(call, heads, store_id)
        tables.commit(stores.create(table, call.caller.account_id, call.store, new, heads.account, STORE_LIMIT))
        return _answer(store_id, "created")

    return tables.retry(attempt, "store.busy.created")


def _is_there(head: StoreHead, store_id: str) -> bool:
    if head.store_id is None:
        return False
    if same_store(head.store_id, store_id):
        return True
    raise Conflict("store.too_similar", field=STORE_FIELD, details={"conflicts_with": head.store_id})


def _new(call: Call, heads: Heads, store_id: str) -> StoreHead:
    # Records of a deleted store of this id may not be swept yet, but they are of an earlier epoch.
    return StoreHead(store_id=store_id, created_at=call.runtime.clock(), live_from=heads.account.epoch, version=1)


def _answer(store_id: str, status: Literal["created", "exists"]) -> StoreCreated:
    canonical = canonical_id(store_id)
    if canonical == store_id:
        return StoreCreated(user_id=store_id, status=status)
    return StoreCreated(
        user_id=store_id,
        status=status,
        canonical_id=canonical,
        note=f"Filed under `{canonical}`: ids that differ only in case name this store, and no other can be made "
        "that differs only in `.`, `_` or `-`.",
    )


CREATE_STORE = operation(
    create_store,
    path="/memory/collection",
    title="Create a store",
    description=(
        "Make a store. It must be there before it is written to or read; `default` always is. "
        "Creating it again is no error and changes nothing."
    ),
    writes=True,
    idempotent=True,
)

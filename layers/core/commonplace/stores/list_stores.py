"""list_stores: all stores of the account."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import Field

from ..domain.clock import iso
from ..domain.spaces import DEFAULT_STORE
from ..domain.stores import canonical_id
from ..operations.call import Call
from ..operations.contract import Result
from ..storage.stores import all_of
from .contract import NoArguments, operation


class StoreRow(Result):
    """One store."""

    user_id: str = Field(description="As it was created.")
    created_at: str = Field(description="RFC 3339; that of the account for `default`.")
    canonical_id: str | None = Field(
        default=None, description="What it is filed under, where that is not the id itself."
    )


class StoresListed(Result):
    """What list_stores answers."""

    collections: list[StoreRow] = Field(description="`default` first, then as they were created.")


def list_stores(call: Call, _arguments: NoArguments) -> StoresListed:
    """List the stores; those that an erasure of the account took away are left out."""
    tables = call.runtime.tables
    reads: list[Callable[[], Any]] = [
        lambda: tables.heads(call.heads_request()),
        lambda: all_of(tables.client, tables.names.directory_table, call.caller.account_id),
    ]
    own, found = tables.gather(reads)
    account = own.account
    heads = [head.since(account) for head in found]
    made = sorted((head for head in heads if head.store_id is not None), key=lambda head: head.created_at)
    rows = [_row(str(head.store_id), head.created_at) for head in made]
    return StoresListed(collections=[_row(DEFAULT_STORE, account.created_at), *rows])


def _row(store_id: str, created_at: int) -> StoreRow:
    canonical = canonical_id(store_id)
    if canonical == store_id:
        return StoreRow(user_id=store_id, created_at=iso(created_at))
    return StoreRow(user_id=store_id, created_at=iso(created_at), canonical_id=canonical)


LIST_STORES = operation(
    list_stores,
    path="/memory/collections",
    method="GET",
    title="List the stores",
    description="All stores of the account, `default` first, then as they were created.",
    writes=False,
)

"""delete_store: delete a store and everything in it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ..domain.spaces import DEFAULT_STORE
from ..domain.stores import STORE_FIELD, same_store
from ..erasure.request import ask
from ..erasure.targets import Store
from ..operations.call import Call
from ..operations.contract import Arguments, Result
from ..refusals.errors import InvalidInput
from .contract import StoreId, operation
from .reading import require_store


class DeleteStoreArguments(Arguments):
    """Arguments of delete_store: the store must be named."""

    user_id: StoreId


class StoreDeleted(Result):
    """What delete_store answers."""

    user_id: str = Field(description="As it was sent.")
    status: Literal["deleted"]


def delete_store(call: Call, arguments: DeleteStoreArguments) -> StoreDeleted:
    """Delete a store with its memories and speakers; if it is made again, it is empty."""
    if same_store(arguments.user_id, DEFAULT_STORE):
        raise InvalidInput("store.default_stays", field=STORE_FIELD)
    erase_store(call, arguments.user_id, delete=True)
    return StoreDeleted(user_id=arguments.user_id, status="deleted")


def erase_store(call: Call, store_id: str, *, delete: bool) -> None:
    """Erase everything in a store; delete it with its speakers, too, or leave it empty.

    Readers find nothing when this returns, and nothing of writes that began before; records are swept soon after.

    Raises
    ------
    NotFound
        If there is no such store.
    """
    account_id = call.caller.account_id
    ask(call.runtime, account_id, Store(call.store, delete), lambda heads: require_store(heads.store, store_id))


DELETE_STORE = operation(
    delete_store,
    path="/memory/collection",
    method="DELETE",
    title="Delete a store",
    description=(
        "Delete a store with all its memories and speakers, at once for everybody. `default` stays; it can be "
        "emptied. A store that is made anew under the same id begins empty."
    ),
    writes=True,
    destructive=True,
)

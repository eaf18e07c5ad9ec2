"""delete_store: delete a store and everything in it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ..domain.spaces import DEFAULT_STORE
from ..domain.stores import STORE_FIELD, same_store
from ..operations.call import Call
from ..operations.contract import Arguments, Result
from ..refusals.errors import InvalidInput
from . import emptying
from .contract import StoreId, operation


class DeleteStoreArguments(Arguments):
    """Arguments of delete_store: the store must be named."""

    user_id: StoreId


class StoreDeleted(Result):
    """What delete_store answers."""

    user_id: str = Field(description="As it was sent.")
    status: Literal["deleted"]


def delete_store(call: Call, arguments: DeleteStoreArguments) -> StoreDeleted:
    """Delete a store with its memories and speakers; made anew, it is empty."""
    if same_store(arguments.user_id, DEFAULT_STORE):
        raise InvalidInput("store.default_stays", field=STORE_FIELD)
    emptying.delete_store(call, arguments.user_id)
    return StoreDeleted(user_id=arguments.user_id, status="deleted")


DELETE_STORE = operation(
    path="/memory/collection",
    method="DELETE",
    name="delete_store",
    title="Delete a store",
    description=(
        "Delete a store with all its memories and speakers, at once for everybody. `default` stays; it can be "
        "emptied. A store that is made anew under the same id begins empty."
    ),
    arguments=DeleteStoreArguments,
    result=StoreDeleted,
    run=delete_store,
    writes=True,
    destructive=True,
)

"""What an operation of the stores' dialect is made of: a tool with a method, in one store, exact about null."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from pydantic import Field

from ..domain.ids import is_memory_id
from ..domain.spaces import DEFAULT_STORE
from ..operations.contract import Arguments, Result, Tool
from ..refusals.errors import InvalidInput

PREFIX = "/api/v1"

StoreId = Annotated[
    str,
    Field(
        description="The store; ids compare without case.",
        json_schema_extra={"pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"},
    ),
]

MemoryId = Annotated[
    str,
    Field(
        description="Id of a memory, as storing, listing and searching tell it.",
        json_schema_extra={"format": "uuid"},
    ),
]


class StoreArguments(Arguments):
    """Base of the arguments of everything that works in one store."""

    user_id: StoreId = DEFAULT_STORE


def checked_memory_id(value: str) -> str:
    """Return a memory's id as it is stored.

    Raises
    ------
    InvalidInput
        If it is blank or no UUID.
    """
    memory_id = value.strip().lower()
    if not is_memory_id(memory_id):
        raise InvalidInput("field.not_a_uuid.store", field="memory_id")
    return memory_id


A = TypeVar("A", bound=Arguments)
R = TypeVar("R", bound=Result)


def operation(*, path: str, writes: bool, idempotent: bool | None = None, **contract: Any) -> Tool[Any, Any]:
    """Make an operation's contract: a :class:`commonplace.operations.contract.Tool` behind :data:`PREFIX`.

    Reads are idempotent. Null means the default only for numbers: elsewhere a null where a value is wanted is
    refused, so that a null ``memory_id`` never means the whole store.
    """
    return Tool(
        path=f"{PREFIX}{path}",
        writes=writes,
        idempotent=not writes if idempotent is None else idempotent,
        null_is_default=False,
        **contract,
    )

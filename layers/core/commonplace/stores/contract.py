"""What an operation of the stores' dialect is made of: a tool with a method, in one store, exact about null."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from pydantic import Field

from ..records.spaces import DEFAULT_STORE
from ..tools.contract import Arguments, Result, Tool

PREFIX = "/api/v1"

StoreId = Annotated[
    str,
    Field(
        description="The store; ids compare without case.",
        json_schema_extra={"pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"},
    ),
]


class StoreArguments(Arguments):
    """Base of the arguments of everything that works in one store."""

    user_id: StoreId = DEFAULT_STORE


A = TypeVar("A", bound=Arguments)
R = TypeVar("R", bound=Result)


def operation(*, path: str, **contract: Any) -> Tool[Any, Any]:
    """Make an operation's contract.

    Parameters
    ----------
    path
        Behind :data:`PREFIX`.
    **contract
        As for :class:`commonplace.tools.contract.Tool`.

    Returns
    -------
    Tool
        Null is no default here: a null where a value is wanted is refused, so that a null ``memory_id`` never
        means the whole store.
    """
    return Tool(path=f"{PREFIX}{path}", null_is_default=False, **contract)

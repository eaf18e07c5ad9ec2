"""history: the turns of the last exchanges."""

from __future__ import annotations

from pydantic import Field

from ..operations.call import Call
from ..operations.contract import Result
from .contract import StoreArguments, operation
from .reading import in_store
from .short_term import EXCHANGES, last_turns, turn_reads
from .turns import Turn


class HistoryArguments(StoreArguments):
    """Arguments of history."""


class History(Result):
    """What history answers."""

    user_id: str
    turns: list[Turn] = Field(description=f"Of the last {EXCHANGES} exchanges, oldest first.")
    count: int


def history(call: Call, arguments: HistoryArguments) -> History:
    """Return the store's last turns, in the order in which they were said."""
    heads, pages = in_store(call, arguments.user_id, *turn_reads(call))
    turns = last_turns(call, heads, pages)
    return History(user_id=arguments.user_id, turns=turns, count=len(turns))


HISTORY = operation(
    path="/memory/history",
    name="history",
    title="The last turns",
    description=f"What user and assistant said in the last {EXCHANGES} exchanges that were stored, oldest first.",
    arguments=HistoryArguments,
    result=History,
    run=history,
    writes=False,
)

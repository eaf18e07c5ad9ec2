"""history: the turns of a store's last exchanges."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from pydantic import Field

from ..domain.heads import Heads
from ..domain.speakers import TURN
from ..operations.call import Call
from ..operations.contract import Result
from ..storage.memories import Page
from .contract import StoreArguments, operation
from .reading import PageReader, first_pages, newest_first, read_store, speaker_pages
from .rows import Turn, turns_of

EXCHANGES = 20  # how many of the last exchanges are short-term memory


class History(Result):
    """What history answers."""

    user_id: str
    turns: list[Turn] = Field(description=f"Of the last {EXCHANGES} exchanges, oldest first.")
    count: int


def history(call: Call, arguments: StoreArguments) -> History:
    """Return the store's last turns, oldest first."""
    readers = exchange_pages(call)
    heads, pages = read_store(call, arguments.user_id, *first_pages(readers, EXCHANGES))
    turns = last_turns(call, heads, readers, pages)
    return History(user_id=arguments.user_id, turns=turns, count=len(turns))


def exchange_pages(call: Call) -> list[PageReader]:
    """Return a reader of exchanges for each visible level."""
    return speaker_pages(call, TURN)


def last_turns(call: Call, heads: Heads, readers: Sequence[PageReader], pages: Sequence[Page]) -> list[Turn]:
    """Return the turns of the last exchanges, oldest first, from the readers' first pages of :data:`EXCHANGES`."""
    exchanges = list(islice(newest_first(call, heads, readers, pages, EXCHANGES), EXCHANGES))
    return [turn for memory in reversed(exchanges) for turn in turns_of(memory)]


HISTORY = operation(
    history,
    path="/memory/history",
    title="The last turns",
    description=f"What user and assistant said in the last {EXCHANGES} exchanges that were stored, oldest first.",
    writes=False,
)

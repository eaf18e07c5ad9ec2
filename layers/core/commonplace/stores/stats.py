"""stats: how many memories and turns a store holds."""

from __future__ import annotations

from pydantic import Field

from ..operations.call import Call
from ..operations.contract import Result
from .contract import StoreArguments, operation
from .history import EXCHANGES, exchange_pages, last_turns
from .reading import count_reads, first_pages, read_store, visible_rows


class Stats(Result):
    """What stats answers."""

    user_id: str
    total_memories: int = Field(description="Memories in force that the key may read, exchanges among them.")
    short_term_turns: int = Field(description="Turns that history tells.")


def stats(call: Call, arguments: StoreArguments) -> Stats:
    """Count what list_memories and history would show."""
    rows, exchanges = count_reads(call), exchange_pages(call)
    heads, data = read_store(call, arguments.user_id, *rows, *first_pages(exchanges, EXCHANGES))
    levels, pages = data[: len(rows)], data[len(rows) :]
    return Stats(
        user_id=arguments.user_id,
        total_memories=len(visible_rows(call, heads, levels)),
        short_term_turns=len(last_turns(call, heads, exchanges, pages)),
    )


STATS = operation(
    stats,
    path="/memory/stats",
    title="Count the memories",
    description="How many memories a store holds that the key may read, and how many turns history tells.",
    writes=False,
)

"""stats: how much a store holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import Field

from ..operations.call import Call
from ..operations.contract import Result
from .contract import StoreArguments, operation
from .reading import counted, in_store, light
from .short_term import last_turns, turn_reads


class StatsArguments(StoreArguments):
    """Arguments of stats."""


class Stats(Result):
    """What stats answers."""

    user_id: str
    total_memories: int = Field(description="Memories in force that the key may read, exchanges among them.")
    short_term_turns: int = Field(description="Turns that history tells.")


def stats(call: Call, arguments: StatsArguments) -> Stats:
    """Count what listing and history would show."""
    rows = light(call)
    reads: list[Callable[[], Any]] = [*rows, *turn_reads(call)]
    heads, data = in_store(call, arguments.user_id, *reads)
    levels, pages = data[: len(rows)], data[len(rows) :]
    return Stats(
        user_id=arguments.user_id,
        total_memories=len(counted(call, heads, (one for level in levels for one in level))),
        short_term_turns=len(last_turns(call, heads, pages)),
    )


STATS = operation(
    path="/memory/stats",
    name="stats",
    title="Count the memories",
    description="How many memories a store holds that the key may read, and how many turns history tells.",
    arguments=StatsArguments,
    result=Stats,
    run=stats,
    writes=False,
)

"""recall: in one call the last exchanges, the memories that match, and what was said around the best match."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Annotated, Any

from pydantic import Field

from ..domain.memory import Memory
from ..operations.call import Call
from ..operations.contract import AS_WHOLE, Result
from ..search.retrieval import Question, View, to_rank
from .contract import StoreArguments, operation, refuse_null, refuse_unsupported
from .filters import EVERYTHING
from .passages import around as around_of
from .passages import readable
from .retrieval import retrieve_in_store
from .rows import MemoryRow, Turn, memory_row, turns_of
from .search import DEFAULT_RESULTS, LEAST_RESULTS, MOST_RESULTS, Query
from .time_order import TimeOrder

DEFAULT_CONTEXT = 10
MOST_CONTEXT = 20
EXCHANGES = 10  # how many of the last exchanges are its short-term memory


class RecallArguments(StoreArguments):
    """Arguments of recall."""

    query: Query = Field(description="What it is about, in any words and language.")
    limit: Annotated[int, Field(ge=LEAST_RESULTS, le=MOST_RESULTS), AS_WHOLE] = Field(
        default=DEFAULT_RESULTS, description="How many matching memories at most."
    )
    context_limit: Annotated[int, Field(ge=0, le=MOST_CONTEXT), AS_WHOLE] = Field(
        default=DEFAULT_CONTEXT, description="How many memories around the best match at most; 0: none."
    )
    form: str | None = Field(default=None, description="Not offered here.")
    tz: Any = Field(default=None, description="Belongs to form; not offered here.")


class ShortTerm(Result):
    """The last exchanges."""

    turns: list[Turn] = Field(description="Oldest first.")


class LongTerm(Result):
    """What matches."""

    memories: list[MemoryRow] = Field(description="Best first; not to be sorted anew.")


class Context(Result):
    """What stood around the best match."""

    around_top_memory: list[str] = Field(
        description="In the order it was said; each begins with `[before] `, `[match] ` or `[after] `."
    )


class Recalled(Result):
    """What recall answers."""

    short_term: ShortTerm
    long_term: LongTerm
    context: Context


def recall(call: Call, arguments: RecallArguments) -> Recalled:
    """Return the last exchanges, the memories that match, and what was said around the best one."""
    refuse_null(arguments)
    refuse_unsupported(arguments)
    around = arguments.context_limit

    def read_ahead(view: View, ids: Sequence[str]) -> Iterator[Memory]:
        yield from islice(_exchanges(view), to_rank(EXCHANGES))
        top = view.warm_memory(ids[0]) if ids else None
        if top is not None and around:
            for side in around_of(view, top):
                yield from islice(side, to_rank(around))

    question = Question(arguments.query)
    view, hits = retrieve_in_store(call, arguments.user_id, question, EVERYTHING, arguments.limit, read_ahead)
    exchanges = view.confirmed((memory.memory_id for memory in _exchanges(view)), EXCHANGES)
    return Recalled(
        short_term=ShortTerm(turns=[turn for memory in reversed(exchanges) for turn in turns_of(memory)]),
        long_term=LongTerm(memories=[memory_row(hit.memory, view.heads, hit.similarity) for hit in hits]),
        context=Context(around_top_memory=_context(view, hits[0].memory, around) if hits and around else []),
    )


def _context(view: View, top: Memory, limit: int) -> list[str]:
    """Return a memory with what was said around it: half before and half after.

    If there is less on one side, there is more on the other.
    """
    earlier, later = (
        view.confirmed((memory.memory_id for memory in side), limit) for side in around_of(view, top)
    )
    after = min(len(later), max(limit // 2, limit - len(earlier)))
    before = min(len(earlier), limit - after)
    return [
        *(f"[before] {memory.text}" for memory in reversed(earlier[:before])),
        f"[match] {top.text}",
        *(f"[after] {memory.text}" for memory in later[:after]),
    ]


def _exchanges(view: View) -> Iterator[Memory]:
    """Yield the exchanges, newest first."""
    orders = [one.derived(TimeOrder) for one in view.partitions]
    return readable(view, heapq.merge(*(order.exchanges() for order in orders), reverse=True))


RECALL = operation(
    recall,
    path="/memory/recall",
    name="recall_context",
    title="Recall with context",
    description=(
        "One call for what a model needs to go on: the last exchanges of the store, the memories that match the "
        "query, best first, and what was said around the best of them."
    ),
    writes=False,
    wide=True,
)

"""recall: in one call the last exchanges, the memories that match, and what was said around the best match."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Annotated, Any

from pydantic import Field

from ..domain.memory import Memory
from ..operations.call import Call
from ..operations.contract import AS_WHOLE, Result
from ..search.retrieval import Question, View, to_rank
from .contract import StoreArguments, operation, refuse_null, refuse_unsupported
from .filters import EVERYTHING
from .retrieval import retrieve_in_store
from .rows import MemoryRow, Turn, memory_row, turns_of
from .search import DEFAULT_RESULTS, LEAST_RESULTS, MOST_RESULTS, Query
from .time_order import Place, TimeOrder, place_of

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
            for side in _neighbours(view, top):
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
        view.confirmed((memory.memory_id for memory in side), limit) for side in _neighbours(view, top)
    )
    after = min(len(later), max(limit // 2, limit - len(earlier)))
    before = min(len(earlier), limit - after)
    return [
        *(f"[before] {memory.text}" for memory in reversed(earlier[:before])),
        f"[match] {top.text}",
        *(f"[after] {memory.text}" for memory in later[:after]),
    ]


def _neighbours(view: View, top: Memory) -> tuple[Iterator[Memory], Iterator[Memory]]:
    """Return what was said before and after a memory, the nearest first: in its conversation, if any, or space."""
    orders = [one.derived(TimeOrder) for one in view.partitions if one.source.space == top.space]
    earlier = heapq.merge(*(order.before(place_of(top)) for order in orders), reverse=True)
    later = heapq.merge(*(order.after(place_of(top)) for order in orders))
    return _same_conversation(view, top, earlier), _same_conversation(view, top, later)


def _same_conversation(view: View, top: Memory, places: Iterable[Place]) -> Iterator[Memory]:
    for memory in _readable(view, places):
        if top.conversation_id is None or memory.conversation_id == top.conversation_id:
            yield memory


def _exchanges(view: View) -> Iterator[Memory]:
    """Yield the exchanges, newest first."""
    orders = [one.derived(TimeOrder) for one in view.partitions]
    return _readable(view, heapq.merge(*(order.exchanges() for order in orders), reverse=True))


def _readable(view: View, places: Iterable[Place]) -> Iterator[Memory]:
    matching = view.matching(EVERYTHING)
    for _, memory_id in places:
        memory = view.warm_memory(memory_id)
        if memory is not None and matching.includes(memory):
            yield memory


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

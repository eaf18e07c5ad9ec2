"""recall: what a model needs to go on, in one call: the last exchanges, what matches, and what stood around it."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Annotated, Any

from pydantic import Field

from ..domain.memory import Memory
from ..operations.call import Call
from ..operations.contract import AS_WHOLE, Result
from ..search.warm_vectors import Part
from .contract import StoreArguments, operation
from .filters import Narrowed, refuse_null
from .lacking import refuse_lacking
from .retrieval import Question, View, retrieved, to_rank
from .rows import MemoryRow, row
from .said_order import Said, SaidOrder, said_at
from .search import DEFAULT_RESULTS, LEAST_RESULTS, MOST_RESULTS, Query
from .turns import Turn, turns_of

DEFAULT_CONTEXT = 10
MOST_CONTEXT = 20
EXCHANGES = 10  # the last so many are told as short-term memory

_ANYTHING = Narrowed()


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
    """Bring the last exchanges, the memories that match, and the neighbours of the best one together."""
    refuse_null(arguments, arguments.model_fields_set)
    refuse_lacking(arguments, "form", "tz")
    around = arguments.context_limit

    def also(view: View, ids: Sequence[str]) -> Iterator[Memory]:
        yield from islice(_exchanges(view), to_rank(EXCHANGES))
        top = view.record(ids[0]) if ids else None
        if top is not None and around:
            for side in _neighbours(view, top):
                yield from islice(side, to_rank(around))

    question = Question(arguments.query)
    view, hits = retrieved(call, arguments.user_id, question, _ANYTHING, arguments.limit, also)
    exchanges = view.confirmed((memory.memory_id for memory in _exchanges(view)), EXCHANGES)
    return Recalled(
        short_term=ShortTerm(turns=[turn for memory in reversed(exchanges) for turn in turns_of(memory)]),
        long_term=LongTerm(memories=[row(hit.memory, view.heads, hit.similarity) for hit in hits]),
        context=Context(around_top_memory=_context(view, hits[0].memory, around) if hits and around else []),
    )


def _context(view: View, top: Memory, limit: int) -> list[str]:
    """Tell what was said around a memory, itself included: half before and half after.

    What one side lacks, the other may have.
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
    """Go away from a memory in time, to both sides: in its conversation if it is of one, else in its space."""
    orders = [_order(part) for part in view.parts if part.source.space == top.space]
    earlier = heapq.merge(*(order.before(said_at(top)) for order in orders), reverse=True)
    later = heapq.merge(*(order.after(said_at(top)) for order in orders))
    return _together(view, top, earlier), _together(view, top, later)


def _together(view: View, top: Memory, said: Iterable[Said]) -> Iterator[Memory]:
    for memory in _chosen(view, said):
        if top.conversation_id is None or memory.conversation_id == top.conversation_id:
            yield memory


def _exchanges(view: View) -> Iterator[Memory]:
    """Go through the exchanges, newest first."""
    return _chosen(view, heapq.merge(*(_order(part).exchanges() for part in view.parts), reverse=True))


def _chosen(view: View, said: Iterable[Said]) -> Iterator[Memory]:
    chosen = view.chosen(_ANYTHING)
    for _, memory_id in said:
        memory = view.record(memory_id)
        if memory is not None and chosen.holds(memory):
            yield memory


def _order(part: Part) -> SaidOrder:
    return part.level.follower("said order", SaidOrder)


RECALL = operation(
    path="/memory/recall",
    name="recall_context",
    title="Recall with context",
    description=(
        "One call for what a model needs to go on: the last exchanges of the store, the memories that match the "
        "query, best first, and what was said around the best of them."
    ),
    arguments=RecallArguments,
    result=Recalled,
    run=recall,
    writes=False,
    wide=True,
)

"""memory_search: what the session may see, best match first."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

from pydantic import Field

from ..domain.memory import STATED
from ..guards.admission import CONTENT_LIMIT
from ..operations.answer_text import ANSWER, LONGEST, TextBudget
from ..operations.audit import audit
from ..operations.call import Call
from ..operations.contract import AS_QUESTION, AS_WHOLE, Arguments, Result, Tool
from ..search.analysis.word_index import search
from ..search.warm_reading import confirmed, refreshed
from .memory_list import ListedMemory

DEFAULT_RESULTS = 10
MOST_RESULTS = 50


class MemorySearchArguments(Arguments):
    """Arguments of memory_search."""

    query: Annotated[str, Field(max_length=CONTENT_LIMIT), AS_QUESTION] = Field(
        description="What to look for, in any words and language."
    )
    max_results: Annotated[int, Field(ge=1), AS_WHOLE] = Field(
        default=DEFAULT_RESULTS, description=f"How many at most; above {MOST_RESULTS} counts as {MOST_RESULTS}."
    )


class Hit(ListedMemory):
    """One memory."""


class MemorySearched(Result):
    """What memory_search answers."""

    results: list[Hit]
    query: str


def memory_search(call: Call, arguments: MemorySearchArguments) -> MemorySearched:
    """Rank facts by words over the levels that the session may see; what ranks is confirmed in the table."""
    heads, partitions = refreshed(call, audit(call, "search"))
    ranked = search(arguments.query, [one.words for one in partitions])
    found = confirmed(call, heads, partitions, (memory_id for memory_id, _ in ranked))
    shown = (memory for memory in found if memory.kind in STATED)
    hits = list(islice(shown, min(arguments.max_results, MOST_RESULTS)))
    budget = TextBudget(len(hits))
    return MemorySearched(
        results=[Hit.of(memory, budget.shown(memory.text)) for memory in hits], query=arguments.query
    )


MEMORY_SEARCH = Tool(
    name="memory_search",
    title="Search memories",
    description=(
        "Search all memories that this session may see, in natural language and any script; the best match "
        "comes first. Inflected forms are found; any text is a valid query. An answer holds "
        f"at most {ANSWER:,} characters: a text over {LONGEST:,} is cut (`truncated`), and memory_get gives it "
        "whole."
    ),
    arguments=MemorySearchArguments,
    result=MemorySearched,
    run=memory_search,
    writes=False,
    idempotent=True,
)

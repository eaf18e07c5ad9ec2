"""memory_search: what the session may see, best match first."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..domain.heads import Heads
from ..domain.memory import STATED, Memory
from ..guards.admission import CONTENT_LIMIT
from ..operations.answer_text import ANSWER, LONGEST, TextBudget
from ..operations.audit import audit
from ..operations.call import Call
from ..operations.contract import AS_QUESTION, AS_WHOLE, Arguments, Result, Tool
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
    """Rank facts by words and meaning over the levels that the session may see; leave out what does not fit."""
    from ..search.retrieval import Question, retrieve  # loads numpy

    wanted = min(arguments.max_results, MOST_RESULTS)
    question, audited = Question(arguments.query), audit(call, "search")
    _, hits = retrieve(call, question, _FACTS, wanted, fitting=True, side_tasks=[audited])
    budget = TextBudget(len(hits))
    results = [Hit.of(hit.memory, budget.shown(hit.memory.text)) for hit in hits]
    return MemorySearched(results=results, query=arguments.query)


class _Facts:
    """What memory_search hands out."""

    def matches(self, memory: Memory, _heads: Heads) -> bool:
        return memory.kind in STATED


_FACTS = _Facts()

MEMORY_SEARCH = Tool(
    name="memory_search",
    title="Search memories",
    description=(
        "Search all memories that this session may see, by words and by meaning, in text, key and tags, in any "
        "language; the best match comes first. Any text is a valid query. An answer holds "
        f"at most {ANSWER:,} characters: a text over {LONGEST:,} is cut (`truncated`), and memory_get gives it "
        "whole."
    ),
    arguments=MemorySearchArguments,
    result=MemorySearched,
    run=memory_search,
    writes=False,
    idempotent=True,
)

"""search: the memories of a store that match a query by meaning and words, best first."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from ..guards.admission import CONTENT_LIMIT
from ..operations.call import Call
from ..operations.contract import AS_QUESTION, AS_WHOLE, Result, Speaker
from ..search.retrieval import Question, nothing_else
from .contract import StoreArguments, operation, refuse_null, refuse_unsupported
from .filters import SearchFilters, criteria
from .passages import neighbours, passages
from .retrieval import retrieve_in_store
from .rows import MemoryRow, PassageRow, memory_row

LEAST_RESULTS = 5
MOST_RESULTS = 20
DEFAULT_RESULTS = 10

Query = Annotated[str, Field(max_length=CONTENT_LIMIT), AS_QUESTION]


class SearchArguments(StoreArguments):
    """Arguments of search."""

    query: Query = Field(description="What to look for, in any words and language. Any text is valid.")
    max_results: Annotated[int, Field(ge=LEAST_RESULTS, le=MOST_RESULTS), AS_WHOLE] = Field(
        default=DEFAULT_RESULTS, description="How many at most."
    )
    speaker: Speaker | None = Field(
        default=None, description="Only this person's words: a registered name, or `me`."
    )
    filters: SearchFilters | None = Field(default=None, description="What the search is narrowed to.")
    expand: bool = Field(
        default=False,
        description="Widen each hit by what was said around it in its conversation; not for one speaker's words.",
    )
    verify: Annotated[int, Field(ge=0, le=3), AS_WHOLE] = Field(default=0, description="0: no model here re-asks.")
    max_images: Annotated[int, Field(ge=0, le=5), AS_WHOLE] = Field(
        default=0, description="0: no model here keeps images."
    )
    form: str | None = Field(default=None, description="Not offered here.")
    tz: Any = Field(default=None, description="Belongs to form; not offered here.")
    cache_control: dict[str, Any] | None = Field(default=None, description="Not offered here.")


class Found(Result):
    """What search answers."""

    memories: list[PassageRow | MemoryRow] = Field(description="Best first; not to be sorted anew.")
    self_memories: list[MemoryRow] = Field(description="Empty: the assistant's own words are among the memories.")
    images: list[MemoryRow] = Field(description="Empty: no model here keeps images.")


def search(call: Call, arguments: SearchArguments) -> Found:
    """Rank what the key may read by the query. Filters apply before the best are taken."""
    refuse_null(arguments)
    refuse_unsupported(arguments)
    wanted = criteria(arguments.speaker, arguments.filters)
    # What one person said is one memory; a passage is of several.
    widens = arguments.expand and arguments.speaker is None
    view, hits = retrieve_in_store(
        call,
        arguments.user_id,
        Question(arguments.query),
        wanted,
        arguments.max_results,
        neighbours if widens else nothing_else,
    )
    memories: list[PassageRow | MemoryRow] = [
        *(passages(view, hits) if widens else (memory_row(hit.memory, view.heads, hit.similarity) for hit in hits))
    ]
    return Found(memories=memories, self_memories=[], images=[])


SEARCH = operation(
    search,
    path="/memory/search",
    title="Search memories",
    description=(
        "Find memories of a store by meaning and by words, in any language; the best come first. "
        "A speaker or filters narrow the search without starving it: they choose before the best are taken. "
        "In the store `default`, what agents kept is found too: in the running session, the account, the team."
    ),
    writes=False,
    wide=True,
)

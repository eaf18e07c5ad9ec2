"""memory_search: what the session may see, best match first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import Annotated, Any

from pydantic import Field

from ..analysis.warm import Since, WarmLevel
from ..analysis.word_index import search
from ..audit import audit
from ..call import Call
from ..guards.admission import CONTENT_LIMIT
from ..records.heads import Heads
from ..records.memory import Kind, Memory, is_live
from ..records.shadowing import is_hidden, siblings_above
from ..runtime import Position
from .contract import AS_WHOLE, Arguments, LevelName, Result, Tool, level_name
from .reading import Source, at_position, sources

DEFAULT_RESULTS = 10
MOST_RESULTS = 50
_CHUNK = 25  # hits confirmed at once: each and up to three versions above it, of the hundred a call may read


class MemorySearchArguments(Arguments):
    """Arguments of memory_search."""

    query: str = Field(max_length=CONTENT_LIMIT, description="What to look for, in any words and language.")
    max_results: Annotated[int, Field(ge=1, le=MOST_RESULTS), AS_WHOLE] = Field(
        default=DEFAULT_RESULTS, description="How many at most."
    )


class Hit(Result):
    """One memory."""

    key: str | None = Field(description="null where it was kept without one.")
    content: str
    classification: LevelName
    tags: list[str]


class MemorySearched(Result):
    """What memory_search answers."""

    results: list[Hit]
    query: str


def memory_search(call: Call, arguments: MemorySearchArguments) -> MemorySearched:
    """Rank facts by words over the levels that the session may see; what ranks is confirmed in the table."""
    heads, levels = _refreshed(call, audit(call, "search"))
    ranked = search(arguments.query, [warm.index for _, warm in levels])
    shown = _confirmed(call, heads, levels, (memory_id for memory_id, _ in ranked))
    return MemorySearched(
        results=[
            Hit(
                key=memory.key,
                content=memory.text,
                classification=level_name(memory.level),
                tags=list(memory.tags),
            )
            for memory in islice(shown, arguments.max_results)
        ],
        # A lone half of a surrogate pair cannot be said back.
        query=arguments.query.encode("utf-8", "replace").decode(),
    )


def _refreshed(call: Call, beside: Callable[[], None]) -> tuple[Heads, list[tuple[Source, WarmLevel]]]:
    """Read the heads, and of each visible level what is new, in one round trip."""
    tables, once = call.runtime.tables, [beside]

    def read(position: Position) -> tuple[Heads, list[tuple[Source, WarmLevel]]]:
        found = [
            (source, call.runtime.warm.level(source.space.key, source.level)) for source in sources(call, position)
        ]

        def refresh(source: Source, warm: WarmLevel) -> Callable[[], None]:
            return lambda: warm.refresh(lambda since: _written(call, source, since))

        reads: list[Callable[[], Any]] = [refresh(*one) for one in found]
        heads, *_ = tables.at_once([lambda: tables.heads(call.heads_request()), *once, *reads])
        once.clear()
        return heads, found

    return at_position(call, read)


def _written(call: Call, source: Source, since: Since) -> Iterator[Memory]:
    """Read the facts of a level that were written since a moment."""
    after: Any = None
    while True:
        page = call.runtime.tables.page("by_time", source.space, source.level, None, after=after, since=since)
        yield from (memory for memory in page.memories if memory.kind is Kind.FACT)
        after = page.after
        if after is None:
            return


def _confirmed(
    call: Call, heads: Heads, levels: list[tuple[Source, WarmLevel]], ranked: Iterator[str]
) -> Iterator[Memory]:
    """Read hits anew, with the versions that could hide them: what was forgotten meanwhile is left out."""
    taint, epochs, now = heads.session.taint, heads.epochs(), call.runtime.clock()
    hits = (
        (warm, memory)
        for memory_id in ranked
        for _, warm in levels
        if (memory := warm.records.get(memory_id)) is not None
    )
    while chunk := list(islice(hits, _CHUNK)):
        above = {memory.memory_id: siblings_above(memory, taint) for _, memory in chunk}
        wanted = {
            (memory.space, one): None
            for _, memory in chunk
            for one in chain([memory.memory_id], above[memory.memory_id])
        }
        found = {memory.memory_id: memory for memory in call.runtime.tables.memories(list(wanted))}
        for warm, memory in chunk:
            current = found.get(memory.memory_id)
            if current is None or not is_live(current, epochs, now):
                warm.drop(memory.memory_id)
                continue
            higher = [found[one] for one in above[memory.memory_id] if one in found]
            if not is_hidden(current, higher, epochs, now):
                yield current


MEMORY_SEARCH = Tool(
    name="memory_search",
    title="Search memories",
    description=(
        "Search all memories that this session may see, in natural language and any script; the best match "
        "comes first. Inflected forms are found; any text is a valid query."
    ),
    arguments=MemorySearchArguments,
    result=MemorySearched,
    run=memory_search,
    writes=False,
    idempotent=True,
)

"""memory_search: what the session may see, best match first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Annotated, Any

from pydantic import Field

from ..analysis.warm import WarmLevel
from ..analysis.word_index import search
from ..audit import audit
from ..call import Call
from ..guards.admission import CONTENT_LIMIT
from ..records.heads import Heads
from ..records.memory import Kind, Memory, State, is_live
from ..records.shadowing import is_hidden, siblings_above
from ..runtime import Position
from .contract import AS_WHOLE, Arguments, LevelName, Result, Tool, level_name
from .reading import Source, at_position, sources

DEFAULT_RESULTS = 10
MOST_RESULTS = 50
_MOST_AT_ONCE = 100  # records that one call may read
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
    tables, once, now = call.runtime.tables, [beside], call.runtime.clock()

    def read(position: Position) -> tuple[Heads, list[tuple[Source, WarmLevel]]]:
        found = [
            (source, call.runtime.warm.level(source.space.key, source.level)) for source in sources(call, position)
        ]

        def refresh(source: Source, warm: WarmLevel) -> Callable[[], None]:
            return lambda: warm.refresh(TableRows(call, source), now)

        reads: list[Callable[[], Any]] = [refresh(*one) for one in found]
        heads, *_ = tables.at_once([lambda: tables.heads(call.heads_request()), *once, *reads])
        once.clear()
        return heads, found

    return at_position(call, read)


@dataclass(frozen=True, slots=True)
class TableRows:
    """One level of one space in the memories table; see :class:`commonplace.analysis.warm.Rows`."""

    call: Call
    source: Source

    def all(self, since: int | None) -> Iterator[Memory]:
        """Read the level's facts, those written since a moment where one is given."""
        after: Any = None
        while True:
            page = self.call.runtime.tables.page(
                "by_time", self.source.space, self.source.level, None, after=after, since=since
            )
            yield from (memory for memory in page.memories if memory.kind is Kind.FACT)
            after = page.after
            if after is None:
                return

    def versions(self, since: int) -> Iterator[tuple[str, int, int]]:
        """Read which version of what was written since a moment."""
        return self.call.runtime.tables.versions(self.source.space, self.source.level, since)

    def some(self, ids: Sequence[str]) -> Iterator[Memory]:
        """Read some records; those that left the level's index meanwhile are left out."""
        for begin in range(0, len(ids), _MOST_AT_ONCE):
            wanted = [(self.source.space, memory_id) for memory_id in ids[begin : begin + _MOST_AT_ONCE]]
            for memory in self.call.runtime.tables.memories(wanted):
                if memory.kind is Kind.FACT and memory.state is State.ACTIVE and memory.level is self.source.level:
                    yield memory


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

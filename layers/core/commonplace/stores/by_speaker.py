"""by_speaker: what one person said, newest first. Needs the splitter of sentences, not the model."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Annotated, Any

from pydantic import Field

from ..domain.heads import Heads
from ..domain.levels import Level
from ..domain.speakers import ME
from ..operations.call import Call
from ..operations.contract import AS_WHOLE, Speaker
from ..refusals.errors import Busy
from ..storage import speakers
from ..storage.memories import Page
from ..storage.speakers import LightRow
from .contract import StoreArguments, operation
from .paging import Before, NextPage, SkipIds, next_page, position_of
from .reading import counted, in_store, light, newest_first, space_of, visible_levels
from .rows import MemoryRow, row
from .speakers import checked_speaker, require_speaker

DEFAULT_LIMIT = 20
LIMIT = 50
ATTEMPTS = 5

Position = tuple[int, str] | None


class BySpeakerArguments(StoreArguments):
    """Arguments of by_speaker."""

    speaker: Speaker = Field(description="A registered name, or `me` for the assistant's own words.")
    limit: Annotated[int, Field(ge=1, le=LIMIT), AS_WHOLE] = Field(
        default=DEFAULT_LIMIT, description="How many at most."
    )
    before: Before = None
    skip_ids: SkipIds = None


class SpokenMemories(NextPage):
    """What by_speaker answers."""

    user_id: str
    speaker: str
    memories: list[MemoryRow] = Field(description="The last written first.")
    chunks: int = Field(description="Sentences in all of this speaker's memories: what a deletion would remove.")
    points_to_delete: int = Field(description="The same number as chunks.")
    records_to_delete: int = Field(description="The same number as chunks.")


def by_speaker(call: Call, arguments: BySpeakerArguments) -> SpokenMemories:
    """Return what was stored under one name; what has no speaker never shows, not under `me` either."""
    name = checked_speaker(arguments.speaker)
    position = position_of(arguments.before, arguments.skip_ids)
    size = arguments.limit + 1  # one more than asked for tells whether there is a next page
    heads, registration, pages, rows = _read(call, arguments.user_id, name, position, size)
    found = newest_first(call, heads, zip(pages, _readers(call, registration, position), strict=True), size)
    page = list(islice(found, size))
    shown = page[: arguments.limit]
    chunks = _chunks(call, counted(call, heads, rows))
    given = [(memory.updated_at, memory.memory_id) for memory in shown]
    return SpokenMemories(
        user_id=arguments.user_id,
        speaker=name,
        memories=[row(memory, heads) for memory in shown],
        chunks=chunks,
        points_to_delete=chunks,
        records_to_delete=chunks,
        **next_page(given, more=len(page) > len(shown), position=position, skip_ids=arguments.skip_ids),
    )


def _read(
    call: Call, store_id: str, name: str, position: Position, size: int
) -> tuple[Heads, str, list[Page], list[LightRow]]:
    """Read heads, first pages and all light rows at once, by the registration last seen under the name."""
    known = call.runtime.last_registered
    of = (call.caller.account_id, call.store, name)
    registration = ME if name == ME else known.get(of)
    for _ in range(ATTEMPTS):
        firsts: list[Callable[[], Any]] = []
        lights: list[Callable[[], Any]] = []
        if registration is not None:
            firsts = [_first(more, size) for more in _readers(call, registration, position)]
            lights = list(light(call, f"{registration}#"))
        heads, data = in_store(call, store_id, *firsts, *lights)
        now = require_speaker(heads.store, name)
        if now == registration:
            return heads, now, data[: len(firsts)], [one for level in data[len(firsts) :] for one in level]
        registration = now
        known.put(of, now)
    raise Busy("speaker.busy.read")


def _readers(call: Call, registration: str, position: Position) -> list[Callable[[Any, int], Page]]:
    tables, space = call.runtime.tables, space_of(call)

    def reader(level: Level) -> Callable[[Any, int], Page]:
        return lambda after, size: speakers.page(
            tables.client,
            tables.names.memories_table,
            space,
            level,
            registration,
            size,
            after=after,
            before=position,
        )

    return [reader(level) for level in visible_levels(call)]


def _first(more: Callable[[Any, int], Page], size: int) -> Callable[[], Page]:
    return lambda: more(None, size)


def _chunks(call: Call, rows: Iterable[LightRow]) -> int:
    """Sum up the sentences; they are counted here where a tool without the splitter wrote the memory."""
    total, uncounted = 0, []
    for one in rows:
        if one.chunks is None:
            uncounted.append((one.space, one.memory_id))
        else:
            total += one.chunks
    if not uncounted:
        return total
    from ..search.sentences import count

    return total + sum(count(memory.text) for memory in call.runtime.tables.memories(uncounted))


BY_SPEAKER = operation(
    path="/memory/by-speaker",
    name="by_speaker",
    title="What one person said",
    description=(
        "The memories stored under one registered name, the last written first, in pages, without a query. "
        "`chunks` counts the sentences of all of them, to be shown before a deletion is confirmed."
    ),
    arguments=BySpeakerArguments,
    result=SpokenMemories,
    run=by_speaker,
    writes=False,
)

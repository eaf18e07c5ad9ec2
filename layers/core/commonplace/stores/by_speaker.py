"""by_speaker: what one person said, newest first. It may need the sentence splitter, never the model."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from pydantic import Field

from ..domain.heads import Heads
from ..domain.speakers import ME
from ..operations.call import Call
from ..operations.contract import Speaker
from ..refusals.errors import Busy
from ..storage.memories import Page
from ..storage.speakers import LightRow
from .contract import StoreArguments, operation
from .paging import DEFAULT_LIMIT, Before, Limit, NextPage, SkipIds, next_page, position_of
from .reading import Position, count_reads, first_pages, newest_first, read_store, speaker_pages, visible_rows
from .rows import MemoryRow, memory_row
from .speakers import checked_speaker, require_speaker

ATTEMPTS = 5


class BySpeakerArguments(StoreArguments):
    """Arguments of by_speaker."""

    speaker: Speaker = Field(description="A registered name, or `me` for the assistant's own words.")
    limit: Limit = DEFAULT_LIMIT
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
    """Return what was stored under one name; memories without a speaker are nobody's, not even `me`'s."""
    name = checked_speaker(arguments.speaker)
    position = position_of(arguments.before, arguments.skip_ids)
    size = arguments.limit + 1  # one more than asked for shows whether there is a next page
    heads, speaker_id, firsts, levels = _read(call, arguments.user_id, name, position, size)
    found = newest_first(call, heads, speaker_pages(call, speaker_id, position), firsts, size)
    page = list(islice(found, size))
    shown = page[: arguments.limit]
    chunks = _chunks(call, visible_rows(call, heads, levels))
    places = [(memory.updated_at, memory.memory_id) for memory in shown]
    return SpokenMemories(
        user_id=arguments.user_id,
        speaker=name,
        memories=[memory_row(memory, heads) for memory in shown],
        chunks=chunks,
        points_to_delete=chunks,
        records_to_delete=chunks,
        **next_page(places, more=len(page) > len(shown), position=position, skip_ids=arguments.skip_ids),
    )


def _read(
    call: Call, store_id: str, name: str, position: Position | None, size: int
) -> tuple[Heads, str, list[Page], list[list[LightRow]]]:
    """Read heads, first pages and rows for counting in one round trip.

    The registration is the one last seen under the name; if it has changed since, the rest is read again.
    """
    cache = call.runtime.last_registered
    key = (call.caller.account_id, call.store, name)
    speaker_id = ME if name == ME else cache.get(key)
    for _ in range(ATTEMPTS):
        firsts: list[Callable[[], Any]] = []
        rows: list[Callable[[], Any]] = []
        if speaker_id is not None:
            firsts = [*first_pages(speaker_pages(call, speaker_id, position), size)]
            rows = [*count_reads(call, f"{speaker_id}#")]
        heads, data = read_store(call, store_id, *firsts, *rows)
        current = require_speaker(heads.store, name)
        if current == speaker_id:
            return heads, current, data[: len(firsts)], data[len(firsts) :]
        speaker_id = current
        cache.put(key, current)
    raise Busy("speaker.busy.read")


def _chunks(call: Call, rows: Iterable[LightRow]) -> int:
    """Return the number of sentences; they are counted now where the tool that wrote the memory could not."""
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
    by_speaker,
    path="/memory/by-speaker",
    title="What one person said",
    description=(
        "The memories stored under one registered name, the last written first, in pages, without a query. "
        "`chunks` counts the sentences of all of them, to be shown before a deletion is confirmed."
    ),
    writes=False,
)

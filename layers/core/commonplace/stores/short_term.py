"""The short-term memory of a store: the turns of its last exchanges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from ..domain.heads import Heads
from ..domain.levels import Level
from ..domain.speakers import TURN
from ..operations.call import Call
from ..storage import speakers
from ..storage.memories import Page
from .reading import newest_first, space_of, visible_levels
from .turns import Turn, turns_of

EXCHANGES = 20  # how many of the last exchanges are short-term memory


def turn_reads(call: Call) -> list[Callable[[], Page]]:
    """Return what reads the last exchanges of a store, one read a visible level, to be done beside others."""
    return [_first(more) for more in _readers(call)]


def last_turns(call: Call, heads: Heads, pages: Sequence[Page]) -> list[Turn]:
    """Return the turns of the last exchanges, oldest first.

    Parameters
    ----------
    call, heads
        Who reads.
    pages
        As :func:`turn_reads` read them.
    """
    found = newest_first(call, heads, zip(pages, _readers(call), strict=True), EXCHANGES)
    exchanges = list(islice(found, EXCHANGES))
    return [turn for memory in reversed(exchanges) for turn in turns_of(memory)]


def _readers(call: Call) -> list[Callable[[Any, int], Page]]:
    tables, space = call.runtime.tables, space_of(call)

    def reader(level: Level) -> Callable[[Any, int], Page]:
        return lambda after, size: speakers.page(
            tables.client, tables.names.memories_table, space, level, TURN, size, after=after
        )

    return [reader(level) for level in visible_levels(call)]


def _first(more: Callable[[Any, int], Page]) -> Callable[[], Page]:
    return lambda: more(None, EXCHANGES)

"""Filters for the owner's memories, and the scan that applies them, newest write first."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Literal

from pydantic import Field

from ...domain.levels import Level
from ...domain.memory import Memory, State
from ...domain.spaces import account_space, encoded, team_space
from ...domain.stores import canonical_id, checked_store_id
from ...guards.admission import SPEAKER_LIMIT, checked_name
from ...operations.call import Call
from ...operations.caller import SESSION_ID_LIMIT
from ...operations.contract import AS_QUESTION, Arguments, KindName, LevelName, ScopeName
from ...operations.cursors import read_keys, write_keys
from ...refusals.errors import InvalidInput
from ...storage import by_owner
from ...storage.by_owner import Entry
from .contract import StateName
from .owned_memories import OwnedMemories

MOST_LOOKED_AT = 2_000  # memories read per call: about a second
_MOST_QUERIES = 20  # of the index per call: few of its entries may match
_LARGEST_QUERY = 1_000  # entries
_BATCH_SIZES = (100, 400)  # memories per read for a filter by content: the first batch, and the largest


class Filter(Arguments):
    """Which memories to return; each field narrows the result."""

    text: Annotated[str, Field(max_length=200), AS_QUESTION] | None = Field(
        default=None, description="A word or words as written, in the text, the key or a tag; of whatever case."
    )
    scope: ScopeName | None = None
    level: LevelName | None = Field(default=None, description="Exactly this classification.")
    speaker: str | None = Field(default=None, description="Who said it: a name, or `me`.")
    store: str | None = Field(default=None, description="Of this store alone.")
    team: Annotated[str, Field(max_length=200)] | None = Field(
        default=None, description="Id of a team: what this account shared with it."
    )
    session: str | None = Field(default=None, description="Of this session alone, also of before its resets.")
    kind: KindName | None = None
    state: StateName | Literal["any"] | None = Field(
        default=None, description="`any`: earlier versions, too; left out: all but these (superseded)."
    )
    pinned: bool | None = Field(default=None, description="By the owner or by importance.")


@dataclass(frozen=True, slots=True)
class CompiledFilter:
    """A filter, prepared for comparison.

    Attributes
    ----------
    within
        Key or key prefix of the spaces to search; None: all spaces.
    wanted
        As sent.
    text, speaker
        Normalized for comparison.
    """

    within: str | None
    wanted: Filter
    text: str | None
    speaker: str | None

    @property
    def needs_content(self) -> bool:
        """Whether the memories themselves must be read to apply the filter, not only their keys."""
        wanted = self.wanted
        return any(
            one is not None
            for one in (self.text, wanted.level, wanted.speaker, wanted.kind, wanted.state, wanted.pinned)
        )

    def matches(self, memory: Memory, memories: OwnedMemories) -> bool:
        """Whether a memory passes the filter."""
        wanted = self.wanted
        if wanted.scope not in (None, memory.space.scope.value) or wanted.kind not in (None, memory.kind.value):
            return False
        if wanted.level not in (None, Level(memory.level).name) or wanted.pinned not in (None, memory.pinned):
            return False
        if wanted.state is None and memory.state is State.SUPERSEDED:
            return False
        if wanted.state not in (None, "any", memory.state.value):
            return False
        if self.speaker is not None and memories.speaker(memory) != self.speaker:
            return False
        return self.text is None or any(
            self.text in _folded(said) for said in (memory.text, memory.key or "", *memory.tags)
        )


def compile_filter(call: Call, wanted: Filter) -> CompiledFilter:
    """Validate and normalize a filter.

    Raises
    ------
    InvalidInput
        If a name is invalid, or more than one of store, team and session is given.
    """
    account_id = call.caller.account_id
    places = [name for name in ("store", "team", "session") if getattr(wanted, name) is not None]
    if len(places) > 1:
        raise InvalidInput("field.combination", field=places[1])
    within = None
    if wanted.store is not None:
        within = account_space(account_id, canonical_id(checked_store_id(wanted.store, "store"))).key
    elif wanted.team is not None:
        within = team_space(wanted.team).key
    elif wanted.session is not None:
        session = checked_name("session", wanted.session, SESSION_ID_LIMIT)
        within = f"account/{account_id}/session/{encoded(session)}/"
    elif wanted.scope is not None:
        within = "team/" if wanted.scope == "team" else f"account/{account_id}/{_SPACE_KINDS[wanted.scope]}/"
    speaker = None if wanted.speaker is None else checked_name("speaker", wanted.speaker, SPEAKER_LIMIT)
    return CompiledFilter(within, wanted, _folded(wanted.text or "") or None, speaker)


class Scan:
    """Scans an account's memories, newest write first, and stops after a limited amount of work.

    Parameters
    ----------
    call, compiled
        The owner's call, and the filter.
    begin
        The entry to start after; None: start at the newest.
    page
        How many memories the caller expects to use.
    """

    def __init__(self, call: Call, compiled: CompiledFilter, begin: Entry | None, page: int) -> None:
        self.memories = OwnedMemories(call)
        self.looked_at = 0
        self.stopped_at: Entry | None = None  # set if the scan stopped before the end
        self._call, self._filter, self._page = call, compiled, page
        self._position = begin
        self._is_done = False

    def matches(self) -> Iterator[tuple[Entry, Memory]]:
        """Yield the memories that pass the filter, each with its index entry.

        Afterwards ``stopped_at`` is the entry to continue after, if there may be more.
        """
        entries, seen = self._entries(), set()
        size, most = (self._page, self._page) if not self._filter.needs_content else _BATCH_SIZES
        while some := list(islice(entries, min(size, MOST_LOOKED_AT - self.looked_at))):
            self.looked_at += len(some)
            size = min(2 * size, max(most, _BATCH_SIZES[0]))
            # A memory written during the scan may be in the index twice.
            new = [one for one in some if (one.space, one.memory_id) not in seen]
            seen |= {(one.space, one.memory_id) for one in new}
            found = self.memories.read([(one.space, one.memory_id) for one in new])
            for entry, memory in zip(new, found, strict=True):
                if memory is not None and self._filter.matches(memory, self.memories):
                    yield entry, memory
            if self.looked_at >= MOST_LOOKED_AT:
                has_more = next(entries, None) is not None or not self._is_done
                self.stopped_at = some[-1] if has_more else None
                return
        if not self._is_done:
            self.stopped_at = self._position

    def _entries(self) -> Iterator[Entry]:
        tables = self._call.runtime.tables
        size = self._page if self._filter.within is None else 4 * self._page  # of which few may be wanted
        for _ in range(_MOST_QUERIES):
            found = by_owner.entries(
                tables.client,
                tables.names.memories_table,
                self.memories.account_id,
                size,
                self._position,
                self._filter.within,
            )
            yield from found.entries
            if found.last is None:
                self._is_done = True
                return
            self._position = found.last
            size = min(2 * size, _LARGEST_QUERY)


def read_position(
    cursor: str | None, call: Call, compiled: CompiledFilter, operation: str
) -> tuple[Entry | None, int]:
    """Read from a cursor the entry to start after, and the page's number, from 1.

    Raises
    ------
    InvalidInput
        If the cursor is malformed, or belongs to another account or filter.
    """
    if cursor is None:
        return None, 1
    try:
        owner_key, space, memory_id, number = read_keys(cursor, *_binding(call, compiled, operation))
        return Entry(owner_key, space, memory_id), int(number)
    except ValueError:
        raise InvalidInput("cursor.invalid", field="cursor") from None


def write_position(entry: Entry, number: int, call: Call, compiled: CompiledFilter, operation: str) -> str:
    """Write the cursor of page ``number``: it starts after ``entry``, even if that is deleted by then."""
    keys = [entry.owner_key, entry.space, entry.memory_id, str(number)]
    return write_keys(keys, *_binding(call, compiled, operation))


def _binding(call: Call, compiled: CompiledFilter, operation: str) -> tuple[str, str, str]:
    asked = compiled.wanted.model_dump_json(include=set(Filter.model_fields), exclude_none=True)
    return operation, call.caller.account_id, asked


def _folded(text: str) -> str:
    """Normalize a text for comparison: case, width and composition do not matter."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


_SPACE_KINDS = {"account": "store", "session": "session"}

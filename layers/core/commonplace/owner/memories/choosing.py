"""Which memories the owner wants to see, and going through them, the last written first."""

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
from .holdings import OwnedMemories

MOST_LOOKED_AT = 2_000  # memories that one call reads: a second or so
_MOST_QUERIES = 20  # of the index, within which few of many entries may be wanted
_LARGEST_QUERY = 1_000  # entries
_AT_ONCE = (100, 400)  # memories read at once, where many may not be wanted: first, and at most


class Filter(Arguments):
    """What is wanted; each field that is given narrows it."""

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
class Chosen:
    """A filter as it is applied.

    Attributes
    ----------
    within
        Key of the one space, or beginning of the keys of the spaces, that may hold what is wanted; None: all.
    wanted
        As asked.
    text, speaker
        In the form in which they are compared.
    """

    within: str | None
    wanted: Filter
    text: str | None
    speaker: str | None

    @property
    def is_by_content(self) -> bool:
        """Whether memories must be read to know that they are not wanted."""
        wanted = self.wanted
        return any(
            one is not None
            for one in (self.text, wanted.level, wanted.speaker, wanted.kind, wanted.state, wanted.pinned)
        )

    def takes(self, memory: Memory, memories: OwnedMemories) -> bool:
        """Tell whether a memory is wanted."""
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


def chosen(call: Call, wanted: Filter) -> Chosen:
    """Read a filter.

    Raises
    ------
    InvalidInput
        If a name in it can be none, or it names two places.
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
        within = "team/" if wanted.scope == "team" else f"account/{account_id}/{_PLACES[wanted.scope]}/"
    speaker = None if wanted.speaker is None else checked_name("speaker", wanted.speaker, SPEAKER_LIMIT)
    return Chosen(within, wanted, _folded(wanted.text or "") or None, speaker)


class Walk:
    """Goes through an account's memories, the last written first, and stops after some work.

    Parameters
    ----------
    call
        The owner's.
    choice
        What is wanted.
    begin
        Behind which entry; None: from the newest on.
    page
        How many may be wanted of those that come next.
    """

    def __init__(self, call: Call, choice: Chosen, begin: Entry | None, page: int) -> None:
        self.memories = OwnedMemories(call)
        self.looked_at = 0
        self.stopped_at: Entry | None = None  # where it stopped before the end
        self._call, self._choice, self._page = call, choice, page
        self._position = begin
        self._is_done = False

    def wanted(self) -> Iterator[tuple[Entry, Memory]]:
        """Yield what is wanted, each with where it stands.

        At the end, ``stopped_at`` tells from where to go on, if there may be more.
        """
        entries, seen = self._entries(), set()
        size, most = (self._page, self._page) if not self._choice.is_by_content else _AT_ONCE
        while some := list(islice(entries, min(size, MOST_LOOKED_AT - self.looked_at))):
            self.looked_at += len(some)
            size = min(2 * size, max(most, _AT_ONCE[0]))
            # One that was written meanwhile may stand in the index twice.
            new = [one for one in some if (one.space, one.memory_id) not in seen]
            seen |= {(one.space, one.memory_id) for one in new}
            found = self.memories.read([(one.space, one.memory_id) for one in new])
            for entry, memory in zip(new, found, strict=True):
                if memory is not None and self._choice.takes(memory, self.memories):
                    yield entry, memory
            if self.looked_at >= MOST_LOOKED_AT:
                has_more = next(entries, None) is not None or not self._is_done
                self.stopped_at = some[-1] if has_more else None
                return
        if not self._is_done:
            self.stopped_at = self._position

    def _entries(self) -> Iterator[Entry]:
        tables = self._call.runtime.tables
        size = self._page if self._choice.within is None else 4 * self._page  # of which few may be wanted
        for _ in range(_MOST_QUERIES):
            found = by_owner.entries(
                tables.client,
                tables.names.memories_table,
                self.memories.account_id,
                size,
                self._position,
                self._choice.within,
            )
            yield from found.entries
            if found.last is None:
                self._is_done = True
                return
            self._position = found.last
            size = min(2 * size, _LARGEST_QUERY)


def read_position(cursor: str | None, call: Call, choice: Chosen, operation: str) -> tuple[Entry | None, int]:
    """Read where a page begins, and which one it is, from 1.

    Raises
    ------
    InvalidInput
        If the cursor is mangled, or of another account or filter.
    """
    if cursor is None:
        return None, 1
    refused = InvalidInput("cursor.invalid", field="cursor")
    try:
        owner_key, space, memory_id, number = read_keys(cursor, *_binding(call, choice, operation))
        return Entry(owner_key, space, memory_id), int(number)
    except ValueError:
        raise refused from None


def write_position(entry: Entry, number: int, call: Call, choice: Chosen, operation: str) -> str:
    """Write where the next page begins: behind an entry, whether it still is there then or not.

    Parameters
    ----------
    entry
        The last one of this page.
    number
        Of the next page.
    call, choice, operation
        What the cursor is bound to.
    """
    keys = [entry.owner_key, entry.space, entry.memory_id, str(number)]
    return write_keys(keys, *_binding(call, choice, operation))


def _binding(call: Call, choice: Chosen, operation: str) -> tuple[str, str, str]:
    asked = choice.wanted.model_dump_json(include=set(Filter.model_fields), exclude_none=True)
    return operation, call.caller.account_id, asked


def _folded(text: str) -> str:
    """Write a text in the form in which words are looked for: of whatever case, width and composition."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


_PLACES = {"account": "store", "session": "session"}

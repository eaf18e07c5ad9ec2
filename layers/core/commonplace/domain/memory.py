"""The memory record, and when it is alive."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from . import sort_keys
from .clock import SECOND, Micros, Seconds
from .declaring import stored
from .levels import Level
from .spaces import Scope, Space

SESSION_DAYS = 14
SESSION_SECONDS = SESSION_DAYS * 24 * 60 * 60
PINNED_FROM = 0.9  # importance from which a record counts as pinned without the owner's word


class Kind(StrEnum):
    """What a memory is."""

    FACT = "fact"
    GOAL = "goal"
    PLAN = "plan"
    QUESTION = "question"
    IDENTIFIER = "identifier"


class State(StrEnum):
    """Whether a memory is handed out. Only active ones are in the indexes that agents' reads use."""

    ACTIVE = "active"
    QUARANTINED = "quarantined"
    FORGOTTEN = "forgotten"
    SUPERSEDED = "superseded"


IMPORTANCE = {Kind.FACT: 0.6, Kind.GOAL: 1.0, Kind.PLAN: 0.95, Kind.QUESTION: 0.8, Kind.IDENTIFIER: 0.3}


@dataclass(frozen=True, slots=True)
class Embedding:
    """What a text means, as a vector.

    Attributes
    ----------
    model_id
        Which model made it, and how.
    vector
        One signed byte a dimension.
    """

    model_id: str = field(metadata=stored("embedding_model"))
    vector: bytes = field(metadata=stored("embedding"))


@dataclass(frozen=True, slots=True)
class Memory:
    """One memory, as stored. What is declared here of a field, tables and exports derive from.

    Attributes
    ----------
    space, memory_id
        Where it lives.
    account_id, epoch
        Who wrote it, and that account's count of erasures when it did.
    text, kind, key, level, importance, speaker_id, tags, pinned, state
        What it is. ``key`` is None where it has none; ``speaker_id`` is the registration's id, or ``me``.
    created_at, updated_at
        Microseconds since 1970.
    expires_at
        Whole seconds since 1970, from which on it is gone; None: it stays.
    version
        Counts its writes.
    checkpoint
        For a plan and its open questions: which checkpoint wrote them.
    forgotten_at
        Microseconds since 1970, where it was forgotten.
    quarantined_for
        Which kind of command it reads like, where it is quarantined.
    writer
        Names key and session of the last write, without telling them (:func:`writer_of`).
    embedding
        None: still to be made.
    category, conversation_id, event_date
        What an application said of it; the date as it was given.
    turn_split
        For an exchange: how many characters of the text the user said; the rest is the assistant's.
    chunks
        How many sentences it has, where that was counted.
    revision
        How often its text was superseded since it was first stored.
    replaces, superseded_by
        Ids of the versions before and after it.
    """

    space: Space = field(metadata=stored(exported=None))
    memory_id: str = field(metadata=stored(exported="id"))
    account_id: str = field(metadata=stored(exported=None))
    epoch: int = field(metadata=stored(exported=None))
    text: str
    kind: Kind
    level: Level
    importance: float
    created_at: Micros = field(metadata=stored(kept=True))
    updated_at: Micros
    key: str | None = None
    speaker_id: str | None = field(default=None, metadata=stored(exported="speaker"))
    tags: tuple[str, ...] = field(default=(), metadata=stored(sparse=True))
    pinned_by_owner: bool = field(default=False, metadata=stored(kept=True, exported="pinned", sparse=True))
    state: State = State.ACTIVE
    expires_at: Seconds | None = None
    version: int = field(default=1, metadata=stored(kept=True, exported=None))
    checkpoint: str | None = None
    forgotten_at: Micros | None = None
    quarantined_for: str | None = None
    writer: str | None = field(default=None, metadata=stored(exported=None))
    embedding: Embedding | None = field(default=None, metadata=stored(exported=None))
    category: str | None = None
    conversation_id: str | None = None
    event_date: str | None = None
    turn_split: int | None = field(default=None, metadata=stored(exported="exchange_split"))
    chunks: int | None = field(default=None, metadata=stored(exported="sentences"))
    revision: int = field(default=0, metadata=stored(kept=True, sparse=True))
    replaces: str | None = field(default=None, metadata=stored(kept=True))
    superseded_by: str | None = None

    @property
    def pinned(self) -> bool:
        """Pinned by the owner, or important enough to count as such."""
        return self.pinned_by_owner or self.importance >= PINNED_FROM

    def index_keys(self) -> dict[str, str]:
        """Sort keys of the indexes this record is in, by attribute name.

        Returns
        -------
        dict[str, str]
            Empty but for the owner's key where the record must not be handed to an agent.
        """
        keys = {"owner_key": sort_keys.owner_key(self.updated_at, self.memory_id)}
        if self.kind is Kind.IDENTIFIER:
            del keys["owner_key"]  # captured ids are not listed in the dashboard
        if self.state is State.ACTIVE:
            keys["rank_key"] = sort_keys.rank_key(self.level, self.importance, self.updated_at, self.memory_id)
            keys["time_key"] = sort_keys.time_key(self.level, self.updated_at, self.memory_id)
            if self.speaker_id is not None:
                keys["speaker_key"] = sort_keys.speaker_key(
                    self.level, self.speaker_id, self.updated_at, self.memory_id
                )
        return keys


def may_precede(earlier: Memory, later: Memory) -> bool:
    """Tell whether what a memory names as the version that it replaced can be one: its author's, and not in force.

    The name alone is no proof: it may come from a file.
    """
    return (
        earlier.space == later.space
        and earlier.account_id == later.account_id
        and earlier.state is not State.ACTIVE
    )


class Written(Protocol):
    """What tells when a record was written, of a whole one or of a light row of it."""

    @property
    def space(self) -> Space:
        """Where it lies."""

    @property
    def account_id(self) -> str:
        """Who wrote it."""

    @property
    def epoch(self) -> int:
        """How often its author's memory had been erased then."""

    @property
    def speaker_id(self) -> str | None:
        """Registration of who said it."""


def is_live(memory: Memory, epochs: Mapping[str, int], now: int) -> bool:
    """Tell whether a record may be seen: active, not expired, and not of before its author's erasure.

    Parameters
    ----------
    memory
        As read.
    epochs
        As :func:`is_erased`.
    now
        Microseconds since 1970.
    """
    return (
        memory.state is State.ACTIVE and not is_expired(memory.expires_at, now) and not is_erased(memory, epochs)
    )


def is_erased(memory: Written, epochs: Mapping[str, int]) -> bool:
    """Tell whether a record is of before an erasure of its author's memory or of its space.

    Parameters
    ----------
    memory
        As read.
    epochs
        From which epoch records count, by account id, by key of a space, and by :func:`speaker_key`; what was
        never erased may be missing.
    """
    live_from = max(epochs.get(memory.account_id, 0), epochs.get(memory.space.key, 0))
    if memory.speaker_id is not None:
        live_from = max(live_from, epochs.get(speaker_key(_speakers_of(memory), memory.speaker_id), 0))
    return memory.epoch < live_from


ALL_SESSIONS = "session"  # whose speakers are those of the store `default`


def speaker_key(place: str, speaker_id: str) -> str:
    """Name one speaker's records, among what epochs are told for.

    Parameters
    ----------
    place
        Key of a store's space; :data:`ALL_SESSIONS`; for a team the id of the account that wrote them.
    speaker_id
        As the records have it.
    """
    return f"{place}#{speaker_id}"  # no key of a space and no account's id holds the mark


def _speakers_of(memory: Written) -> str:
    if memory.space.scope is Scope.SESSION:
        return ALL_SESSIONS
    return memory.account_id if memory.space.scope is Scope.TEAM else memory.space.key


OWNER = "owner"  # as a record's writer: the owner, in the dashboard or by an import


def writer_of(key_id: str, session_id: str) -> str:
    """Name who writes, so that a session can tell its own writes from others' and learns no more."""
    return hashlib.sha256(f"{key_id}/{session_id}".encode()).hexdigest()[:12]


def is_expired(expires_at: int | None, now: int) -> bool:
    """Tell whether a moment in whole seconds has come; DynamoDB may delete the item days later."""
    return expires_at is not None and expires_at * SECOND <= now


def session_expiry(now: int) -> int:
    """When a session item written now is gone: whole seconds since 1970, 14 days on."""
    return now // SECOND + SESSION_SECONDS

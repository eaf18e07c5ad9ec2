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
PINNED_FROM = 0.9  # importance from which a record counts as pinned


class Kind(StrEnum):
    """Kinds of memories."""

    FACT = "fact"
    GOAL = "goal"
    PLAN = "plan"
    QUESTION = "question"
    IDENTIFIER = "identifier"


class State(StrEnum):
    """Whether agents may read a memory. Only active ones are in the indexes that agents' reads use."""

    ACTIVE = "active"
    QUARANTINED = "quarantined"
    FORGOTTEN = "forgotten"
    SUPERSEDED = "superseded"


IMPORTANCE = {Kind.FACT: 0.6, Kind.GOAL: 1.0, Kind.PLAN: 0.95, Kind.QUESTION: 0.8, Kind.IDENTIFIER: 0.3}


@dataclass(frozen=True, slots=True)
class Embedding:
    """A text's vector, one signed byte a dimension, and the id of the model that made it."""

    model_id: str = field(metadata=stored("embedding_model"))
    vector: bytes = field(metadata=stored("embedding"))


@dataclass(frozen=True, slots=True)
class Memory:
    """One memory. Attributes of tables and fields of exports derive from the declarations here.

    Attributes
    ----------
    account_id, epoch
        The author's account, and its epoch at the time of the write.
    speaker_id
        The registration's id, or ``me``.
    created_at, updated_at
        Microseconds since 1970.
    expires_at
        Whole seconds since 1970; None: it does not expire.
    version
        Counts its writes.
    checkpoint
        For a plan and its open questions: id of the checkpoint.
    forgotten_at
        Microseconds since 1970, if it was forgotten.
    quarantined_for
        The kind of command it reads like, if it is quarantined.
    writer
        Hash of key and session of the last write (:func:`writer_of`).
    embedding
        None: not yet made.
    category, conversation_id, event_date
        Given by an application; the date unchanged.
    turn_split
        For an exchange: how many characters of the text are the user's; the rest is the assistant's.
    chunks
        Number of sentences, if counted.
    revision
        How often its text was superseded.
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
        """Whether the owner pinned it, or it is important enough."""
        return self.pinned_by_owner or self.importance >= PINNED_FROM

    def index_keys(self) -> dict[str, str]:
        """Return the sort keys of its indexes by attribute; only the owner's if agents must not read it."""
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
    """Return whether a memory can be the version that another says it replaced: same author, and not active.

    The name alone is no proof: it may come from a file.
    """
    return (
        earlier.space == later.space
        and earlier.account_id == later.account_id
        and earlier.state is not State.ACTIVE
    )


class Written(Protocol):
    """The fields of a record, or of a light row of it, that decide whether it is erased."""

    @property
    def space(self) -> Space:
        """Its space."""

    @property
    def account_id(self) -> str:
        """The author's account."""

    @property
    def epoch(self) -> int:
        """The author's epoch at the time of the write."""

    @property
    def speaker_id(self) -> str | None:
        """Registration id of its speaker."""


def is_live(memory: Memory, epochs: Mapping[str, int], now: int) -> bool:
    """Return whether a record may be read: active, not expired and not erased."""
    return (
        memory.state is State.ACTIVE and not is_expired(memory.expires_at, now) and not is_erased(memory, epochs)
    )


def is_erased(memory: Written, epochs: Mapping[str, int]) -> bool:
    """Return whether a record is older than an erasure of its author's account, its space or its speaker.

    ``epochs`` has the first epoch that counts by account id, key of a space and :func:`speaker_key`; what was
    never erased may be missing.
    """
    live_from = max(epochs.get(memory.account_id, 0), epochs.get(memory.space.key, 0))
    if memory.speaker_id is not None:
        live_from = max(live_from, epochs.get(speaker_key(_speakers_of(memory), memory.speaker_id), 0))
    return memory.epoch < live_from


ALL_SESSIONS = "session"  # their speakers are those of the store `default`


def speaker_key(place: str, speaker_id: str) -> str:
    """Return the key of one speaker's records in a dictionary of epochs.

    ``place`` is the key of a store's space, :data:`ALL_SESSIONS`, or for a team the author's account id.
    """
    return f"{place}#{speaker_id}"  # no key of a space and no account id has this character


def _speakers_of(memory: Written) -> str:
    if memory.space.scope is Scope.SESSION:
        return ALL_SESSIONS
    return memory.account_id if memory.space.scope is Scope.TEAM else memory.space.key


OWNER = "owner"  # writer of records that the owner wrote, in the dashboard or by an import


def writer_of(key_id: str, session_id: str) -> str:
    """Hash key and session of a writer, so that a session can recognise its own writes and learns no more."""
    return hashlib.sha256(f"{key_id}/{session_id}".encode()).hexdigest()[:12]


def is_expired(expires_at: int | None, now: int) -> bool:
    """Return whether a time in whole seconds has passed; DynamoDB may delete the item days later."""
    return expires_at is not None and expires_at * SECOND <= now


def session_expiry(now: int) -> int:
    """Return when a session's item that is written now expires: in 14 days, as whole seconds since 1970."""
    return now // SECOND + SESSION_SECONDS

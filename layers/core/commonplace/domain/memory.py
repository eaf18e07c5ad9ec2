"""The memory record. When one is alive, :mod:`.lifetime` says."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import StrEnum

from . import ids, sort_keys
from .clock import Micros, Seconds
from .declaring import stored
from .levels import Level
from .spaces import Space

PINNED_FROM = 0.9  # importance from which a record counts as pinned
UNRATED = 0.5  # rank of what an application stored without saying how important it is


class Kind(StrEnum):
    """Kinds of memories."""

    FACT = "fact"
    RULE = "rule"  # a plain imperative that the owner lets be kept
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


STATED = frozenset({Kind.FACT, Kind.RULE})  # what callers state; the other kinds belong to a session's course
IMPORTANCE = {
    Kind.FACT: 0.6,
    Kind.RULE: 0.6,
    Kind.GOAL: 1.0,
    Kind.PLAN: 0.95,
    Kind.QUESTION: 0.8,
    Kind.IDENTIFIER: 0.3,
}


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
    unrated
        Whether an application stored it without an importance: ``importance`` is then the default of facts, and
        its rank :data:`UNRATED`.
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
    unrated: bool = field(default=False, metadata=stored(exported=None, sparse=True))

    @property
    def rank(self) -> float:
        """Its weight in recall's order, 0 to 1: the importance, but for what is unrated or the owner pinned."""
        rated = UNRATED if self.unrated else self.importance
        return max(rated, PINNED_FROM) if self.pinned_by_owner else rated

    @property
    def pinned(self) -> bool:
        """Whether the owner pinned it, or it is important enough."""
        return self.pinned_by_owner or self.importance >= PINNED_FROM

    @property
    def labels(self) -> tuple[str, ...]:
        """Its key and tags, by which it is found as by its text."""
        return self.tags if self.key is None else (self.key, *self.tags)

    def index_keys(self) -> dict[str, str]:
        """Return the sort keys of its indexes by attribute; only the owner's if agents must not read it."""
        keys = {"owner_key": sort_keys.owner_key(self.updated_at, self.memory_id)}
        if self.kind is Kind.IDENTIFIER:
            del keys["owner_key"]  # captured ids are not listed in the dashboard
        if self.state is State.ACTIVE:
            keys["rank_key"] = sort_keys.rank_key(self.level, self.rank, self.updated_at, self.memory_id)
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


def is_withheld(memory: Memory) -> bool:
    """Return whether a memory was quarantined beside its key's own record, and not under the key's id."""
    if memory.key is None:
        return False
    withheld = ids.withheld_id(memory.space, memory.key, memory.level, memory.account_id)
    return memory.memory_id == withheld


OWNER = "owner"  # writer of records that the owner wrote, in the dashboard or by an import


def writer_of(key_id: str, session_id: str) -> str:
    """Hash key and session of a writer, so that a session can recognise its own writes and learns no more."""
    return hashlib.sha256(f"{key_id}/{session_id}".encode()).hexdigest()[:12]

"""Heads: small records that say which of an account's records count. Read together with every call's data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from .imperatives import Imperatives
from .levels import Level
from .lifetime import ALL_SESSIONS, speaker_key
from .spaces import DEFAULT_STORE, Scope, account_space


@dataclass(frozen=True, slots=True)
class AccountHead:
    """State of an account; times are in microseconds since 1970.

    Attributes
    ----------
    epoch
        Counts all erasures in the account; every write stores the epoch it read.
    live_from
        Records of an older epoch are erased, with the whole account.
    stores
        How many stores it has created.
    imported_at
        Last import, which may add memories of any age; 0: never.
    changed
        By level: when the owner last changed what agents see without a trace in the records (deleted, pinned).
    imperatives
        What is done with plain imperatives that are written from now on.
    """

    epoch: int
    live_from: int = 0
    stores: int = 0
    created_at: int = 0
    imported_at: int = 0
    changed: Mapping[Level, int] = field(default_factory=dict)
    imperatives: Imperatives = Imperatives.QUARANTINE


@dataclass(frozen=True, slots=True)
class StoreHead:
    """A store.

    Attributes
    ----------
    store_id
        As it was created; None for a ``default`` that nobody created.
    created_at
        Microseconds since 1970; 0 for a ``default`` that nobody created.
    speakers
        Registered names by registration id.
    registered_at
        Time of each registration, in microseconds since 1970, by registration id.
    live_from
        Records of an older epoch are gone: the store was created or emptied since.
    speaker_epochs
        By registration id: records of an older epoch are erased, with all of that speaker.
    version
        Counts the changes of this head.
    """

    store_id: str | None = None
    created_at: int = 0
    speakers: Mapping[str, str] = field(default_factory=dict)
    registered_at: Mapping[str, int] = field(default_factory=dict)
    live_from: int = 0
    speaker_epochs: Mapping[str, int] = field(default_factory=dict)
    version: int = 0

    def since(self, account: AccountHead) -> StoreHead:
        """Return what of this head counts: nothing, if it is older than an erasure of its account."""
        if self.live_from >= account.live_from:
            return self
        return StoreHead(live_from=account.live_from, version=self.version)


@dataclass(frozen=True, slots=True)
class TeamHead:
    """State of a team. ``epochs`` is the first epoch that counts by a member's account, or account and speaker.

    ``imported_at`` and ``changed`` are as an account's, for changes by any member.
    """

    epochs: Mapping[str, int] = field(default_factory=dict)
    imported_at: int = 0
    changed: Mapping[Level, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The latest checkpoint of a session.

    Attributes
    ----------
    checkpoint_id
        Stored in its plan and questions; those with another one are not shown.
    questions
        Number of its open questions.
    """

    checkpoint_id: str
    level: Level
    questions: int


@dataclass(frozen=True, slots=True)
class SessionHead:
    """A session's state.

    Attributes
    ----------
    generation
        Incremented by a reset; the session's items are in the space of this generation.
    taint
        Highest level the session has read.
    goal_id
        The one active goal.
    checkpoint
        The latest plan.
    expires_at
        Whole seconds since 1970; None where the session has no head yet.
    calls, calls_version
        Summary of its connector calls (:class:`.gateway.notes.history.CallHistory`), and how often that was
        written.
    epoch
        The account's, when this head was last written.
    live_from
        Records and writes of an older epoch are erased, with the session.
    changed
        As an account's, for the session's own memories.
    outlived
        Whether the account was erased since this head was last written, so that only its generation and level
        count. The next write removes the rest.
    """

    generation: int = 0
    taint: Level = Level.PUBLIC
    goal_id: str | None = None
    checkpoint: Checkpoint | None = None
    expires_at: int | None = None
    calls: Mapping[str, Any] = field(default_factory=dict)
    calls_version: int = 0
    epoch: int = 0
    live_from: int = 0
    changed: Mapping[Level, int] = field(default_factory=dict)
    outlived: bool = False

    def since(self, account: AccountHead) -> SessionHead:
        """Return what of this head counts: no calls, if it is older than an erasure of its account.

        Its level stays, since the model still knows what it has read. Goal and plan are erased as records.
        """
        return self if self.epoch >= account.live_from else replace(self, calls={}, outlived=True)


@dataclass(frozen=True, slots=True)
class Heads:
    """The heads of one call; ``team`` is None if the key has none, ``store_space`` is the key of a space."""

    account_id: str
    account: AccountHead
    session: SessionHead
    store: StoreHead
    team: TeamHead | None
    store_space: str = ""

    def epochs(self) -> dict[str, int]:
        """Return the first epoch that counts by author's account, by key of a space, and by space and speaker."""
        team = dict(self.team.epochs) if self.team is not None else {}
        places = [self.store_space]
        if self.store_space == account_space(self.account_id, DEFAULT_STORE).key:
            places.append(ALL_SESSIONS)
        speakers = {
            speaker_key(place, registration): epoch
            for registration, epoch in self.store.speaker_epochs.items()
            for place in places
        }
        return team | speakers | {self.account_id: self.account.live_from, self.store_space: self.store.live_from}

    def imported_at(self, scope: Scope) -> int:
        """Return when a scope's account or team last had an import; 0: never."""
        head = self.team if scope is Scope.TEAM else self.account
        return 0 if head is None else head.imported_at

    def changed_at(self, scope: Scope, level: Level) -> int:
        """Return when the owner last deleted or pinned something at a level of a scope; 0: never."""
        head = self.session if scope is Scope.SESSION else self.account if scope is Scope.ACCOUNT else self.team
        return 0 if head is None else head.changed.get(level, 0)

    def erased_since(self, epoch: int) -> bool:
        """Return whether account, store or session were erased since this epoch, so that a write is too late."""
        return epoch < max(self.account.live_from, self.store.live_from, self.session.live_from)

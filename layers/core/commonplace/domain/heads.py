"""Heads: the small records that say what of an account's memory counts. Read beside every call's data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from .levels import Level
from .memory import ALL_SESSIONS, speaker_key
from .spaces import DEFAULT_STORE, Scope, account_space


@dataclass(frozen=True, slots=True)
class AccountHead:
    """What holds for a whole account.

    Attributes
    ----------
    epoch
        Counts the erasures in it, of whatever reach; every write carries the count it read.
    live_from
        Records of an older epoch are gone: the account as a whole was erased since.
    stores
        How many stores it made.
    created_at
        Microseconds since 1970.
    imported_at
        When memories of any age were last added to it at once, in microseconds since 1970; 0: never.
    changed
        By level: when the owner last changed what agents see of the account's memories, in a way that no record
        tells (deleted, pinned), in microseconds since 1970.
    """

    epoch: int
    live_from: int = 0
    stores: int = 0
    created_at: int = 0
    imported_at: int = 0
    changed: Mapping[Level, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StoreHead:
    """A store.

    Attributes
    ----------
    store_id
        As it was created; None: nobody created it (``default`` is there all the same).
    created_at
        Microseconds since 1970; 0 for a ``default`` that nobody created.
    speakers
        Registered names by registration id.
    registered_at
        When each was registered, in microseconds since 1970, by registration id.
    live_from
        Records of an older epoch are gone: the store was made or emptied since.
    speaker_epochs
        By registration: records of an older epoch are gone, since that speaker's were erased.
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
        """Return what of this head counts: one of before its account was erased says nothing any more."""
        if self.live_from >= account.live_from:
            return self
        return StoreHead(live_from=account.live_from, version=self.version)


@dataclass(frozen=True, slots=True)
class TeamHead:
    """By account id, from which epoch the records of members who erased count; also by account and speaker.

    ``imported_at`` and ``changed`` are as an account's; any member's owner may have changed something.
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
        Stands in its plan and its questions; those of an earlier one are not shown.
    level
        At which it was written.
    questions
        How many open questions it has.
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
        Raised by a reset; the session's items live in the space of this generation.
    taint
        Highest level the session has read.
    goal_id
        The one active goal.
    checkpoint
        The latest plan.
    expires_at
        Whole seconds since 1970; None where the session has no head yet.
    calls, calls_version
        What is kept of its connector calls (:class:`.gateway.notes.history.CallHistory`), and how often that
        was written.
    epoch
        The account's, when this head was last written.
    live_from
        Records and writes of an older epoch are gone: the session was erased since.
    changed
        As an account's, of the session's own memories.
    outlived
        Whether the account was erased since this head was last written, so that nothing but its generation and
        level counts. The next write takes the rest away.
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
        """Return what of this head counts: one of before its account was erased tells no calls any more.

        Its level stays, since the model still knows what it has read; what it points to is erased by itself.
        """
        return self if self.epoch >= account.live_from else replace(self, calls={}, outlived=True)


@dataclass(frozen=True, slots=True)
class Heads:
    """The heads of one call.

    Attributes
    ----------
    account_id, account
        The caller's.
    session, store, team
        ``team`` is None where the key has none.
    store_space
        Key of the store's space.
    """

    account_id: str
    account: AccountHead
    session: SessionHead
    store: StoreHead
    team: TeamHead | None
    store_space: str = ""

    def epochs(self) -> dict[str, int]:
        """From which epoch records count.

        Returns
        -------
        dict[str, int]
            By account id of who wrote them, by the key of their space, and by space and speaker.
        """
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
        """Return when memories of any age were last added to what a scope's spaces belong to; 0: never."""
        if scope is Scope.TEAM:
            return 0 if self.team is None else self.team.imported_at
        return self.account.imported_at

    def changed_at(self, scope: Scope, level: Level) -> int:
        """Return when the owner last changed what no record tells of a level of a scope; 0: never."""
        if scope is Scope.SESSION:
            return self.session.changed.get(level, 0)
        if scope is Scope.ACCOUNT:
            return self.account.changed.get(level, 0)
        return 0 if self.team is None else self.team.changed.get(level, 0)

    def erased_since(self, epoch: int) -> bool:
        """Tell whether what a call writes here with this epoch comes too late: it was erased meanwhile."""
        return epoch < max(self.account.live_from, self.store.live_from, self.session.live_from)

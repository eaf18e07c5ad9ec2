"""Heads: the small records that say what of an account's memory counts. Read beside every call's data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .levels import Level


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
    """

    epoch: int
    live_from: int = 0
    stores: int = 0


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
        Records of an older epoch are gone: the store was emptied since.
    version
        Counts the changes of this head.
    """

    store_id: str | None = None
    created_at: int = 0
    speakers: Mapping[str, str] = field(default_factory=dict)
    registered_at: Mapping[str, int] = field(default_factory=dict)
    live_from: int = 0
    version: int = 0


@dataclass(frozen=True, slots=True)
class TeamHead:
    """A team's speakers, and by account id from which epoch the records of members who erased count."""

    epochs: Mapping[str, int] = field(default_factory=dict)
    speakers: Mapping[str, str] = field(default_factory=dict)


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
        What is kept of its connector calls (:class:`commonplace.notes.history.CallHistory`), and how often that
        was written.
    """

    generation: int = 0
    taint: Level = Level.PUBLIC
    goal_id: str | None = None
    checkpoint: Checkpoint | None = None
    expires_at: int | None = None
    calls: Mapping[str, Any] = field(default_factory=dict)
    calls_version: int = 0


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
        """From which epoch records count: by account id of who wrote them, and by the key of their space."""
        team = dict(self.team.epochs) if self.team is not None else {}
        return team | {self.account_id: self.account.live_from, self.store_space: self.store.live_from}

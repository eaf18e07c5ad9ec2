"""Heads: the small records that say what of an account's memory counts. Read beside every call's data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .levels import Level


@dataclass(frozen=True, slots=True)
class AccountHead:
    """What holds for a whole account.

    Attributes
    ----------
    epoch
        Counts its erasures; records of an older one are gone.
    """

    epoch: int


@dataclass(frozen=True, slots=True)
class StoreHead:
    """A store's registered speakers, by registration id."""

    speakers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TeamHead:
    """A team's speakers, and the epochs of the members who ever erased, by account id."""

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
    """

    generation: int = 0
    taint: Level = Level.PUBLIC
    goal_id: str | None = None
    checkpoint: Checkpoint | None = None
    expires_at: int | None = None


@dataclass(frozen=True, slots=True)
class Heads:
    """The heads of one call.

    Attributes
    ----------
    account_id, account
        The caller's.
    session, store, team
        ``team`` is None where the key has none.
    """

    account_id: str
    account: AccountHead
    session: SessionHead
    store: StoreHead
    team: TeamHead | None

    def epochs(self) -> dict[str, int]:
        """Counts of erasures by account id, of the caller and his team's members."""
        team = dict(self.team.epochs) if self.team is not None else {}
        return team | {self.account_id: self.account.epoch}

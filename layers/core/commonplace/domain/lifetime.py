"""When a record may be seen: expiry, the states of quarantine and forgetting, and the epochs of erasures.

DynamoDB deletes expired items days later, and erased ones are swept in the background; until then these rules hide
them from every read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from .clock import SECOND
from .memory import Memory, State
from .spaces import Scope, Space

SESSION_DAYS = 14
SESSION_SECONDS = SESSION_DAYS * 24 * 60 * 60


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


def is_quarantined(memory: Memory, epochs: Mapping[str, int], now: int) -> bool:
    """Return whether a record is kept for the owner alone: quarantined, not expired and not erased."""
    return (
        memory.state is State.QUARANTINED
        and not is_expired(memory.expires_at, now)
        and not is_erased(memory, epochs)
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


def is_expired(expires_at: int | None, now: int) -> bool:
    """Return whether a time in whole seconds has passed; DynamoDB may delete the item days later."""
    return expires_at is not None and expires_at * SECOND <= now


def session_expiry(now: int) -> int:
    """Return when a session's item that is written now expires: in 14 days, as whole seconds since 1970."""
    return now // SECOND + SESSION_SECONDS

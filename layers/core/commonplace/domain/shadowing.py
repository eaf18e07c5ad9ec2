"""Which version of a key that has one at several levels a session sees.

The highest visible live version counts. A forgotten version hides lower ones that are older than the forgetting,
for sessions that may see it; sessions below notice nothing. Quarantined, expired and erased versions hide nothing,
but one that was quarantined after it was forgotten still hides what the forgetting hid.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from . import ids
from .levels import Level
from .lifetime import Written, is_erased, is_expired, is_live
from .memory import Memory, State


class Version(Written, Protocol):
    """One version of a key, whole or as a light row."""

    @property
    def memory_id(self) -> str:
        """Its id."""

    @property
    def level(self) -> Level:
        """Its level."""

    @property
    def key(self) -> str | None:
        """Its key."""

    @property
    def updated_at(self) -> int:
        """Microseconds since 1970."""


def siblings_above(memory: Version, taint: Level) -> list[str]:
    """Return the ids that could hide a record from a session: those of its key at visible levels above it."""
    if memory.key is None:
        return []
    slot = ids.key_slot(memory.key)
    return [ids.derived_id(memory.space, slot, level) for level in Level if memory.level < level <= taint]


def is_hidden(memory: Version, above: Iterable[Memory], epochs: Mapping[str, int], now: int) -> bool:
    """Return whether a live record is hidden by one of its versions above, in whatever state these are."""
    return any(
        is_live(other, epochs, now) or (_is_tombstone(other, epochs, now) and _is_older(memory, other))
        for other in above
    )


def visible_version(versions: Sequence[Memory], epochs: Mapping[str, int], now: int) -> Memory | None:
    """Choose among one key's versions at the visible levels; None if there is none, or all are hidden."""
    ordered = sorted(versions, key=lambda memory: memory.level, reverse=True)
    for place, memory in enumerate(ordered):
        if is_live(memory, epochs, now):
            return None if is_hidden(memory, ordered[:place], epochs, now) else memory
    return None


def _is_tombstone(memory: Memory, epochs: Mapping[str, int], now: int) -> bool:
    return (
        memory.forgotten_at is not None
        and memory.state in (State.FORGOTTEN, State.QUARANTINED)
        and not is_expired(memory.expires_at, now)
        and not is_erased(memory, epochs)
    )


def _is_older(memory: Version, tombstone: Memory) -> bool:
    return memory.updated_at <= (tombstone.forgotten_at or 0)

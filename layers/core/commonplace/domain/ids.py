"""Memory ids: UUIDs of version 7 (in the order of time) or 8 (derived from space, slot and level)."""

from __future__ import annotations

import hashlib
import re
import secrets
import uuid
from typing import NamedTuple

from .levels import Level
from .spaces import Scope, Space

_UUID = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)


def is_memory_id(value: str) -> bool:
    """Return whether a text has the form of a memory's id: a UUID of any version."""
    return _UUID.fullmatch(value) is not None


class Slot(NamedTuple):
    """Name of the one record a level that a space has for a key, the goal, the plan or a question.

    The kind separates keys that callers chose from the names that tools use.
    """

    kind: str
    name: str = ""


def time_ordered_id(now: int) -> str:
    """Return a UUID of version 7 whose order is that of time, to the microsecond.

    The 12 bits after the milliseconds have their fraction (RFC 9562, section 6.2, method 3).

    >>> time_ordered_id(1_792_490_400_000_000) < time_ordered_id(1_792_490_400_000_001)
    True
    """
    milliseconds, micros = divmod(now, 1000)
    value = (milliseconds & (2**48 - 1)) << 80
    value |= 7 << 76
    value |= (micros * 4096 // 1000) << 64
    value |= 0b10 << 62
    value |= secrets.randbits(62)
    return str(uuid.UUID(int=value))


def derived_id(space: Space, slot: Slot, level: Level) -> str:
    """Return the UUID of version 8 of all writes to one slot, so that they replace each other.

    It has 122 bits of a SHA-256 over the three, each after its length, so that no two triples have the same bytes.
    """
    digest = hashlib.sha256()
    for part in (space.key, slot.kind, slot.name, str(int(level))):
        raw = part.encode()
        digest.update(len(raw).to_bytes(4, "big") + raw)
    value = int.from_bytes(digest.digest()[:16], "big")
    value = (value & ~(0xF << 76)) | 8 << 76
    value = (value & ~(0b11 << 62)) | 0b10 << 62
    return str(uuid.UUID(int=value))


def aside_id(space: Space, memory_id: str, now: int) -> str:
    """Return the UUID of version 7 of a memory whose own id is taken in a space: the same each time.

    Its time is that of the id, so that the order of ids stays, or ``now`` if the id has none; the rest is from a
    SHA-256 over space and id.
    """
    given = memory_id if memory_id[14] == "7" else time_ordered_id(now)
    digest = hashlib.sha256("\n".join((space.key, memory_id)).encode()).digest()
    drawn = int.from_bytes(digest[:8], "big") & (2**62 - 1)
    return str(uuid.UUID(int=uuid.UUID(given).int >> 64 << 64 | 0b10 << 62 | drawn))


GOAL = Slot("goal")
PLAN = Slot("plan")


def question(turn: int) -> Slot:
    """Return the slot of an open question of the latest checkpoint; ``turn`` counts from 0."""
    return Slot("question", str(turn))


def key_slot(key: str) -> Slot:
    """Return the slot of a key."""
    return Slot("key", key)


def withheld_id(space: Space, key: str, level: Level, account_id: str) -> str:
    """Return the id of what is quarantined under a key: beside the key's own record, one for each key and level.

    In a team each author has one of their own, so that nobody replaces what another member wrote.
    """
    name = f"{account_id}\n{key}" if space.scope is Scope.TEAM else key
    return derived_id(space, Slot("withheld", name), level)

"""Memory ids: UUIDs of version 7 (time-ordered) or 8 (derived from where and under which name)."""

from __future__ import annotations

import hashlib
import re
import secrets
import uuid
from typing import NamedTuple

from .levels import Level
from .spaces import Space

_UUID = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)


def is_memory_id(value: str) -> bool:
    """Tell whether a text has the form of a memory's id: a UUID of any version."""
    return _UUID.fullmatch(value) is not None


class Slot(NamedTuple):
    """A place in a space that holds one record a level: a key, the goal, the plan, a question's turn.

    The kind keeps a key that a caller chose apart from the places that tools use.
    """

    kind: str
    name: str = ""


def time_ordered_id(now: int) -> str:
    """Make a UUID of version 7 whose order is the order of time, to the microsecond.

    Parameters
    ----------
    now
        Microseconds since 1970.

    Returns
    -------
    str
        A UUID; RFC 9562, section 6.2, method 3: the 12 bits after the milliseconds hold their fraction.
    """
    milliseconds, micros = divmod(now, 1000)
    value = (milliseconds & (2**48 - 1)) << 80
    value |= 7 << 76
    value |= (micros * 4096 // 1000) << 64
    value |= 0b10 << 62
    value |= secrets.randbits(62)
    return str(uuid.UUID(int=value))


def derived_id(space: Space, slot: Slot, level: Level) -> str:
    """Make the UUID of version 8 under which all writes to one slot meet on one item.

    Parameters
    ----------
    space, slot, level
        Where the record lives, what it is there, and how secret.

    Returns
    -------
    str
        A UUID from the first 122 bits of a SHA-256 over the three, each with its length before it, so that
        no two triples run together.
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
    """Make the UUID of version 7 that a memory has where its own id is taken: the same each time.

    Parameters
    ----------
    space, memory_id
        Where it goes, and the id that it cannot have there.
    now
        Its moment, in microseconds since 1970, where the id tells none.

    Returns
    -------
    str
        Of the same moment, so that the order of ids stays; the rest is from a SHA-256 over space and id.
    """
    given = memory_id if memory_id[14] == "7" else time_ordered_id(now)
    digest = hashlib.sha256("\n".join((space.key, memory_id)).encode()).digest()
    drawn = int.from_bytes(digest[:8], "big") & (2**62 - 1)
    return str(uuid.UUID(int=uuid.UUID(given).int >> 64 << 64 | 0b10 << 62 | drawn))


GOAL = Slot("goal")
PLAN = Slot("plan")


def question(turn: int) -> Slot:
    """Slot of an open question of the latest checkpoint; ``turn`` counts from 0."""
    return Slot("question", str(turn))


def key_slot(key: str) -> Slot:
    """Slot of a keyed memory."""
    return Slot("key", key)

"""Sort keys of the three local indexes and of the owner's index.

Each local key begins with the level, so that one query reads one level and nothing above it. A record that
must not be seen has no such keys and so is in none of these indexes.
"""

from __future__ import annotations

import struct

from .levels import Level


def level_prefix(level: Level) -> str:
    """Return the prefix of a level's keys in every local index."""
    return f"{int(level)}#"


def rank_key(level: Level, rank: float, updated_at: int, memory_id: str) -> str:
    """Return a key whose descending order is rank (0 to 1), then the last write."""
    return f"{rank_prefix(level, rank)}{updated_at:016d}#{memory_id}"


def rank_prefix(level: Level, rank: float) -> str:
    """Return the prefix of a level's keys of one rank: the bits of the double sort as the numbers do."""
    bits = struct.pack(">d", rank + 0.0).hex()  # + 0.0 turns -0.0 into 0.0
    return f"{level_prefix(level)}{bits}#"


def without_level(key: str) -> str:
    """Return a local index's key as it sorts among those of other levels."""
    return key.partition("#")[2]


def time_key(level: Level, updated_at: int, memory_id: str) -> str:
    """Return a key in the order of the last write."""
    return f"{level_prefix(level)}{updated_at:016d}#{memory_id}"


def speaker_key(level: Level, speaker_id: str, updated_at: int, memory_id: str) -> str:
    """Return a key by speaker, then in the order of the last write."""
    return f"{level_prefix(level)}{speaker_id}#{updated_at:016d}#{memory_id}"


def owner_key(updated_at: int, memory_id: str) -> str:
    """Return a key of the owner's listing of an account, in the order of the last write."""
    return f"{updated_at:016d}#{memory_id}"

"""Sort keys of the three local indexes and of the owner's index.

Each local key begins with the level, so that one query reads one level and nothing above it. A record that
must not be seen has no such keys and so is in none of these indexes.
"""

from __future__ import annotations

import struct

from .levels import Level


def level_prefix(level: Level) -> str:
    """Prefix of one level's range in every local index."""
    return f"{int(level)}#"


def rank_key(level: Level, importance: float, updated_at: int, memory_id: str) -> str:
    """Key whose descending order is importance, then the last write, newest first.

    Parameters
    ----------
    level
        Classification.
    importance
        0 to 1. Written as the bits of the double: their order is the numbers' own, exactly.
    updated_at
        Microseconds since 1970.
    memory_id
        Parts equals.
    """
    return f"{importance_prefix(level, importance)}{updated_at:016d}#{memory_id}"


def importance_prefix(level: Level, importance: float) -> str:
    """Prefix of the range of one importance within a level, by rank."""
    bits = struct.pack(">d", importance + 0.0).hex()  # + 0.0 makes the negative zero a plain one
    return f"{level_prefix(level)}{bits}#"


def time_key(level: Level, updated_at: int, memory_id: str) -> str:
    """Key whose order is that of the last write."""
    return f"{level_prefix(level)}{updated_at:016d}#{memory_id}"


def speaker_key(level: Level, speaker_id: str, updated_at: int, memory_id: str) -> str:
    """Key that keeps one speaker's memories together, in the order of the last write."""
    return f"{level_prefix(level)}{speaker_id}#{updated_at:016d}#{memory_id}"


def owner_key(updated_at: int, memory_id: str) -> str:
    """Key of the owner's listing of an account, in the order of the last write."""
    return f"{updated_at:016d}#{memory_id}"

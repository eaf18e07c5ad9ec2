"""Classification: how secret a record is, and what a session may see."""

from __future__ import annotations

from enum import IntEnum


class Level(IntEnum):
    """PUBLIC < INTERNAL < CONFIDENTIAL < RESTRICTED. Every index key begins with the number."""

    PUBLIC = 0
    INTERNAL = 1
    CONFIDENTIAL = 2
    RESTRICTED = 3

    def visible(self) -> tuple[Level, ...]:
        """Return the levels that a session with this taint may read: its own and lower ones."""
        return tuple(level for level in Level if level <= self)

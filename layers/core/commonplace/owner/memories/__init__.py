"""The owner's memories: what the agents stored, listed, edited, pinned, deleted for good, downloaded.

For the owner alone, signed in to the dashboard: a key never sees what is quarantined or forgotten.
"""

from __future__ import annotations

from typing import Any

from ...operations.contract import Tool
from .delete_memory import DELETE_MEMORY
from .download_memories import DOWNLOAD_MEMORIES
from .edit_memory import EDIT_MEMORY
from .list_memories import LIST_MEMORIES
from .pin_memory import PIN_MEMORY
from .read_memory import READ_MEMORY

__all__ = [
    "DELETE_MEMORY",
    "DOWNLOAD_MEMORIES",
    "EDIT_MEMORY",
    "LIST_MEMORIES",
    "MEMORY_OPERATIONS",
    "PIN_MEMORY",
    "READ_MEMORY",
]

MEMORY_OPERATIONS: tuple[Tool[Any, Any], ...] = (
    LIST_MEMORIES,
    READ_MEMORY,
    EDIT_MEMORY,
    PIN_MEMORY,
    DELETE_MEMORY,
    DOWNLOAD_MEMORIES,
)

"""The owner's operations on what the agents stored: list, read, edit, pin, delete, download.

Only for the signed-in owner: a key never sees quarantined or forgotten memories.
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

"""The owner's operations with routes, in the order of the documentation. Functions import only their own."""

from __future__ import annotations

from typing import Any

from ..operations.contract import Tool
from .connectors import CONNECT, DISCONNECT, LIST_CONNECTORS
from .erasures import ERASE, LIST_ERASURES, READ_ERASURE
from .export import EXPORT
from .imports import IMPORT

OWNER_OPERATIONS: tuple[Tool[Any, Any], ...] = (
    ERASE,
    LIST_ERASURES,
    READ_ERASURE,
    EXPORT,
    IMPORT,
    CONNECT,
    LIST_CONNECTORS,
    DISCONNECT,
)

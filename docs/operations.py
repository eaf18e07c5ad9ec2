"""The owner's and the stores' operations, in the order in which the docs list them."""

from __future__ import annotations

from typing import Any

from commonplace.operations.contract import Tool
from commonplace.owner.imports import IMPORT
from commonplace.owner.registry import OWNER_OPERATIONS
from commonplace.owner.test_connector import TEST_CONNECTOR
from commonplace.stores.bulk_store import BULK_STORE
from commonplace.stores.registry import OPERATIONS, TEXT_WRITES

__all__ = ["OPERATIONS", "OWNER", "holds_key", "is_keyed"]

OWNER: tuple[Tool[Any, Any], ...] = (*OWNER_OPERATIONS, TEST_CONNECTOR)


def is_keyed(operation: Tool[Any, Any]) -> bool:
    """Tell whether an operation takes an idempotency key."""
    return operation in TEXT_WRITES or operation is IMPORT


def holds_key(operation: Tool[Any, Any]) -> bool:
    """Tell whether an operation takes so long that it holds its idempotency key meanwhile."""
    return operation is BULK_STORE or operation is IMPORT

"""The owner's and the stores' operations of all layers, in the order in which the docs list them."""

from __future__ import annotations

from typing import Any

from commonplace.operations.contract import Tool
from commonplace.owner.registry import OWNER_OPERATIONS
from commonplace.owner.test_connector import TEST_CONNECTOR
from commonplace.stores import model_registry as search
from commonplace.stores import registry as core

# The owner's, of both layers.
OWNER: tuple[Tool[Any, Any], ...] = (*OWNER_OPERATIONS, TEST_CONNECTOR)

# What it takes, answers and does is told in this order: stores and people, writing, finding, keeping house.
OPERATIONS: tuple[Tool[Any, Any], ...] = (
    *core.STORES,
    *core.SPEAKERS,
    *search.WRITES,
    *search.READS,
    *core.MEMORIES,
    *core.SERVICE,
    *core.REFUSED,
)


def is_keyed(operation: Tool[Any, Any]) -> bool:
    """Tell whether an idempotency key is kept for an operation."""
    return operation in search.WRITES


def is_wide(operation: Tool[Any, Any]) -> bool:
    """Tell whether an operation in store `default` reads the running session and the team, too."""
    return operation in (*search.WIDE, *core.WIDE)

"""What the owner does in the dashboard, and no key can: run by its pages, without routes of their own."""

from __future__ import annotations

from typing import Any

from ..tools.contract import Tool
from .memories import MEMORY_OPERATIONS

DASHBOARD_OPERATIONS: tuple[Tool[Any, Any], ...] = (*MEMORY_OPERATIONS,)

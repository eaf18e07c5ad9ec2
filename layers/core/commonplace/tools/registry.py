"""All tools, in the order in which they are listed. Functions import their own tool alone, not this."""

from __future__ import annotations

from typing import Any

from ..tool_calls.contract import TOOL_CALLS
from .anchor_session import ANCHOR_SESSION
from .checkpoint import CHECKPOINT
from .contract import Tool
from .forget import FORGET
from .get_pending import GET_PENDING
from .memory_delete import MEMORY_DELETE
from .memory_get import MEMORY_GET
from .memory_list import MEMORY_LIST
from .memory_save import MEMORY_SAVE
from .memory_search import MEMORY_SEARCH
from .raise_taint import RAISE_TAINT
from .recall import RECALL
from .recall_result import RECALL_RESULT
from .remember import REMEMBER
from .reset_session import RESET_SESSION
from .set_goal import SET_GOAL

AGENT_TOOLS: tuple[Tool[Any, Any], ...] = (
    RECALL,
    REMEMBER,
    SET_GOAL,
    CHECKPOINT,
    FORGET,
    GET_PENDING,
    RECALL_RESULT,
)
CLASSIFIED_TOOLS: tuple[Tool[Any, Any], ...] = (
    MEMORY_SAVE,
    MEMORY_GET,
    MEMORY_SEARCH,
    MEMORY_LIST,
    MEMORY_DELETE,
)
# For applications, owners and other gateways: routes, and never tools of the model.
SESSION_OPERATIONS: tuple[Tool[Any, Any], ...] = (
    RESET_SESSION,
    RAISE_TAINT,
    ANCHOR_SESSION,
    TOOL_CALLS,
)

TOOLS = AGENT_TOOLS + CLASSIFIED_TOOLS

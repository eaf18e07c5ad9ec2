"""All tools in the order in which they are listed. Functions import only their own tool, not this module."""

from __future__ import annotations

from typing import Any

from ..agent.checkpoint import CHECKPOINT
from ..agent.forget import FORGET
from ..agent.get_pending import GET_PENDING
from ..agent.recall import RECALL
from ..agent.recall_result import RECALL_RESULT
from ..agent.remember import REMEMBER
from ..agent.set_goal import SET_GOAL
from ..classified.memory_delete import MEMORY_DELETE
from ..classified.memory_get import MEMORY_GET
from ..classified.memory_list import MEMORY_LIST
from ..classified.memory_save import MEMORY_SAVE
from ..classified.memory_search import MEMORY_SEARCH
from ..operations.contract import Tool
from .sessions.anchor_session import ANCHOR_SESSION
from .sessions.raise_taint import RAISE_TAINT
from .sessions.reset_session import RESET_SESSION
from .tool_calls.contract import TOOL_CALLS

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
# For applications, owners and other gateways: HTTP routes only, never tools of the model.
SESSION_OPERATIONS: tuple[Tool[Any, Any], ...] = (
    RESET_SESSION,
    RAISE_TAINT,
    ANCHOR_SESSION,
    TOOL_CALLS,
)

TOOLS = AGENT_TOOLS + CLASSIFIED_TOOLS

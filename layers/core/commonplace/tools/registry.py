"""All tools, in the order in which they are listed. Functions import their own tool alone, not this."""

from __future__ import annotations

from typing import Any

from .checkpoint import CHECKPOINT
from .contract import Tool
from .forget import FORGET
from .recall import RECALL
from .remember import REMEMBER
from .set_goal import SET_GOAL

TOOLS: tuple[Tool[Any, Any], ...] = (RECALL, REMEMBER, SET_GOAL, CHECKPOINT, FORGET)

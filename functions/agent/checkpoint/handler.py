"""POST /v1/tools/checkpoint: keep a plan to resume from.

Its contract and operation: commonplace/agent/checkpoint.py.
"""

from commonplace.agent.checkpoint import CHECKPOINT
from commonplace.operations.http import Answer, Event, answer_tool


def handler(event: Event, _context: object) -> Answer:
    """Answer one call of the tool."""
    return answer_tool(CHECKPOINT, event)

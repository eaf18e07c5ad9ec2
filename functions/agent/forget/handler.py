"""POST /v1/tools/forget: take one memory out of recall.

Its contract and operation: commonplace/agent/forget.py.
"""

from commonplace.agent.forget import FORGET
from commonplace.operations.http import Answer, Event, answer_tool


def handler(event: Event, _context: object) -> Answer:
    """Answer one call of the tool."""
    return answer_tool(FORGET, event)

"""POST /v1/tools/remember: keep one fact.

Its contract and operation: commonplace/agent/remember.py.
"""

from commonplace.agent.remember import REMEMBER
from commonplace.operations.http import Answer, Event, answer_tool


def handler(event: Event, _context: object) -> Answer:
    """Answer one call of the tool."""
    return answer_tool(REMEMBER, event)

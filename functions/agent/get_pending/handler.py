"""POST /v1/tools/get_pending: what happened while the agent was away.

Its contract and operation: commonplace/agent/get_pending.py.
"""

from commonplace.agent.get_pending import GET_PENDING
from commonplace.operations.http import Answer, Event, answer_tool


def handler(event: Event, _context: object) -> Answer:
    """Answer one call of the tool."""
    return answer_tool(GET_PENDING, event)

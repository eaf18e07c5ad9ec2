"""POST /v1/tools/set_goal: set the session's one active goal.

Its contract and operation: commonplace/agent/set_goal.py.
"""

from commonplace.agent.set_goal import SET_GOAL
from commonplace.operations.http import Answer, Event, answer_tool


def handler(event: Event, _context: object) -> Answer:
    """Answer one call of the tool."""
    return answer_tool(SET_GOAL, event)

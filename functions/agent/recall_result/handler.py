"""POST /v1/tools/recall_result: a large result that a pointer replaced.

Its contract and operation: commonplace/agent/recall_result.py.
"""

from commonplace.agent.recall_result import RECALL_RESULT
from commonplace.operations.http import Answer, Event, answer_tool


def handler(event: Event, _context: object) -> Answer:
    """Answer one call of the tool."""
    return answer_tool(RECALL_RESULT, event)

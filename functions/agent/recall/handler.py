"""POST /v1/tools/recall: what was kept earlier, most important first.

Its contract and operation: commonplace/agent/recall.py.
"""

from commonplace.agent.recall import RECALL
from commonplace.operations.http import Answer, Event, answer_tool


def handler(event: Event, _context: object) -> Answer:
    """Answer one call of the tool."""
    return answer_tool(RECALL, event)

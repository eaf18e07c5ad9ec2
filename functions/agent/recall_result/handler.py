"""POST /v1/tools/recall_result: a large result that a pointer replaced.

What it takes, answers and does stands in commonplace/tools/recall_result.py.
"""

from commonplace.http import Answer, Event, answer_tool
from commonplace.tools.recall_result import RECALL_RESULT


def handler(event: Event, _context: object) -> Answer:
    """Answer one call of the tool."""
    return answer_tool(RECALL_RESULT, event)

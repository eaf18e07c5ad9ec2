"""POST /v1/tools/recall: what was kept earlier, most important first.

What it takes, answers and does stands in commonplace/tools/recall.py.
"""

from commonplace.http import Answer, Event, answer_tool
from commonplace.tools.recall import RECALL


def handler(event: Event, _context: object) -> Answer:
    """Answer one call of the tool."""
    return answer_tool(RECALL, event)

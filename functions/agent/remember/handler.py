"""POST /v1/tools/remember: keep one fact.

What it takes, answers and does stands in commonplace/tools/remember.py.
"""

from commonplace.http import Answer, Event, answer_tool
from commonplace.tools.remember import REMEMBER


def handler(event: Event, _context: object) -> Answer:
    """Answer one call of the tool."""
    return answer_tool(REMEMBER, event)

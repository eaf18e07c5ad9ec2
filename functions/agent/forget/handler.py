"""POST /v1/tools/forget: take one memory out of recall.

What it takes, answers and does stands in commonplace/tools/forget.py.
"""

from commonplace.http import Answer, Event, answer_tool
from commonplace.tools.forget import FORGET


def handler(event: Event, _context: object) -> Answer:
    """Answer one call of the tool."""
    return answer_tool(FORGET, event)

"""POST /v1/sessions/taint: the session has read something secret.

What it takes, answers and does stands in commonplace/tools/raise_taint.py.
"""

from commonplace.http import Answer, Event, answer_tool
from commonplace.tools.raise_taint import RAISE_TAINT


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_tool(RAISE_TAINT, event)

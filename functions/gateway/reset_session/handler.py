"""POST /v1/sessions/reset: the session begins anew, at PUBLIC and empty.

What it takes, answers and does stands in commonplace/tools/reset_session.py.
"""

from commonplace.http import Answer, Event, answer_tool
from commonplace.tools.reset_session import RESET_SESSION


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_tool(RESET_SESSION, event)

"""POST /v1/sessions/reset: the session begins anew, at PUBLIC and empty.

What it takes, answers and does stands in commonplace/gateway/sessions/reset_session.py.
"""

from commonplace.gateway.sessions.reset_session import RESET_SESSION
from commonplace.operations.http import Answer, Event, answer_tool


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_tool(RESET_SESSION, event)

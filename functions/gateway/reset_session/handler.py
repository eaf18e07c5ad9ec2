"""POST /v1/sessions/reset: the session begins anew, at PUBLIC and empty.

Its contract and operation: commonplace/gateway/sessions/reset_session.py.
"""

from commonplace.gateway.sessions.reset_session import RESET_SESSION
from commonplace.operations.http import Answer, Event, answer_tool


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_tool(RESET_SESSION, event)

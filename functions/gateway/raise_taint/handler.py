"""POST /v1/sessions/taint: the session has read something secret.

Its contract and operation: commonplace/gateway/sessions/raise_taint.py.
"""

from commonplace.gateway.sessions.raise_taint import RAISE_TAINT
from commonplace.operations.http import Answer, Event, answer_tool


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_tool(RAISE_TAINT, event)

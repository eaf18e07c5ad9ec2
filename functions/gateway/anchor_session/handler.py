"""POST /v1/sessions/anchor: the model's context was shortened.

Its contract and operation: commonplace/gateway/sessions/anchor_session.py.
"""

from commonplace.gateway.sessions.anchor_session import ANCHOR_SESSION
from commonplace.operations.http import Answer, Event, answer_tool


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_tool(ANCHOR_SESSION, event)

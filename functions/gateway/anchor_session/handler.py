"""POST /v1/sessions/anchor: the model's context was shortened.

What it takes, answers and does stands in commonplace/tools/anchor_session.py.
"""

from commonplace.http import Answer, Event, answer_tool
from commonplace.tools.anchor_session import ANCHOR_SESSION


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_tool(ANCHOR_SESSION, event)

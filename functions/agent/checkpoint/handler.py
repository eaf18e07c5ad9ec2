"""POST /v1/tools/checkpoint: keep a plan to resume from.

What it takes, answers and does stands in commonplace/tools/checkpoint.py.
"""

from commonplace.http import Answer, Event, answer_tool
from commonplace.tools.checkpoint import CHECKPOINT


def handler(event: Event, _context: object) -> Answer:
    """Answer one call of the tool."""
    return answer_tool(CHECKPOINT, event)

"""POST /v1/tools/memory_save: keep a memory under a key, at the session's level.

What it takes, answers and does stands in commonplace/tools/memory_save.py.
"""

from commonplace.http import Answer, Event, answer_tool
from commonplace.tools.memory_save import MEMORY_SAVE


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_tool(MEMORY_SAVE, event)

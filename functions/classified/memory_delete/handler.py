"""POST /v1/tools/memory_delete: hide a memory of the session's own level.

What it takes, answers and does stands in commonplace/tools/memory_delete.py.
"""

from commonplace.http import Answer, Event, answer_tool
from commonplace.tools.memory_delete import MEMORY_DELETE


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_tool(MEMORY_DELETE, event)

"""POST /v1/tools/memory_get: one memory by its key.

Its contract and operation: commonplace/classified/memory_get.py.
"""

from commonplace.classified.memory_get import MEMORY_GET
from commonplace.operations.http import Answer, Event, answer_tool


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_tool(MEMORY_GET, event)

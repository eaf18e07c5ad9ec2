"""POST /v1/tools/memory_save: keep a memory under a key, at the session's level.

Its contract and operation: commonplace/classified/memory_save.py.
"""

from commonplace.classified.memory_save import MEMORY_SAVE
from commonplace.operations.http import Answer, Event, answer_tool


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_tool(MEMORY_SAVE, event)

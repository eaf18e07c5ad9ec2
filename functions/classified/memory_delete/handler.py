"""POST /v1/tools/memory_delete: hide a memory of the session's own level.

Its contract and operation: commonplace/classified/memory_delete.py.
"""

from commonplace.classified.memory_delete import MEMORY_DELETE
from commonplace.operations.http import Answer, Event, answer_tool


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_tool(MEMORY_DELETE, event)

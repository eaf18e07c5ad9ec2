"""POST /v1/tools/memory_list: what the session may see, newest first, in pages.

Its contract and operation: commonplace/classified/memory_list.py.
"""

from commonplace.classified.memory_list import MEMORY_LIST
from commonplace.operations.http import Answer, Event, answer_tool


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_tool(MEMORY_LIST, event)

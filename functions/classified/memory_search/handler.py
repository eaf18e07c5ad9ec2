"""POST /v1/tools/memory_search: what the session may see, best match first.

Its contract and operation: commonplace/classified/memory_search.py.
"""

from commonplace.classified.memory_search import MEMORY_SEARCH
from commonplace.operations.http import Answer, Event, answer_tool


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_tool(MEMORY_SEARCH, event)

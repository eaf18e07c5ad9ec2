"""POST /v1/tools/memory_search: what the session may see, best match first.

What it takes, answers and does stands in commonplace/classified/memory_search.py.
"""

from commonplace.classified.memory_search import MEMORY_SEARCH
from commonplace.operations.http import Answer, Event, answer_tool


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_tool(MEMORY_SEARCH, event)

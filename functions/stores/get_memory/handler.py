"""POST /api/v1/memory/get: one memory by its id.

Its contract and operation: commonplace/stores/get_memory.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.get_memory import GET_MEMORY
from commonplace.stores.http import answer_operation


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(GET_MEMORY, event)

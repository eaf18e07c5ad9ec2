"""POST /api/v1/memory/list: the memories of a store, in pages.

Its contract and operation: commonplace/stores/list_memories.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.http import answer_operation
from commonplace.stores.list_memories import LIST_MEMORIES


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(LIST_MEMORIES, event)

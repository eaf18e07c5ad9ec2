"""POST /api/v1/memory/store: store one memory, unless one in the store says the same.

Its contract and operation: commonplace/stores/store_memory.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.http import answer_operation
from commonplace.stores.store_memory import STORE_MEMORY


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(STORE_MEMORY, event)

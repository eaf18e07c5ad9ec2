"""POST /api/v1/memory/collection: make a store.

Its contract and operation: commonplace/stores/create_store.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.create_store import CREATE_STORE
from commonplace.stores.http import answer_operation


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(CREATE_STORE, event)

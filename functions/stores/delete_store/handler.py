"""DELETE /api/v1/memory/collection: delete a store and everything in it.

Its contract and operation: commonplace/stores/delete_store.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.delete_store import DELETE_STORE
from commonplace.stores.http import answer_operation


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(DELETE_STORE, event)

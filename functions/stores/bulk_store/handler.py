"""POST /api/v1/memory/bulk-store: store a long text, each sentence as a memory.

Its contract and operation: commonplace/stores/bulk_store.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.bulk_store import BULK_STORE
from commonplace.stores.http import answer_operation


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(BULK_STORE, event)

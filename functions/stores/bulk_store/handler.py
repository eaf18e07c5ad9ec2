"""POST /api/v1/memory/bulk-store: keep a long text, a memory a sentence."""

from commonplace.operations.http import Answer, Event
from commonplace.stores.bulk_store import BULK_STORE
from commonplace.stores.http import answer_operation


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(BULK_STORE, event)

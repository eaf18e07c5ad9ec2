"""POST /api/v1/memory/bulk-store: keep a long text, a memory a sentence.

What it takes, answers and does stands in commonplace_search/stores/bulk_store.py.
"""

from commonplace.http import Answer, Event
from commonplace.stores.http import answer_operation
from commonplace_search.stores.bulk_store import BULK_STORE


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(BULK_STORE, event)

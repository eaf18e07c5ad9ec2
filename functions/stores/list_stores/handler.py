"""GET /api/v1/memory/collections: all stores of the account.

Its contract and operation: commonplace/stores/list_stores.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.http import answer_operation
from commonplace.stores.list_stores import LIST_STORES


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(LIST_STORES, event)

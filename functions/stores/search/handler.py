"""POST /api/v1/memory/search: the memories of a store that match a query, best first.

Its contract and operation: commonplace/stores/search.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.http import answer_operation
from commonplace.stores.search import SEARCH


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(SEARCH, event)

"""GET /api/v1/won/usage: numbers of calls.

Its contract and operation: commonplace/stores/usage.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.http import answer_operation
from commonplace.stores.usage import USAGE


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(USAGE, event)

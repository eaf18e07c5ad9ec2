"""POST /api/v1/memory/history: the turns of the last exchanges.

Its contract and operation: commonplace/stores/history.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.history import HISTORY
from commonplace.stores.http import answer_operation


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(HISTORY, event)

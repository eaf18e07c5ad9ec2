"""POST /api/v1/memory/forget: delete a memory, or everything in a store.

Its contract and operation: commonplace/stores/forget.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.forget import FORGET
from commonplace.stores.http import answer_operation


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(FORGET, event)

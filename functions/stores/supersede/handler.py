"""POST /api/v1/memory/supersede: replace a memory's text by a new version.

Its contract and operation: commonplace/stores/supersede.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.http import answer_operation
from commonplace.stores.supersede import SUPERSEDE


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(SUPERSEDE, event)

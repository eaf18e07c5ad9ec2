"""POST /api/v1/won/revisions: how many memories of a store were superseded.

Its contract and operation: commonplace/stores/revisions.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.http import answer_operation
from commonplace.stores.revisions import REVISIONS


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(REVISIONS, event)

"""POST /api/v1/memory/supersede: let a new text take the place of a memory's."""

from commonplace.operations.http import Answer, Event
from commonplace.stores.http import answer_operation
from commonplace.stores.supersede import SUPERSEDE


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(SUPERSEDE, event)

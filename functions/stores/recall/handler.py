"""POST /api/v1/memory/recall: the last exchanges, what matches a query, and what stood around it."""

from commonplace.operations.http import Answer, Event
from commonplace.stores.http import answer_operation
from commonplace.stores.recall import RECALL


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(RECALL, event)

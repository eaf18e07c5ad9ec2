"""POST /api/v1/memory/lineage: what became of a memory."""

from commonplace.operations.http import Answer, Event
from commonplace.stores.http import answer_operation
from commonplace.stores.lineage import LINEAGE


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(LINEAGE, event)

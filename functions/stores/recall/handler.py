"""POST /api/v1/memory/recall: the last exchanges, the memories that match, and the context of the best.

Its contract and operation: commonplace/stores/recall.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.http import answer_operation
from commonplace.stores.recall import RECALL


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(RECALL, event)

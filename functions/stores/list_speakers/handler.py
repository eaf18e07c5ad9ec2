"""GET /api/v1/memory/speakers: the speakers of a store, with counts of their memories.

Its contract and operation: commonplace/stores/list_speakers.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.http import answer_operation
from commonplace.stores.list_speakers import LIST_SPEAKERS


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(LIST_SPEAKERS, event)

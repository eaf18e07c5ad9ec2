"""POST /api/v1/memory/speakers: register a person in a store.

Its contract and operation: commonplace/stores/add_speaker.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.add_speaker import ADD_SPEAKER
from commonplace.stores.http import answer_operation


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(ADD_SPEAKER, event)

"""DELETE /api/v1/memory/speakers: remove a person's registration from a store.

Its contract and operation: commonplace/stores/remove_speaker.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.http import answer_operation
from commonplace.stores.remove_speaker import REMOVE_SPEAKER


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(REMOVE_SPEAKER, event)

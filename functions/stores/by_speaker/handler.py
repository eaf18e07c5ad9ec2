"""POST /api/v1/memory/by-speaker: what one person said, newest first.

Its contract and operation: commonplace/stores/by_speaker.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.by_speaker import BY_SPEAKER
from commonplace.stores.http import answer_operation


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(BY_SPEAKER, event)

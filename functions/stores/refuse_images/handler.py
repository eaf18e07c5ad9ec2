"""POST /api/v1/memory/image and /memory/images, DELETE /api/v1/memory/image: always refused.

Its contract and operation: commonplace/stores/refuse_images.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.http import answer_operation
from commonplace.stores.refuse_images import GET_IMAGE


def handler(event: Event, _context: object) -> Answer:
    """Answer one call; all three have the same answer."""
    return answer_operation(GET_IMAGE, event)

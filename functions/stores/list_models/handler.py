"""GET /api/v1/models: the one model that serves every call.

Its contract and operation: commonplace/stores/list_models.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.http import answer_operation
from commonplace.stores.list_models import LIST_MODELS


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(LIST_MODELS, event)

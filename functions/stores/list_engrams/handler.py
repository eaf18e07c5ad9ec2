"""GET /api/v1/engram: the compositions of searches that can be run.

Its contract and operation: commonplace/stores/list_engrams.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.http import answer_operation
from commonplace.stores.list_engrams import LIST_ENGRAMS


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(LIST_ENGRAMS, event)

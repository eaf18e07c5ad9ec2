"""POST /api/v1/engram/run: run a composition of searches.

Its contract and operation: commonplace/stores/run_engram.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.http import answer_operation
from commonplace.stores.run_engram import RUN_ENGRAM


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(RUN_ENGRAM, event)

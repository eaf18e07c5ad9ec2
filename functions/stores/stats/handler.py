"""POST /api/v1/memory/stats: how many memories and turns a store holds.

Its contract and operation: commonplace/stores/stats.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.http import answer_operation
from commonplace.stores.stats import STATS


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(STATS, event)

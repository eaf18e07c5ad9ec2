"""POST /api/v1/memory/lineage: the versions of a memory up to the one in force.

Its contract and operation: commonplace/stores/lineage.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.http import answer_operation
from commonplace.stores.lineage import LINEAGE


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(LINEAGE, event)

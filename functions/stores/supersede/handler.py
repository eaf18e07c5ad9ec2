"""POST /api/v1/memory/supersede: let a new text take the place of a memory's.

What it takes, answers and does stands in commonplace_search/stores/supersede.py.
"""

from commonplace.http import Answer, Event
from commonplace.stores.http import answer_operation
from commonplace_search.stores.supersede import SUPERSEDE


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(SUPERSEDE, event)

"""POST /api/v1/memory/recall: the last exchanges, what matches a query, and what stood around it.

What it takes, answers and does stands in commonplace_search/stores/recall.py.
"""

from commonplace.http import Answer, Event
from commonplace.stores.http import answer_operation
from commonplace_search.stores.recall import RECALL


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(RECALL, event, wide=True)

"""POST and GET /v1/owner/erasures, GET /v1/owner/erasures/{id}: erase, and read the receipts.

Its contract and operation: commonplace/owner/erasures.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.owner.erasures import ERASE, LIST_ERASURES, READ_ERASURE
from commonplace.owner.routes import answer_route


def handler(event: Event, _context: object) -> Answer:
    """Answer one call of one of the routes."""
    return answer_route((ERASE, LIST_ERASURES, READ_ERASURE), event)

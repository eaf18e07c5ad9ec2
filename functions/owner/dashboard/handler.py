"""GET / and the pages below it: what an owner sees and does in a browser.

Its contract and operation: commonplace/dashboard/app.py; the pages, in commonplace/dashboard/pages/.
"""

from commonplace.dashboard.app import answer
from commonplace.operations.http import Answer, Event


def handler(event: Event, _context: object) -> Answer:
    """Answer one request of a browser."""
    return answer(event)

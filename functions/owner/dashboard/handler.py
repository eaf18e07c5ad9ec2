"""GET / and the pages below it: what an owner sees and does in a browser.

What it takes, answers and does stands in commonplace_dashboard/app.py; the pages, in commonplace_dashboard/pages/.
"""

from commonplace.http import Answer, Event
from commonplace_dashboard.app import answer


def handler(event: Event, _context: object) -> Answer:
    """Answer one request of a browser."""
    return answer(event)

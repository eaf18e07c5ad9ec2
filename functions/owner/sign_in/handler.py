"""GET /sign-in, /sign-in/start, /sign-in/callback, /sign-in/link, POST /sign-out: the way in to the dashboard.

What it takes, answers and does stands in commonplace_sign_in/app.py.
"""

from commonplace.http import Answer, Event
from commonplace_sign_in.app import answer_sign_in


def handler(event: Event, _context: object) -> Answer:
    """Answer one request of a browser."""
    return answer_sign_in(event)

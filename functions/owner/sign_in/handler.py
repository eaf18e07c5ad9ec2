"""GET /sign-in, /sign-in/start, /sign-in/callback, /sign-in/link, POST /sign-out: the way in to the dashboard.

What it takes, answers and does stands in commonplace/auth/oidc/app.py.
"""

from commonplace.auth.oidc.app import answer_sign_in
from commonplace.operations.http import Answer, Event


def handler(event: Event, _context: object) -> Answer:
    """Answer one request of a browser."""
    return answer_sign_in(event)

"""GET /sign-in, /sign-in/start, /sign-in/callback, /sign-in/link, POST /sign-out: the way in to the dashboard.

The routes are in commonplace/auth/oidc/sign_in_routes.py.
"""

from commonplace.auth.oidc.sign_in_routes import answer_sign_in
from commonplace.operations.http import Answer, Event


def handler(event: Event, _context: object) -> Answer:
    """Answer one request of a browser."""
    return answer_sign_in(event)

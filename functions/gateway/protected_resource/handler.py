"""GET /.well-known/oauth-protected-resource: who issues tokens for this API.

Its answer: commonplace/auth/protected_resource.py.
"""

from commonplace.auth.protected_resource import answer_metadata
from commonplace.operations.http import Answer, Event


def handler(event: Event, _context: object) -> Answer:
    """Answer one request for the metadata."""
    return answer_metadata(event)

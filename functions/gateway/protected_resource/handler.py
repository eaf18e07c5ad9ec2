"""GET /.well-known/oauth-protected-resource: who issues tokens for this API.

What it answers stands in commonplace/protected_resource.py.
"""

from commonplace.http import Answer, Event
from commonplace.protected_resource import answer_metadata


def handler(event: Event, _context: object) -> Answer:
    """Answer one request for the metadata."""
    return answer_metadata(event)

"""POST and GET /v1/owner/connectors, DELETE /v1/owner/connectors/{name}: upstream MCP servers.

Its contract and operation: commonplace/owner/connectors.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.owner.connectors import CONNECT, DISCONNECT, LIST_CONNECTORS
from commonplace.owner.routes import answer_route


def handler(event: Event, _context: object) -> Answer:
    """Answer one call of one of the routes."""
    return answer_route((CONNECT, LIST_CONNECTORS, DISCONNECT), event)

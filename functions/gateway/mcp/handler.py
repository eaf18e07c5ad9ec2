"""/mcp: the endpoint that agents connect to.

What it takes, answers and does stands in commonplace_gateway/endpoint.py; what its tools do, in
commonplace/tools/. It is the one function that loads the MCP SDK.
"""

from commonplace.http import Answer, Event
from commonplace_gateway.endpoint import answer_mcp


def handler(event: Event, _context: object) -> Answer:
    """Answer one request of an MCP client."""
    return answer_mcp(event)

"""/mcp: the endpoint that agents connect to.

Its contract and operation: commonplace/gateway/mcp/endpoint.py; what its tools do, in
commonplace/agent/ and commonplace/classified/. It is the one function that loads the MCP SDK.
"""

from commonplace.gateway.mcp.endpoint import answer_mcp
from commonplace.operations.http import Answer, Event


def handler(event: Event, _context: object) -> Answer:
    """Answer one request of an MCP client."""
    return answer_mcp(event)

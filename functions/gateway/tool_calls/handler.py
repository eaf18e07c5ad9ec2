"""POST /v1/tool-calls: a connector's call that another gateway made.

Its contract and operation: commonplace/gateway/tool_calls/.
"""

from commonplace.gateway.tool_calls.http import answer_tool_call
from commonplace.operations.http import Answer, Event


def handler(event: Event, _context: object) -> Answer:
    """Answer one finished call."""
    return answer_tool_call(event)

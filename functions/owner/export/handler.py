"""POST /v1/owner/export: everything of an account as JSON, a page a call.

Its contract and operation: commonplace/owner/export.py.
"""

from commonplace.operations.http import Answer, Event, answer_tool
from commonplace.owner.export import EXPORT


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_tool(EXPORT, event)

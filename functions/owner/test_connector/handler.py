"""POST /v1/owner/connectors/{name}/test: reach a connector's upstream, and tell which tools it lists.

What it takes, answers and does stands in commonplace_gateway/connectors/probing.py.
"""

from commonplace.http import Answer, Event
from commonplace.owner.http import answer_route
from commonplace_gateway.connectors.probing import TEST_CONNECTOR


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_route((TEST_CONNECTOR,), event)

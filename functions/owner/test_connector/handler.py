"""POST /v1/owner/connectors/{name}/test: reach a connector's upstream, and tell which tools it lists.

Its contract and operation: commonplace/owner/test_connector.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.owner.routes import answer_route
from commonplace.owner.test_connector import TEST_CONNECTOR


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_route((TEST_CONNECTOR,), event)

"""POST /api/v1/memory/store-turn: store an exchange of user and assistant.

Its contract and operation: commonplace/stores/store_turn.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.stores.http import answer_operation
from commonplace.stores.store_turn import STORE_TURN


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_operation(STORE_TURN, event)

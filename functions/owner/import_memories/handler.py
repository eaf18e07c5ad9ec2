"""POST /v1/owner/import: records of an export into the caller's account.

Its contract and operation: commonplace/owner/imports.py.
"""

from commonplace.operations.http import Answer, Event
from commonplace.owner.imports import answer_import


def handler(event: Event, _context: object) -> Answer:
    """Answer one call."""
    return answer_import(event)

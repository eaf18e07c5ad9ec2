"""Authorizer of the HTTP API: who calls, with which rights.

Its contract and operation: commonplace/auth/authorize.py.
"""

from typing import Any

from commonplace.auth.authorize import authorize


def handler(event: dict[str, Any], _context: object) -> dict[str, Any]:
    """Answer one authorizer request."""
    return authorize(event)

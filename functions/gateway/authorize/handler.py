"""Authorizer of the HTTP API: who calls, with which rights."""

from typing import Any

from commonplace.authorize import authorize


def handler(event: dict[str, Any], _context: object) -> dict[str, Any]:
    """Answer one authorizer request."""
    return authorize(event)

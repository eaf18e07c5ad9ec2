"""Checks of the form of requests and of the structures inside them."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

from .errors import constraint, malformed, missing, unsupported


def require_object(value: object, what: str) -> dict[str, Any]:
    """Return a member that must be an object."""
    if not isinstance(value, dict):
        raise malformed(f"{what} is sent as an object")
    return value


def require_list(value: object, what: str) -> list[Any]:
    """Return a member that must be a list."""
    if not isinstance(value, list):
        raise malformed(f"{what} is sent as a list")
    return value


def require_string(value: object, what: str) -> str:
    """Return a member that must be a string."""
    if not isinstance(value, str):
        raise malformed(f"{what} is sent as a string")
    return value


def check_range(name: str, value: int, least: int, most: int) -> None:
    """Refuse a number outside the limits of the service's model."""
    if not least <= value <= most:
        raise constraint(name, value, f"have value between {least} and {most}")


def check_members(operation: str, given: object, allowed: Container[str], required: Iterable[str] = ()) -> None:
    """Check the members of a structure inside a request, as `Engine.handle` checks those of the request."""
    if not isinstance(given, dict):
        raise malformed(f"A member of {operation} is not an object")
    for name in given:
        if name not in allowed:
            raise unsupported(f"Parameter {name} of {operation}")
    for name in required:
        if given.get(name) is None:
            raise missing(name)

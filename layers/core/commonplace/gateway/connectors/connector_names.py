"""Validates the names of connectors."""

from __future__ import annotations

import re

from ...refusals.errors import InvalidInput

NAME = re.compile("[a-z][a-z0-9-]{0,19}")
SEPARATOR = "__"  # no name has an underscore, so a tool's prefix is unambiguous


def checked_connector_name(name: str, namespace: str) -> str:
    """Return the name if a connector may have it; ``namespace`` is the prefix of the memory's own tools.

    Raises
    ------
    InvalidInput
        If it is malformed or reserved.
    """
    if not NAME.fullmatch(name):
        raise InvalidInput("connector.invalid_name", field="name")
    if name == namespace:
        raise InvalidInput("connector.reserved_name", field="name")
    return name

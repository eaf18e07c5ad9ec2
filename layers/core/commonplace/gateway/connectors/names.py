"""Names of connectors (requirement D6)."""

from __future__ import annotations

import re

from ...refusals.errors import InvalidInput

NAME = re.compile("[a-z][a-z0-9-]{0,19}")
SEPARATOR = "__"  # no name holds an underscore, so a tool's prefix is read in one way only


def checked_connector_name(name: str, namespace: str) -> str:
    """Return a name that a connector may have.

    Parameters
    ----------
    name
        As sent.
    namespace
        Prefix of the memory's own tools.

    Raises
    ------
    InvalidInput
        Otherwise.
    """
    if not NAME.fullmatch(name):
        raise InvalidInput("connector.invalid_name", field="name")
    if name == namespace:
        raise InvalidInput("connector.reserved_name", field="name")
    return name

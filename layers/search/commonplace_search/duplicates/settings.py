"""How near two meanings must be; the environment may say."""

from __future__ import annotations

import os
from functools import cache

_DEFAULT = 0.90


@cache
def least_similarity() -> float | None:
    """Read ``DUPLICATE_SIMILARITY`` once.

    Returns
    -------
    float or None
        The least cosine of two passages that may say the same; None (``off``): only identical texts do.

    Raises
    ------
    RuntimeError
        If the variable holds neither ``off`` nor a number above 0 and at most 1.
    """
    value = os.environ.get("DUPLICATE_SIMILARITY") or str(_DEFAULT)
    if value.lower() == "off":
        return None
    try:
        least = float(value)
    except ValueError:
        least = 0.0
    if not 0 < least <= 1:
        raise RuntimeError("DUPLICATE_SIMILARITY must be a number above 0 and at most 1, or off")
    return least
